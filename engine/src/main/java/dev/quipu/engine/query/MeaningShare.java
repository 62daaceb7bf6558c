package dev.quipu.engine.query;

import dev.quipu.engine.index.WordHits.Word;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.List;

/// How much meaning counts beside words: `(0.4 + 0.2 × (0.45 − words) + 0.2 × (vectors − 0.55) −
/// 0.4 × names − 0.1 if there are numbers)`, at least 0.05 and at most 0.9, times what the model
/// knows of the question.
///
/// Names and numbers stand for themselves: words find them, and to a model one is like the other. A
/// list that tells its best from the rest has found something; one whose best are alike has not.
/// Measured on four sets, see docs/vectors.md.
///
/// @param words how decisive the words are, from 0 to 1
/// @param vectors how decisive the vectors are
/// @param names what share of the question's words are names of those who speak
/// @param numbers whether there are any among them
/// @param known what share of the question the model understands
record MeaningShare(double words, double vectors, double names, boolean numbers, double known) {

  private static final double MIDDLE = 0.4;
  private static final double BY_DECISION = 0.2;
  private static final double PLAIN_WORDS = 0.45;
  private static final double PLAIN_VECTORS = 0.55;
  private static final double BY_NAMES = 0.4;
  private static final double BY_NUMBERS = 0.1;
  private static final double LEAST = 0.05;
  private static final double MOST = 0.9;

  /// What the best is held against: the sixth to the twentieth.
  private static final int REST_FROM = 5;

  private static final int REST_TO = 20;

  static MeaningShare of(List<Word> asked, double[] words, double[] vectors, double known) {
    double names = asked.stream().filter(Word::isName).count();
    return new MeaningShare(
        decision(words),
        decision(vectors),
        asked.isEmpty() ? 0 : names / asked.size(),
        asked.stream().anyMatch(word -> word.text().chars().anyMatch(Character::isDigit)),
        known);
  }

  /// How far the rest lies below the best. What is not there counts as 0.
  ///
  /// @param scores best first, of which the best is 1
  private static double decision(double[] scores) {
    double sum = 0;
    for (int i = REST_FROM; i < Math.min(REST_TO, scores.length); i++) {
      sum += scores[i];
    }
    return 1 - sum / (REST_TO - REST_FROM);
  }

  double value() {
    double share =
        MIDDLE
            + BY_DECISION * (PLAIN_WORDS - words)
            + BY_DECISION * (vectors - PLAIN_VECTORS)
            - BY_NAMES * names
            - (numbers ? BY_NUMBERS : 0);
    return Math.clamp(share, LEAST, MOST) * known;
  }

  /// Why it is what it is.
  JsonObject json() {
    return JsonObject.of(
        "words_decisive", Json.of(Ranker.rounded(words)),
        "vectors_decisive", Json.of(Ranker.rounded(vectors)),
        "names", Json.of(Ranker.rounded(names)),
        "numbers", Json.of(numbers),
        "known", Json.of(Ranker.rounded(known)));
  }
}
