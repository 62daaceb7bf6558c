package dev.quipu.lucene;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.VectorHits;
import dev.quipu.engine.index.VectorSelection;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.VectorUtil;
import org.jspecify.annotations.Nullable;

/// Looks for the nearest among the pages that pass.
final class LuceneVectorSelection implements VectorSelection {

  /// How many are taken from the graphs, beside those for each document that is wanted, to be
  /// weighed in full.
  private static final int REACH = 200;

  private static final int REACH_FOR_EACH = 4;

  /// Documents are not taken to be longer than so many pages from the beginning.
  private static final int MOST_PAGES_OF_ONE = 4;

  private final EmbeddingModel model;
  private final Entry entry;
  private final Passing passing;
  private final List<LeafReaderContext> leaves;
  private final @Nullable FixedBitSet[] firstPages;
  private final int exactUpTo;
  private final long pages;
  private final long eligible;

  /// @param exactUpTo if no more pages pass, all are looked at
  LuceneVectorSelection(
      EmbeddingModel model, Entry entry, VisibleSets sets, Passing passing, int exactUpTo)
      throws IOException {
    this.model = model;
    this.entry = entry;
    this.passing = passing;
    this.leaves = passing.leaves();
    this.exactUpTo = exactUpTo;
    this.firstPages = new FixedBitSet[leaves.size()];
    long pages = 0;
    long eligible = 0;
    for (var leaf : leaves) {
      if (!passing.isNothingOf(leaf.ord)) {
        var firsts = sets.firstPages(leaf.reader());
        firstPages[leaf.ord] = firsts;
        int size = passing.sizeOf(leaf.ord);
        pages += size;
        eligible +=
            firsts == null ? size : FixedBitSet.intersectionCount(firsts, passing.of(leaf.ord));
      }
    }
    this.pages = pages;
    this.eligible = eligible;
  }

  @Override
  public LogPosition position() {
    return entry.position();
  }

  @Override
  public long eligible() {
    return eligible;
  }

  @Override
  public VectorHits nearest(Vector query, int limit) {
    requireOfModel(query);
    int wanted = (int) Math.min(limit, eligible);
    if (wanted <= 0) {
      return new VectorHits(List.of(), true, 0);
    }
    return entry.reading(
        () -> {
          var numbers = query.numbers();
          var walked = pages <= exactUpTo ? null : walked(numbers, wanted);
          var candidates = walked == null ? scanned(numbers) : walked;
          return new VectorHits(
              best(query, candidates, wanted), candidates.pages() == pages, candidates.pages());
        });
  }

  /// What the graph leads to, if that is as many documents as are wanted: of some the nearest pages
  /// may all belong to few, and under a filter a walk may end early. Then it is begun again with a
  /// longer reach; null if everything may as well be looked at.
  private @Nullable Candidates walked(float[] query, int wanted) throws IOException {
    long pagesOfOne = Math.clamp(Math.ceilDiv(pages, eligible), 1, MOST_PAGES_OF_ONE);
    long reach = (REACH + (long) REACH_FOR_EACH * wanted) * pagesOfOne;
    while (reach < pages / 4) {
      var candidates = walkedTo(query, (int) reach);
      if (candidates.documents() >= wanted) {
        return candidates;
      }
      reach *= 4;
    }
    return null;
  }

  private Candidates walkedTo(float[] query, int reach) throws IOException {
    var walk = new Walk(query, reach);
    for (var leaf : leaves) {
      if (!passing.isNothingOf(leaf.ord)) {
        walk.through(leaf, new AcceptedSet(passing.of(leaf.ord), passing.sizeOf(leaf.ord)));
      }
    }
    var candidates = new Candidates();
    var vectors = new PageVectors(leaves);
    for (var page : walk.pages()) {
      add(query, page.leaf(), page.doc(), vectors, candidates);
    }
    return candidates;
  }

  private void requireOfModel(Vector query) {
    if (query.dimension() != model.dimension()) {
      throw new IllegalArgumentException(
          "a vector of another model: " + query.dimension() + ", " + model.dimension());
    }
  }

  /// All that pass.
  private Candidates scanned(float[] query) throws IOException {
    var candidates = new Candidates();
    var vectors = new PageVectors(leaves);
    for (var leaf : leaves) {
      var set = passing.of(leaf.ord);
      for (int doc = Columns.next(set, 0);
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = Columns.next(set, doc + 1)) {
        add(query, leaf, doc, vectors, candidates);
      }
    }
    return candidates;
  }

  private void add(
      float[] query, LeafReaderContext leaf, int doc, PageVectors vectors, Candidates candidates)
      throws IOException {
    int page = leaf.docBase + doc;
    float score = VectorUtil.dotProduct(query, vectors.read(leaf, page));
    candidates.add(page, first(leaf, page), score);
  }

  /// The first page of the document that a page belongs to.
  private int first(LeafReaderContext leaf, int page) {
    var firsts = firstPages[leaf.ord];
    return firsts == null ? page : leaf.docBase + firsts.prevSetBit(page - leaf.docBase);
  }

  private int first(int page) {
    return first(leaves.get(ReaderUtil.subIndex(page, leaves)), page);
  }

  private List<Near> best(Vector query, Candidates candidates, int wanted) throws IOException {
    var vectors = new PageVectors(leaves);
    var cosines = new TreeMap<Integer, Double>();
    for (int page : candidates.best(wanted)) {
      double cosine = Near.rounded(query.cosine(Vector.towards(vectors.read(page))));
      cosines.merge(first(page), cosine, Math::max);
    }
    // Ids are dear to read, so only those that may break a tie are.
    double bar =
        cosines.values().stream()
            .sorted(Comparator.reverseOrder())
            .skip(wanted - 1L)
            .findFirst()
            .orElse(-1.0);
    var column = new FiledColumn(leaves);
    var hits = new ArrayList<Near>();
    for (var found : cosines.entrySet()) {
      if (found.getValue() >= bar) {
        hits.add(new Near(column.read(found.getKey()), found.getValue()));
      }
    }
    hits.sort(Near.NEAREST_FIRST);
    return hits.subList(0, Math.min(wanted, hits.size()));
  }

  @Override
  public Map<IndexDocument.Key, Double> nearness(Vector query, List<Filed> documents) {
    requireOfModel(query);
    var cosines = new HashMap<IndexDocument.Key, Double>();
    passages(documents)
        .forEach(
            (key, passages) -> {
              double nearest = passages.stream().mapToDouble(query::cosine).max().orElseThrow();
              cosines.put(key, Near.rounded(nearest));
            });
    return cosines;
  }

  @Override
  public Map<IndexDocument.Key, List<Vector>> passages(List<Filed> documents) {
    return entry.reading(
        () -> {
          var vectors = new PageVectors(leaves);
          var found = new HashMap<IndexDocument.Key, List<Vector>>();
          for (var key : documents.stream().map(Filed::key).collect(Collectors.toSet())) {
            for (int page : passing.documents(Documents.key(key))) {
              found
                  .computeIfAbsent(key, _ -> new ArrayList<>())
                  .add(Vector.towards(vectors.read(page)));
            }
          }
          return found;
        });
  }
}
