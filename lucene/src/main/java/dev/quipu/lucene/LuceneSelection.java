package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits;
import dev.quipu.lucene.analysis.Analysis;
import dev.quipu.lucene.analysis.WordField;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import java.io.IOException;
import java.util.ArrayList;
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
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.jspecify.annotations.Nullable;

/// Looks among the documents that pass.
final class LuceneSelection implements Selection {

  private final LuceneView view;
  private final Passing passing;
  private final SeenSearcher searcher;
  private final List<LeafReaderContext> leaves;

  /// Where the hits lie that were handed out, and what was read of each.
  private final IdentityHashMap<Filed, Integer> places = new IdentityHashMap<>();

  private final Map<Integer, Filed> read = new HashMap<>();

  /// What is filed, for each segment, as far as it has been read.
  private final @Nullable BinaryDocValues[] columns;

  private final FiledBytes.Names names = new FiledBytes.Names();

  private @Nullable String plannedFor;
  private @Nullable Plan plan;

  LuceneSelection(LuceneView view, Passing passing) {
    this.view = view;
    this.passing = passing;
    this.searcher = passing.searcher();
    this.leaves = passing.leaves();
    this.columns = new BinaryDocValues[leaves.size()];
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
    return view.reading(
        () -> {
          var asked = plan(text);
          long visited = asked.words().isEmpty() ? 0 : passing.havingOneOf(asked.terms());
          var hits = new ArrayList<Hit>();
          if (visited > 0 && limit > 0) {
            var best = new BestHits((int) Math.min(limit, visited), this::filed);
            var query = asked.within(passing.query(), searcher);
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
      known = Plan.of(Analysis.words(text, view.omitted()), passing, view.omitted());
      plan = known;
      plannedFor = text;
    }
    return known;
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
            for (int doc : passing.documents(Documents.ref(ref))) {
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
      if (passing.of(part.segment()).get(documents.doc(i))) {
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
      if (!passing.of(part.segment()).get(doc)) {
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

  private int place(Filed document) throws IOException {
    var known = places.get(document);
    if (known == null) {
      var found = passing.documents(Documents.key(document.key()));
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
