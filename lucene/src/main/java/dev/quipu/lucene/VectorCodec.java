package dev.quipu.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/// How vectors are written: in full always, and for those of `now` also in seven bits a number,
/// with a graph over them where there are many.
///
/// What is read says by itself how it was written; this is for writing alone.
final class VectorCodec {

  /// A walk is taken to look at so many vectors for each that it is to find, or about as many as
  /// the logarithm of how many there are.
  private static final int LOOKS = 10;

  /// While one vector is looked at in full, or while a walk goes on to the next, so many that lie
  /// side by side are looked at in seven bits.
  private static final int IN_SEVEN_BITS = 4;

  private static final int ONE_THREAD = 1;

  static final Codec PAST = codec(new AnyDimension(withoutGraph()));

  private VectorCodec() {}

  /// Small segments come and go, and a graph is dear to make: there is none for one that is looked
  /// at as a whole about as soon.
  ///
  /// @param exactUpTo how many vectors are looked at in full without another thought
  static Codec now(int exactUpTo) {
    return codec(new SevenBitVectorsFormat(exactUpTo / LOOKS * IN_SEVEN_BITS));
  }

  private static KnnVectorsFormat withoutGraph() {
    return new Lucene99HnswVectorsFormat(
        Lucene99HnswVectorsFormat.DEFAULT_MAX_CONN,
        Lucene99HnswVectorsFormat.DEFAULT_BEAM_WIDTH,
        ONE_THREAD,
        null,
        Integer.MAX_VALUE);
  }

  private static Codec codec(KnnVectorsFormat format) {
    return new Lucene104Codec() {
      @Override
      public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return format;
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
