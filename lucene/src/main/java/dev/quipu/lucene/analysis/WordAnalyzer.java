package dev.quipu.lucene.analysis;

import dev.quipu.lucene.analysis.Words.Form;
import java.io.Reader;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/// The analysis of one field: Unicode word boundaries, then [WordFilter], then bigrams of
/// ideographs and kana.
public final class WordAnalyzer extends Analyzer {
  /// Apostrophes that Unicode would end a word at, as in `пам`ять`.
  private static final NormalizeCharMap APOSTROPHES = apostrophes();

  private static final int ALL_SCRIPTS =
      CJKBigramFilter.HAN
          | CJKBigramFilter.HIRAGANA
          | CJKBigramFilter.KATAKANA
          | CJKBigramFilter.HANGUL;

  private final Form form;
  private final Morphology morphology;

  private final boolean singleSigns;

  private WordAnalyzer(Form form, Morphology morphology, boolean singleSigns) {
    // A document's fields are read side by side.
    super(PER_FIELD_REUSE_STRATEGY);
    this.form = form;
    this.morphology = morphology;
    this.singleSigns = singleSigns;
  }

  /// For the field that holds words as they were written, folded.
  public static WordAnalyzer exact() {
    return new WordAnalyzer(Form.EXACT, Morphology.OTHER, true);
  }

  /// For the field that holds stems and base forms of a text, by its morphology.
  public static WordAnalyzer stemmed(Morphology morphology) {
    return new WordAnalyzer(Form.STEM, morphology, true);
  }

  /// The same for questions. Texts hold ideographs and kana singly too, so that one alone finds
  /// what it stands in; of several only the pairs are looked for.
  public WordAnalyzer forQuestions() {
    return new WordAnalyzer(form, morphology, false);
  }

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    StandardTokenizer tokenizer = new StandardTokenizer();
    WordFilter words = new WordFilter(tokenizer, form, morphology);
    return new TokenStreamComponents(
        tokenizer, new CJKBigramFilter(words, ALL_SCRIPTS, singleSigns));
  }

  @Override
  protected Reader initReader(String fieldName, Reader reader) {
    return new MappingCharFilter(APOSTROPHES, reader);
  }

  private static NormalizeCharMap apostrophes() {
    NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
    map.add("`", "'");
    map.add("\u00b4", "'");
    map.add("\u2032", "'");
    map.add("\u201b", "'");
    return map.build();
  }
}
