package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.jspecify.annotations.Nullable;

/// Reads what is filed of documents, each once, and knows where they lie. Used by one thread.
final class FiledReader {

  private final Passing passing;
  private final List<LeafReaderContext> leaves;

  /// Where the hits lie that were handed out, and what was read of each.
  private final IdentityHashMap<Filed, Integer> places = new IdentityHashMap<>();

  private final Map<Integer, Filed> read = new HashMap<>();

  /// What is filed, for each segment, as far as it has been read.
  private final @Nullable BinaryDocValues[] columns;

  private final FiledBytes.Names names = new FiledBytes.Names();

  FiledReader(Passing passing) {
    this.passing = passing;
    this.leaves = passing.leaves();
    this.columns = new BinaryDocValues[leaves.size()];
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
