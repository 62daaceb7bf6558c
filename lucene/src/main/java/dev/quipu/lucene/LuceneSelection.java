package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits;
import dev.quipu.lucene.analysis.Analysis;
import dev.quipu.lucene.analysis.Omitted;
import dev.quipu.lucene.analysis.WordField;
import dev.quipu.model.id.ObjectRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.jspecify.annotations.Nullable;

/// Looks among the documents that pass.
final class LuceneSelection implements Selection {

  private final Entry entry;
  private final VisibleSets sets;
  private final Omitted omitted;
  private final Passing passing;
  private final Passing asked;
  private final SeenSearcher searcher;
  private final List<LeafReaderContext> leaves;
  private final FiledReader filed;

  private @Nullable String plannedFor;
  private @Nullable Plan plan;

  /// @param asked what a word has to stand in to be looked for as it is
  LuceneSelection(Entry entry, VisibleSets sets, Omitted omitted, Passing passing, Passing asked) {
    this.entry = entry;
    this.sets = sets;
    this.omitted = omitted;
    this.passing = passing;
    this.asked = asked;
    this.searcher = passing.searcher();
    this.leaves = passing.leaves();
    this.filed = new FiledReader(passing);
  }

  @Override
  public long visible() {
    return searcher.visible();
  }

  @Override
  public List<Long> left() {
    return passing.left();
  }

  @Override
  public WordHits words(String text, int limit) {
    return entry.reading(
        () -> {
          var planned = plan(text);
          long visited = planned.words().isEmpty() ? 0 : passing.havingOneOf(planned.terms());
          var hits = new ArrayList<Hit>();
          if (visited > 0 && limit > 0) {
            var best = new BestHits((int) Math.min(limit, visited), filed::at);
            var query = planned.within(passing.query(), searcher);
            for (var found : searcher.search(query, best.alone())) {
              hits.add(new Hit(found.filed(), found.score()));
            }
          }
          return new WordHits(hits, planned.told(), visited);
        });
  }

  private Plan plan(String text) throws IOException {
    var known = plan;
    if (known == null || !text.equals(plannedFor)) {
      known = Plan.of(Analysis.words(text, omitted), asked, omitted);
      plan = known;
      plannedFor = text;
    }
    return known;
  }

  @Override
  public List<WeighedHit> weigh(String text, List<Filed> documents) {
    return entry.reading(
        () -> {
          var docs = places(documents);
          var weighing = Weighing.of(searcher, plan(text), docs, false);
          var weighed = new ArrayList<WeighedHit>();
          var lengths = lengths(docs);
          for (int i = 0; i < docs.length; i++) {
            weighed.add(new WeighedHit(documents.get(i), weighing.weights(i), lengths[i]));
          }
          return weighed;
        });
  }

  @Override
  public List<List<Hit.Matched>> explain(String text, List<Filed> documents) {
    return entry.reading(
        () -> Weighing.of(searcher, plan(text), places(documents), true).matched());
  }

  private int[] places(List<Filed> documents) throws IOException {
    var docs = new int[documents.size()];
    for (int i = 0; i < docs.length; i++) {
      docs[i] = filed.place(documents.get(i));
    }
    return docs;
  }

  /// How long the texts of documents are; in the order given.
  private int[] lengths(int[] docs) throws IOException {
    var lengths = new int[docs.length];
    LeafReaderContext leaf = null;
    NumericDocValues norms = null;
    // Norms are read forwards only; to open them is dear.
    for (int place : rising(docs)) {
      int doc = docs[place];
      if (leaf == null || doc >= leaf.docBase + leaf.reader().maxDoc()) {
        leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
        norms = leaf.reader().getNormValues(WordField.TEXT.field());
      }
      lengths[place] = Visible.length(norms, doc - leaf.docBase);
    }
    return lengths;
  }

  /// The places of those that are there, by rising number of the document.
  static int[] rising(int[] docs) {
    return IntStream.range(0, docs.length)
        .filter(place -> docs[place] >= 0)
        .mapToLong(place -> (long) docs[place] << 32 | place)
        .sorted()
        .mapToInt(both -> (int) both)
        .toArray();
  }

  @Override
  public List<Hit> newest(int limit) {
    if (limit <= 0) {
      return List.of();
    }
    return entry.reading(
        () -> {
          var oldestFirst =
              new PriorityQueue<Hit>(
                  Comparator.comparing(Hit::filed, Filed.LATEST_FIRST.reversed()));
          long bar = Long.MIN_VALUE;
          for (var leaf : leaves) {
            if (passing.isNothingOf(leaf.ord)) {
              continue;
            }
            var created = Columns.numbers(leaf.reader(), Documents.CREATED);
            var set = passing.of(leaf.ord);
            for (int doc = Columns.next(set, 0);
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = Columns.next(set, doc + 1)) {
              if (!created.advanceExact(doc) || created.longValue() < bar) {
                continue;
              }
              oldestFirst.add(filed.hit(leaf.docBase + doc));
              if (oldestFirst.size() > limit) {
                oldestFirst.poll();
              }
              if (oldestFirst.size() == limit) {
                bar = oldestFirst.element().filed().created().value();
              }
            }
          }
          return oldestFirst.stream()
              .sorted(Comparator.comparing(Hit::filed, Filed.LATEST_FIRST))
              .toList();
        });
  }

  @Override
  public List<Hit> of(Collection<ObjectRef> refs) {
    return entry.reading(
        () -> {
          var hits = new ArrayList<Hit>();
          for (var ref : new HashSet<>(refs)) {
            for (int doc : passing.documents(Documents.ref(ref))) {
              hits.add(filed.hit(doc));
            }
          }
          hits.sort(Comparator.comparing(Hit::filed, Filed.BY_ID));
          return hits;
        });
  }

  @Override
  public List<Hit.Beside> beside(List<Filed> documents, int distance) {
    return entry.reading(() -> new Neighbours(passing, filed, sets).beside(documents, distance));
  }
}
