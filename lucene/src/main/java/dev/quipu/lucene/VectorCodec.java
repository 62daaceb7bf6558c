package dev.quipu.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;

/// How vectors are written: in full always, and for those of `now` also in seven bits a number with
/// a graph over them.
///
/// What is read says by itself how it was written; this is for writing alone.
final class VectorCodec {

  private static final int NEIGHBOURS = 16;

  /// How far around a vector neighbours are looked for when it is put into the graph. Lucene's 100
  /// makes that twice as dear, and what is found is weighed again in full anyway.
  private static final int BEAM = 50;

  private static final int ONE_THREAD = 1;

  /// A search is taken to look at so many vectors for each that it is to find, or about as many as
  /// the logarithm of how many there are.
  private static final int LOOKS = 10;

  private static final int NEVER = Integer.MAX_VALUE;

  static final Codec PAST =
      codec(new Lucene99HnswVectorsFormat(NEIGHBOURS, BEAM, ONE_THREAD, null, NEVER));

  private VectorCodec() {}

  /// Small segments come and go, and a graph is dear to make: there is none for one that is looked
  /// at as a whole about as soon.
  ///
  /// @param exactUpTo how many vectors such a segment has at most, about
  static Codec now(int exactUpTo) {
    return codec(
        new Lucene104HnswScalarQuantizedVectorsFormat(
            ScalarEncoding.SEVEN_BIT, NEIGHBOURS, BEAM, ONE_THREAD, null, exactUpTo / LOOKS));
  }

  private static Codec codec(KnnVectorsFormat format) {
    var any = new AnyDimension(format);
    return new Lucene104Codec() {
      @Override
      public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return any;
      }
    };
  }

  /// The format as it is, but for a limit of 1,024 numbers that it does not need and that models of
  /// endpoints go beyond.
  private static final class AnyDimension extends KnnVectorsFormat {

    private final KnnVectorsFormat format;

    AnyDimension(KnnVectorsFormat format) {
      super(format.getName());
      this.format = format;
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
      return format.fieldsWriter(state);
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
      return format.fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
      return Integer.MAX_VALUE;
    }
  }
}
