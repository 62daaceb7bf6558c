package dev.quipu.lucene;

import dev.quipu.lucene.analysis.WordField;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.PerFieldSimilarityWrapper;
import org.apache.lucene.search.similarities.Similarity;

/// BM25, field by field. How rare a word is, is taken against everything that is seen and not
/// against what has the field: so that it counts alike in all fields.
final class Scoring {

  private static final float SATURATION = 1.2f;

  /// Scores are equal if they are so to this precision. Beyond it lies noise of the arithmetic,
  /// which may depend on the order of segments.
  private static final int DIGITS = 6;

  static final Similarity SIMILARITY = new ByField();

  private Scoring() {}

  /// To six digits.
  static double rounded(double score) {
    if (score == 0 || !Double.isFinite(score)) {
      return 0;
    }
    double exponent = DIGITS - 1 - Math.floor(Math.log10(Math.abs(score)));
    if (Math.abs(exponent) > 18) {
      return new BigDecimal(score).round(new MathContext(DIGITS)).doubleValue();
    }
    double scale = Math.pow(10, exponent);
    return Math.rint(score * scale) / scale;
  }

  /// A number below which no score is rounded to this one.
  static float leastRoundedTo(double rounded) {
    return (float) (rounded * (1 - 2e-5));
  }

  private static final class ByField extends PerFieldSimilarityWrapper {

    private final Map<String, Similarity> fields =
        Stream.of(WordField.values())
            .collect(
                Collectors.toUnmodifiableMap(
                    WordField::field, field -> new Bm25(SATURATION, field.lengthShare())));

    @Override
    public Similarity get(String field) {
      var known = fields.get(field);
      if (known == null) {
        throw new IllegalStateException("no field of words: " + field);
      }
      return known;
    }
  }

  private static final class Bm25 extends BM25Similarity {

    Bm25(float saturation, float lengthShare) {
      super(saturation, lengthShare);
    }

    @Override
    public Explanation idfExplain(CollectionStatistics seen, TermStatistics term) {
      return Explanation.match(idf(term.docFreq(), seen.maxDoc()), "idf");
    }
  }
}
