package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.FilterField;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import java.io.IOException;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;

/// The documents of one kind that a segment has of a session, whoever sees them, in the order of
/// the conversation ([Filed#OLDEST_FIRST]), those of one entry in any.
final class SessionPart {

  /// The same at its place in a reader: never nothing.
  record Placed(int segment, SessionPart documents) {}

  private final int[] docs;
  private final long[] times;
  private final long[] created;

  private SessionPart(int[] docs, long[] times, long[] created) {
    this.docs = docs;
    this.times = times;
    this.created = created;
  }

  static SessionPart of(LeafReader segment, SessionId session, ObjectType type) throws IOException {
    var set = Columns.with(segment, Documents.filter(FilterField.SESSION_IDS), session.value());
    set.and(Columns.with(segment, Documents.filter(FilterField.OBJECT_TYPES), type.wireName()));
    var when = Columns.numbers(segment, Documents.TIME);
    var numbers = Columns.numbers(segment, Documents.CREATED);
    var docs = new int[set.cardinality()];
    var times = new long[docs.length];
    var created = new long[docs.length];
    int size = 0;
    for (int doc = Columns.next(set, 0);
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = Columns.next(set, doc + 1)) {
      docs[size] = doc;
      times[size] = when.advanceExact(doc) ? when.longValue() : 0;
      created[size++] = numbers.advanceExact(doc) ? numbers.longValue() : 0;
    }
    var part = new SessionPart(docs, times, created);
    return part.isInOrder() ? part : part.sorted();
  }

  /// It mostly is: documents come as their entries do.
  private boolean isInOrder() {
    for (int i = 1; i < docs.length; i++) {
      if (compare(i - 1, times[i], created[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  private SessionPart sorted() {
    var order =
        IntStream.range(0, docs.length)
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer i) -> times[i])
                    .thenComparingLong(i -> created[i]))
            .mapToInt(i -> i)
            .toArray();
    return new SessionPart(
        IntStream.of(order).map(i -> docs[i]).toArray(),
        IntStream.of(order).mapToLong(i -> times[i]).toArray(),
        IntStream.of(order).mapToLong(i -> created[i]).toArray());
  }

  int size() {
    return docs.length;
  }

  int doc(int place) {
    return docs[place];
  }

  /// Whether two places belong to one entry, or might.
  boolean isTie(int one, int other) {
    return compare(one, times[other], created[other]) == 0;
  }

  /// The first place that is not before a document.
  int firstFrom(Filed document) {
    return first(document, 0);
  }

  /// The first place that is behind it.
  int firstBehind(Filed document) {
    return first(document, 1);
  }

  private int first(Filed document, int least) {
    long time = Micros.of(document.time());
    long position = document.created().value();
    int from = 0;
    int to = docs.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(middle, time, position) < least) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private int compare(int place, long time, long position) {
    int byTime = Long.compare(times[place], time);
    return byTime == 0 ? Long.compare(created[place], position) : byTime;
  }

  long bytes() {
    return 20L * docs.length + 64;
  }
}
