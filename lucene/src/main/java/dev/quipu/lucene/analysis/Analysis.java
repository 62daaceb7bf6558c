package dev.quipu.lucene.analysis;

import dev.quipu.engine.index.IndexDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// Takes texts apart. Everything that decides which terms a text has is behind this class.
///
/// A question needs no language: Cyrillic words are looked up as Ukrainian, Latin ones stemmed as
/// English, and every word is looked for as it is written too, which finds texts of other
/// languages.
public final class Analysis {

  /// Changes whenever equal texts would give other terms: indexes of another version are filled
  /// again.
  public static final String VERSION = "4";

  /// Of a question nothing beyond is read: whoever asks with a whole book is answered by its first
  /// pages.
  private static final int LONGEST_QUESTION = 32_768;

  /// And no more words of it are looked up.
  private static final int MOST_WORDS = 1_024;

  private static final Analyzer EXACT = WordAnalyzer.exact();
  private static final Analyzer ASKED_EXACT = WordAnalyzer.exact().forQuestions();
  private static final Analyzer ASKED_STEMS =
      WordAnalyzer.stemmed(Morphology.ENGLISH).forQuestions();
  private static final Map<Morphology, Analyzer> STEMMED = stemmed();

  private Analysis() {}

  private static Map<Morphology, Analyzer> stemmed() {
    var analyzers = new EnumMap<Morphology, Analyzer>(Morphology.class);
    for (var morphology : Morphology.values()) {
      analyzers.put(morphology, WordAnalyzer.stemmed(morphology));
    }
    return analyzers;
  }

  private static Analyzer stemmed(Morphology morphology) {
    return STEMMED.getOrDefault(morphology, EXACT);
  }

  /// What takes apart a field of a document.
  static Analyzer analyzer(IndexDocument document, WordField field) {
    return field.stemmed() ? stemmed(Morphology.ofTag(document.filed().lang())) : EXACT;
  }

  /// The distinct words of a question in their order, without those that carry a question but not
  /// what it asks about, unless there are no others.
  public static List<AskedWord> words(String question) throws IOException {
    return words(question, Omitted.NOTHING);
  }

  public static List<AskedWord> words(String question, Omitted omitted) throws IOException {
    var text =
        question.length() > LONGEST_QUESTION ? question.substring(0, LONGEST_QUESTION) : question;
    var exact = positions(ASKED_EXACT, text);
    var stems = positions(ASKED_STEMS, text);
    var words = new ArrayList<AskedWord>();
    var small = new ArrayList<AskedWord>();
    Set<List<String>> seen = new HashSet<>();
    for (int i = 0; i < Math.min(exact.size(), stems.size()); i++) {
      var word = new AskedWord(exact.get(i).getFirst(), stems.get(i));
      if (seen.add(word.stems())) {
        (!omitted.smallWords() && StopWords.contains(word.word()) ? small : words).add(word);
      }
    }
    var kept = words.isEmpty() ? small : words;
    return List.copyOf(kept.subList(0, Math.min(kept.size(), MOST_WORDS)));
  }

  /// The terms at each place. Both forms have the same places: only the terms differ.
  private static List<List<String>> positions(Analyzer analyzer, String text) throws IOException {
    var positions = new ArrayList<List<String>>();
    try (var stream = analyzer.tokenStream("question", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      var step = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        if (step.getPositionIncrement() > 0 || positions.isEmpty()) {
          positions.add(new ArrayList<>(2));
        }
        positions.getLast().add(term.toString());
      }
      stream.end();
    }
    return positions;
  }
}
