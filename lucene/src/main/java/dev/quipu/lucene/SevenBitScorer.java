package dev.quipu.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.hnsw.FlatVectorScorerUtil;
import org.apache.lucene.codecs.lucene104.Lucene104ScalarQuantizedVectorScorer;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.hnsw.RandomVectorScorer;
import org.apache.lucene.util.hnsw.RandomVectorScorerSupplier;
import org.apache.lucene.util.hnsw.UpdateableRandomVectorScorer;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues;

/// Gives the scores of Lucene's own, and sooner where vectors lie as [SevenBits] takes them.
final class SevenBitScorer extends Lucene104ScalarQuantizedVectorScorer {

  SevenBitScorer() {
    super(FlatVectorScorerUtil.getLucene99FlatVectorsScorer());
  }

  @Override
  public RandomVectorScorer getRandomVectorScorer(
      VectorSimilarityFunction similarity, KnnVectorValues values, float[] target)
      throws IOException {
    if (!SevenBits.fits(similarity, values)) {
      return super.getRandomVectorScorer(similarity, values, target);
    }
    var rows = new SevenBits((QuantizedByteVectorValues) values);
    rows.holdAgainst(target);
    return new RandomVectorScorer.AbstractRandomVectorScorer(values) {
      @Override
      public float score(int ordinal) throws IOException {
        return rows.score(ordinal);
      }
    };
  }

  @Override
  public RandomVectorScorerSupplier getRandomVectorScorerSupplier(
      VectorSimilarityFunction similarity, KnnVectorValues values) throws IOException {
    return SevenBits.fits(similarity, values)
        ? new Supplier((QuantizedByteVectorValues) values)
        : super.getRandomVectorScorerSupplier(similarity, values);
  }

  /// For building a graph: each is held against many others.
  private record Supplier(QuantizedByteVectorValues values) implements RandomVectorScorerSupplier {

    @Override
    public UpdateableRandomVectorScorer scorer() throws IOException {
      var own = values.copy();
      var rows = new SevenBits(own);
      return new UpdateableRandomVectorScorer.AbstractUpdateableRandomVectorScorer(own) {
        @Override
        public void setScoringOrdinal(int ordinal) throws IOException {
          rows.holdAgainst(ordinal);
        }

        @Override
        public float score(int ordinal) throws IOException {
          return rows.score(ordinal);
        }
      };
    }

    @Override
    public RandomVectorScorerSupplier copy() throws IOException {
      return new Supplier(values.copy());
    }
  }
}
