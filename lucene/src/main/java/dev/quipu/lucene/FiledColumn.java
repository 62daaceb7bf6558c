package dev.quipu.lucene;

import dev.quipu.engine.index.Filed;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.jspecify.annotations.Nullable;

/// Reads what is filed of documents, by their numbers in the whole reader; cheapest by rising ones.
final class FiledColumn {

  private final List<LeafReaderContext> leaves;

  /// For each segment, as far as it has been read.
  private final @Nullable BinaryDocValues[] columns;

  private final FiledBytes.Names names = new FiledBytes.Names();

  FiledColumn(List<LeafReaderContext> leaves) {
    this.leaves = leaves;
    this.columns = new BinaryDocValues[leaves.size()];
  }

  Filed read(int doc) throws IOException {
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
