package dev.quipu.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.testkit.index.VectorDraw;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.codecs.hnsw.FlatVectorScorerUtil;
import org.apache.lucene.codecs.hnsw.FlatVectorsScorer;
import org.apache.lucene.codecs.lucene104.Lucene104ScalarQuantizedVectorScorer;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsReader;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SevenBitScorerTest {

  private static final String FIELD = "vector";
  private static final int COUNT = 300;

  private static final FlatVectorsScorer LUCENES =
      new Lucene104ScalarQuantizedVectorScorer(FlatVectorScorerUtil.getLucene99FlatVectorsScorer());

  private static final FlatVectorsScorer OURS = new SevenBitScorer();

  @TempDir private Path folder;

  /// What comes of it for each segment of an index.
  private interface Looking {
    void at(VectorSimilarityFunction similarity, QuantizedByteVectorValues values)
        throws IOException;
  }

  /// @param holed whether there are documents without a vector between the others
  private void look(
      VectorSimilarityFunction similarity, int dimension, boolean holed, Looking looking)
      throws IOException {
    var draw = new VectorDraw(7, dimension, 10, 0.5);
    try (var directory = FSDirectory.open(folder);
        var writer =
            new IndexWriter(directory, new IndexWriterConfig().setCodec(VectorCodec.now(0)))) {
      for (int i = 0; i < COUNT; i++) {
        var document = new Document();
        document.add(new KnnFloatVectorField(FIELD, draw.distinct().numbers(), similarity));
        writer.addDocument(document);
        if (holed && i % 3 == 0) {
          writer.addDocument(new Document());
        }
      }
      writer.forceMerge(1);
      writer.commit();
      try (var reader = DirectoryReader.open(directory)) {
        for (var leaf : reader.leaves()) {
          looking.at(similarity, values((CodecReader) leaf.reader()));
        }
      }
    }
  }

  private static QuantizedByteVectorValues values(CodecReader reader) throws IOException {
    var fields = (PerFieldKnnVectorsFormat.FieldsReader) reader.getVectorReader();
    var vectors = (Lucene99HnswVectorsReader) fields.getFieldReader(FIELD);
    return (QuantizedByteVectorValues) vectors.getQuantizedVectorValues(FIELD);
  }

  @ParameterizedTest
  @CsvSource({
    "DOT_PRODUCT, 384, false",
    "DOT_PRODUCT, 384, true",
    "DOT_PRODUCT, 4, false",
    "DOT_PRODUCT, 1540, false",
    "DOT_PRODUCT, 30, false",
    "EUCLIDEAN, 32, false",
  })
  void a_vector_is_as_near_to_another_as_lucene_says_to_the_bit(
      VectorSimilarityFunction function, int dimension, boolean holed) throws IOException {
    look(
        function,
        dimension,
        holed,
        (similarity, values) -> {
          var draw = new VectorDraw(8, dimension, 10, 0.5);
          for (int question = 0; question < 20; question++) {
            var numbers = draw.distinct().numbers();
            var ours = OURS.getRandomVectorScorer(similarity, values.copy(), numbers);
            var theirs = LUCENES.getRandomVectorScorer(similarity, values.copy(), numbers);
            assertThat(ours.maxOrd()).isEqualTo(COUNT);
            for (int i = 0; i < COUNT; i++) {
              assertThat(ours.score(i)).isEqualTo(theirs.score(i));
              assertThat(ours.ordToDoc(i)).isEqualTo(theirs.ordToDoc(i));
            }
          }
          var ours = OURS.getRandomVectorScorerSupplier(similarity, values.copy()).copy().scorer();
          var theirs = LUCENES.getRandomVectorScorerSupplier(similarity, values.copy()).scorer();
          for (int one = 0; one < COUNT; one += 10) {
            ours.setScoringOrdinal(one);
            theirs.setScoringOrdinal(one);
            for (int other = 0; other < COUNT; other++) {
              assertThat(ours.score(other)).isEqualTo(theirs.score(other));
            }
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"DOT_PRODUCT, 384, true", "DOT_PRODUCT, 30, false", "EUCLIDEAN, 384, false"})
  void what_we_compare_ourselves_is_what_models_give(
      VectorSimilarityFunction function, int dimension, boolean fits) throws IOException {
    look(
        function,
        dimension,
        false,
        (similarity, values) -> assertThat(SevenBits.fits(similarity, values)).isEqualTo(fits));
  }
}
