package dev.quipu.lucene;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues.DocIndexIterator;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.jspecify.annotations.Nullable;

/// Reads vectors in full, by the numbers of their pages in the whole reader; cheapest by rising
/// ones.
final class PageVectors {

  private final List<LeafReaderContext> leaves;
  private final @Nullable Column[] columns;

  PageVectors(List<LeafReaderContext> leaves) {
    this.leaves = leaves;
    this.columns = new Column[leaves.size()];
  }

  /// To be used before the next is read.
  float[] read(int page) throws IOException {
    return read(leaves.get(ReaderUtil.subIndex(page, leaves)), page);
  }

  float[] read(LeafReaderContext leaf, int page) throws IOException {
    int number = page - leaf.docBase;
    var column = columns[leaf.ord];
    if (column == null || column.place.docID() > number) {
      var values = leaf.reader().getFloatVectorValues(VectorLayout.VECTOR);
      if (values == null) {
        throw new IllegalStateException("a segment without vectors");
      }
      column = new Column(values, values.iterator());
      columns[leaf.ord] = column;
    }
    if (column.place.docID() < number && column.place.advance(number) != number) {
      throw new IllegalStateException("a page without a vector");
    }
    return column.values.vectorValue(column.place.index());
  }

  private record Column(FloatVectorValues values, DocIndexIterator place) {}
}
