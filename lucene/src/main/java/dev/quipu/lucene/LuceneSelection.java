package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits;
import dev.quipu.lucene.analysis.Analysis;
import dev.quipu.lucene.analysis.WordField;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/// The documents that pass, as one set for each segment.
final class LuceneSelection implements Selection {

  private final LuceneView view;
  private final SeenSearcher searcher;
  private final List<LeafReaderContext> leaves;
  private final FixedBitSet[] passing;
  private final int[] sizes;
  private final List<Long> left;

  /// Where the hits lie that were handed out, and what was read of each.
  private final IdentityHashMap<Filed, Integer> places = new IdentityHashMap<>();

  private final Map<Integer, Filed> read = new HashMap<>();

  /// What is filed, for each segment, as far as it has been read.
  private final @Nullable BinaryDocValues[] columns;

  private final FiledBytes.Names names = new FiledBytes.Names();

  private @Nullable String plannedFor;
  private @Nullable Plan plan;

  private LuceneSelection(
      LuceneView view, SeenSearcher searcher, FixedBitSet[] passing, int[] sizes, List<Long> left) {
    this.view = view;
    this.searcher = searcher;
    this.leaves = searcher.getLeafContexts();
    this.passing = passing;
    this.sizes = sizes;
    this.left = left;
    this.columns = new BinaryDocValues[sizes.length];
  }

  static LuceneSelection of(
      LuceneView view, IndexReader reader, LogPosition knownAt, List<IndexFilter> filters)
      throws IOException {
    var sets = view.sets();
    var leaves = reader.leaves();
    var seen = new ArrayList<Visible>();
    var passing = new FixedBitSet[leaves.size()];
    var sizes = new int[leaves.size()];
    var left = new long[filters.size()];
    for (var leaf : leaves) {
      var visible = sets.seen(leaf.reader(), view.sight(), knownAt, view.clock());
      seen.add(visible);
      var set = filters.isEmpty() ? visible.documents() : visible.documents().clone();
      int size = visible.count();
      for (int i = 0; i < left.length; i++) {
        if (size > 0) {
          sets.narrow(leaf.reader(), filters.get(i), set);
          size = set.cardinality();
        }
        left[i] += size;
      }
      passing[leaf.ord] = set;
      sizes[leaf.ord] = size;
    }
    return new LuceneSelection(
        view, new SeenSearcher(reader, seen), passing, sizes, Arrays.stream(left).boxed().toList());
  }

  @Override
  public long visible() {
    return searcher.visible();
  }

  @Override
  public List<Long> left() {
    return left;
  }

  @Override
  public WordHits words(String text, int limit) {
    return view.reading(
        () -> {
          var asked = plan(text);
          long visited = asked.words().isEmpty() ? 0 : visited(asked);
          var hits = new ArrayList<Hit>();
          if (visited > 0 && limit > 0) {
            var best = new BestHits((int) Math.min(limit, visited), this::filed);
            var query = asked.within(new SetQuery(passing, sizes), searcher);
            for (var found : searcher.search(query, best.alone())) {
              hits.add(new Hit(found.filed(), found.score()));
            }
          }
          return new WordHits(hits, asked.told(), visited);
        });
  }

  private Plan plan(String text) throws IOException {
    var known = plan;
    if (known == null || !text.equals(plannedFor)) {
      known = Plan.of(Analysis.words(text), searcher);
      plan = known;
      plannedFor = text;
    }
    return known;
  }

  /// How many that pass have one of the words. It is counted, and not taken from the search, which
  /// skips what cannot be among the best, more or less of it as the segments lie.
  private long visited(Plan asked) throws IOException {
    var terms = asked.terms();
    long sum = 0;
    for (var leaf : leaves) {
      if (sizes[leaf.ord] == 0) {
        continue;
      }
      if (sum >= WordHits.MOST_COUNTED) {
        return WordHits.MOST_COUNTED;
      }
      var having = new FixedBitSet(leaf.reader().maxDoc());
      PostingsEnum used = null;
      for (var term : terms) {
        var postings = searcher.postings(leaf, term, used);
        if (postings != null) {
          having.or(postings);
          used = postings;
        }
      }
      sum += FixedBitSet.intersectionCount(having, passing[leaf.ord]);
    }
    return Math.min(sum, WordHits.MOST_COUNTED);
  }

