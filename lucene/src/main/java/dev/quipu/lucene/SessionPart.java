package dev.quipu.lucene;

import dev.quipu.engine.index.FilterField;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;

/// The documents of one kind that a segment has of a session, whoever sees them, in the order in
/// which their objects were made.
final class SessionPart {

  /// The same at its place in a reader: never nothing.
  record Placed(int segment, SessionPart documents) {}

  private final int[] docs;
  private final long[] created;

  private SessionPart(int[] docs, long[] created) {
    this.docs = docs;
    this.created = created;
  }

  static SessionPart of(LeafReader segment, SessionId session, ObjectType type) throws IOException {
    var set = Columns.with(segment, Documents.filter(FilterField.SESSION_IDS), session.value());
    set.and(Columns.with(segment, Documents.filter(FilterField.OBJECT_TYPES), type.wireName()));
    var numbers = Columns.numbers(segment, Documents.CREATED);
    var docs = new int[set.cardinality()];
    var created = new long[docs.length];
    int size = 0;
    for (int doc = Columns.next(set, 0);
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = Columns.next(set, doc + 1)) {
      docs[size] = doc;
      created[size++] = numbers.advanceExact(doc) ? numbers.longValue() : 0;
    }
    return inOrder(created) ? new SessionPart(docs, created) : sorted(docs, created);
  }

  /// It mostly is: documents come as their entries do.
  private static boolean inOrder(long[] created) {
    for (int i = 1; i < created.length; i++) {
      if (created[i - 1] > created[i]) {
        return false;
      }
    }
    return true;
  }

  private static SessionPart sorted(int[] docs, long[] created) {
    var order =
        IntStream.range(0, docs.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> created[i]))
            .mapToInt(i -> i)
            .toArray();
    return new SessionPart(
        IntStream.of(order).map(i -> docs[i]).toArray(),
        IntStream.of(order).mapToLong(i -> created[i]).toArray());
  }

  int size() {
    return docs.length;
  }

  int doc(int place) {
    return docs[place];
  }

  long created(int place) {
    return created[place];
  }

  /// The first place whose object was made at a position or later.
  int firstFrom(long position) {
    int place = Arrays.binarySearch(created, position);
    if (place < 0) {
      return -place - 1;
    }
    while (place > 0 && created[place - 1] == position) {
      place--;
    }
    return place;
  }

  long bytes() {
    return 12L * docs.length + 64;
  }
}
