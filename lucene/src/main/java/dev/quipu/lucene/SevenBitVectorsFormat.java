package dev.quipu.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.hnsw.FlatVectorScorerUtil;
import org.apache.lucene.codecs.hnsw.FlatVectorsFormat;
import org.apache.lucene.codecs.hnsw.FlatVectorsReader;
import org.apache.lucene.codecs.hnsw.FlatVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104ScalarQuantizedVectorsReader;
import org.apache.lucene.codecs.lucene104.Lucene104ScalarQuantizedVectorsWriter;
import org.apache.lucene.codecs.lucene99.Lucene99FlatVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsReader;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsWriter;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;

/// Vectors in full and in seven bits a number, and a graph over the latter where there are many:
/// Lucene's own files, compared by [SevenBitScorer].
///
/// Lucene makes it by its name when it opens a segment, from what stands in `META-INF/services`.
public final class SevenBitVectorsFormat extends KnnVectorsFormat {

  private static final String NAME = "QuipuSevenBits";

  private static final int NEIGHBOURS = 16;

  /// How far around a vector neighbours are looked for when it is put into the graph. Lucene's 100
  /// makes that twice as dear, and what is found is weighed again in full anyway.
  private static final int BEAM = 50;

  private static final int ONE_THREAD = 1;

  private static final FlatVectorsFormat FLAT = new Flat();

  private final int graphFrom;

  /// For reading.
  public SevenBitVectorsFormat() {
    this(0);
  }

  /// @param graphFrom how many a search has to want at least for a graph to be made that helps it;
  ///   0 makes one always
  SevenBitVectorsFormat(int graphFrom) {
    super(NAME);
    this.graphFrom = graphFrom;
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    return new Lucene99HnswVectorsWriter(
        state, NEIGHBOURS, BEAM, FLAT, FLAT.fieldsWriter(state), ONE_THREAD, null, graphFrom);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return new Lucene99HnswVectorsReader(state, FLAT.fieldsReader(state));
  }

  /// More than Lucene's 1,024, which it does not need and models of endpoints go beyond.
  @Override
  public int getMaxDimensions(String field) {
    return Integer.MAX_VALUE;
  }

  private static final class Flat extends FlatVectorsFormat {

    private static final SevenBitScorer SCORER = new SevenBitScorer();

    private static final FlatVectorsFormat FULL =
        new Lucene99FlatVectorsFormat(FlatVectorScorerUtil.getLucene99FlatVectorsScorer());

    Flat() {
      super(NAME);
    }

    @Override
    public FlatVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
      return new Lucene104ScalarQuantizedVectorsWriter(
          state, ScalarEncoding.SEVEN_BIT, FULL.fieldsWriter(state), SCORER);
    }

    @Override
    public FlatVectorsReader fieldsReader(SegmentReadState state) throws IOException {
      return new Lucene104ScalarQuantizedVectorsReader(state, FULL.fieldsReader(state), SCORER);
    }

    @Override
    public int getMaxDimensions(String field) {
      return Integer.MAX_VALUE;
    }
  }
}