  @Override
  public List<WeighedHit> weigh(String text, List<Filed> documents) {
    return view.reading(
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
    return view.reading(() -> Weighing.of(searcher, plan(text), places(documents), true).matched());
  }

  private int[] places(List<Filed> documents) throws IOException {
    var docs = new int[documents.size()];
    for (int i = 0; i < docs.length; i++) {
      docs[i] = place(documents.get(i));
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
    return view.reading(
        () -> {
          var oldestFirst =
              new PriorityQueue<Hit>(
                  Comparator.comparing(Hit::filed, Filed.LATEST_FIRST.reversed()));
          long bar = Long.MIN_VALUE;
          for (var leaf : leaves) {
            if (sizes[leaf.ord] == 0) {
              continue;
            }
            var created = Columns.numbers(leaf.reader(), Documents.CREATED);
            var set = passing[leaf.ord];
            for (int doc = Columns.next(set, 0);
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = Columns.next(set, doc + 1)) {
              if (!created.advanceExact(doc) || created.longValue() < bar) {
                continue;
              }
              oldestFirst.add(hit(leaf.docBase + doc));
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
    return view.reading(
        () -> {
          var hits = new ArrayList<Hit>();
          for (var ref : new HashSet<>(refs)) {
            for (int doc : having(Documents.ref(ref))) {
              hits.add(hit(doc));
            }
          }
          hits.sort(Comparator.comparing(Hit::filed, Filed.BY_ID));
          return hits;
        });
  }

  @Override
  public List<Hit.Beside> beside(List<Filed> documents, int distance) {
    return view.reading(
        () -> {
          readNeighbours(documents, distance);
          var beside = new ArrayList<Hit.Beside>();
          for (var document : documents) {
            beside.add(beside(document, distance));
          }
          return beside;
        });
  }

  /// Reads those that will most likely be wanted in the order in which they lie, which is cheaper
  /// than there and back.
  private void readNeighbours(List<Filed> documents, int distance) throws IOException {
    var wanted = IntStream.builder();
    for (var document : documents) {
      var session = document.session();
      if (session != null) {
        for (var part : parts(session, document.ref().type())) {
          int here = part.documents().firstFrom(document);
          near(part, here - 1, -1, distance, wanted);
          near(part, here, 1, distance + 1, wanted);
        }
      }
    }
    for (int doc : wanted.build().sorted().toArray()) {
      filed(doc);
    }
  }

  private void near(
      SessionPart.Placed part, int from, int step, int count, IntStream.Builder into) {
    var documents = part.documents();
    int left = count;
    for (int i = from; left > 0 && i >= 0 && i < documents.size(); i += step) {
      if (passing[part.segment()].get(documents.doc(i))) {
        into.add(leaves.get(part.segment()).docBase + documents.doc(i));
        left--;
      }
    }
  }

  private List<SessionPart.Placed> parts(SessionId session, ObjectType type) throws IOException {
    return view.sets().session(searcher.getIndexReader(), session, type);
  }

  /// Each segment has a part of the session; what is nearest of all of them is nearest.
  private Hit.Beside beside(Filed document, int distance) throws IOException {
    var session = document.session();
    if (session == null || place(document) < 0) {
      return Hit.Beside.NOBODY;
    }
    var before = new ArrayList<Filed>();
    var after = new ArrayList<Filed>();
    for (var part : parts(session, document.ref().type())) {
      var documents = part.documents();
      gather(part, documents.firstBehind(document) - 1, -1, document, distance, before);
      gather(part, documents.firstFrom(document), 1, document, distance, after);
    }
    before.sort(Filed.OLDEST_FIRST.reversed());
    after.sort(Filed.OLDEST_FIRST);
    return new Hit.Beside(first(before, distance), first(after, distance));
  }

  /// Those that pass, from a place on in one direction. Of equally old ones all are gathered, since
  /// their order is not that of the segment.
  private void gather(
      SessionPart.Placed part, int from, int step, Filed around, int distance, List<Filed> into)
      throws IOException {
    var documents = part.documents();
    int found = 0;
    int last = -1;
    for (int i = from; i >= 0 && i < documents.size(); i += step) {
      if (found >= distance && !documents.isTie(i, last)) {
        return;
      }
      int doc = documents.doc(i);
      if (!passing[part.segment()].get(doc)) {
        continue;
      }
      var filed = filed(leaves.get(part.segment()).docBase + doc);
      int order = Filed.OLDEST_FIRST.compare(filed, around);
      if (step < 0 ? order < 0 : order > 0) {
        into.add(filed);
        found++;
        last = i;
      }
    }
  }

  private static List<Filed> first(List<Filed> filed, int count) {
    return filed.subList(0, Math.min(count, filed.size()));
  }

  /// Those that pass and have a term.
  private List<Integer> having(Term term) throws IOException {
    var docs = new ArrayList<Integer>();
    for (var leaf : leaves) {
      var postings = sizes[leaf.ord] == 0 ? null : leaf.reader().postings(term, PostingsEnum.NONE);
      if (postings == null) {
        continue;
      }
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        if (passing[leaf.ord].get(doc)) {
          docs.add(leaf.docBase + doc);
        }
      }
    }
    return docs;
  }

  private int place(Filed document) throws IOException {
    var known = places.get(document);
    if (known == null) {
      var found = having(Documents.key(document.key()));
      known = found.isEmpty() ? -1 : found.getFirst();
      places.put(document, known);
    }
    return known;
  }

  private Hit hit(int doc) throws IOException {
    return new Hit(filed(doc), 0);
  }

  private Filed filed(int doc) throws IOException {
    var known = read.get(doc);
    if (known == null) {
      known = stored(doc);
      read.put(doc, known);
      places.put(known, doc);
    }
    return known;
  }

  private Filed stored(int doc) throws IOException {
    var leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    int number = doc - leaf.docBase;
    var values = columns[leaf.ord];
    // It is read forwards only; to open it is dear.
    if (values == null || values.docID() > number) {
      values = leaf.reader().getBinaryDocValues(Documents.FILED);
      columns[leaf.ord] = values;
    }
    if (values == null || !values.advanceExact(number)) {
      throw new IllegalStateException("a document without what is filed of it");
    }
    return FiledBytes.read(values.binaryValue(), names);
  }
}
