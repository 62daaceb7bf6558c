package dev.quipu.lucene.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a text holds is what a question looks for, however both are written.
class AnalysisTest {

  @ParameterizedTest
  @CsvSource({
    "аґрус, аґрусом",
    "ґава, ґави",
    "ґанок, ґанку",
    "дзиґа, дзиґою",
    "проґавити, проґавив",
    "ґрунту, ґрунт",
    "ґудзики, ґудзик",
    "Ґудзики, гудзик",
    "грунту, ґрунт",
    "ґрунту, грунт"
  })
  void a_word_with_the_letter_ghe_upturned_is_found_in_all_its_forms_and_spellings(
      String text, String asked) throws IOException {
    assertThat(terms(WordAnalyzer.stemmed(Morphology.UKRAINIAN), text))
        .containsAnyElementsOf(asked(asked, WordField.TEXT));
  }

  @ParameterizedTest
  @CsvSource({
    "ﾃｽﾄ, テスト",
    "テスト, ﾃｽﾄ",
    "ｶﾞﾗｽ, ガラス",
    "ｺｰﾋｰを飲む, コーヒー",
    "か\u3099く, がく",
    "Œuvre, oeuvre",
    "encyclopædia, encyclopaedia",
    "Æther, aether"
  })
  void a_word_is_found_whatever_the_width_and_joining_of_its_signs(String text, String asked)
      throws IOException {
    assertThat(terms(WordAnalyzer.exact(), text)).containsAll(asked(asked, WordField.EXACT));
    assertThat(terms(WordAnalyzer.stemmed(Morphology.ENGLISH), text))
        .containsAll(asked(asked, WordField.TEXT));
  }

  private static List<String> asked(String question, WordField field) throws IOException {
    var terms = new ArrayList<String>();
    for (var word : Analysis.words(question)) {
      terms.addAll(word.in(field));
    }
    return terms;
  }

  private static List<String> terms(Analyzer analyzer, String text) throws IOException {
    var terms = new ArrayList<String>();
    try (analyzer;
        var stream = analyzer.tokenStream("text", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        terms.add(term.toString());
      }
      stream.end();
    }
    return terms;
  }
}
