package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/// Reads what is filed of documents, each once, and knows where they lie. Used by one thread.
final class FiledReader {

  private final Passing passing;
  private final FiledColumn column;

  /// Where the hits lie that were handed out, and what was read of each.
  private final IdentityHashMap<Filed, Integer> places = new IdentityHashMap<>();

  private final Map<Integer, Filed> read = new HashMap<>();

  FiledReader(Passing passing) {
    this.passing = passing;
    this.column = new FiledColumn(passing.leaves());
  }

  /// Where a document lies; below 0 if it does not pass.
  int place(Filed document) throws IOException {
    var known = places.get(document);
    if (known == null) {
      var found = passing.documents(Documents.key(document.key()));
      known = found.isEmpty() ? -1 : found.getFirst();
      places.put(document, known);
    }
    return known;
  }

  Hit hit(int doc) throws IOException {
    return new Hit(at(doc), 0);
  }

  /// What is filed of a document.
  Filed at(int doc) throws IOException {
    var known = read.get(doc);
    if (known == null) {
      known = column.read(doc);
      read.put(doc, known);
      places.put(known, doc);
    }
    return known;
  }
}
