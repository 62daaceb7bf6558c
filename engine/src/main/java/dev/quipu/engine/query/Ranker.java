package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits.Word;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ShownObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Orders candidates by what their own words say, what their neighbours in the conversation say,
/// who wrote them, when, and how they stand.
///
/// `score = (words + neighbours + joined) × role × time × importance × confidence × freshness ×
/// standing`. [Fusion] puts meaning beside the words. Every factor is bounded. docs/query.md says
/// what each contributes. A pure function of its arguments: equal candidates, in whatever order,
/// give equal answers.
///
/// @param words of the question, in the order of the weights
/// @param time that the question names; null = none
/// @param asOf the instant that is looked from
record Ranker(List<Word> words, @Nullable TimeRange time, Instant asOf, Weights weights) {

  /// How far around a message its neighbours lend to it: the next ones, and those behind them.
  static final int AROUND = 2;

  private static final double PLAIN_IMPORTANCE = 0.5;
  private static final double BY_IMPORTANCE = 0.2;
  private static final double BY_CONFIDENCE = 0.1;
  private static final double BY_FRESHNESS = 0.05;

  /// What has been superseded, or whose sources have, counts less.
  private static final double STALE = 0.7;

  private static final double PRECISION = 1e5;

  /// Somebody who may lend, and from how far: 1 is next.
  ///
  /// @param place among all
  record Lender(int place, int distance) {}

  /// Best first. Those that neither match nor stand beside a match are left out.
  ///
  /// @param beside who stands beside each, in the order of the hits
  /// @param kept what is not left out, whatever it matches
  List<Candidate> rank(List<WeighedHit> hits, List<List<Lender>> beside, Predicate<Filed> kept) {
    var ranked = new ArrayList<Candidate>();
    for (int i = 0; i < hits.size(); i++) {
      var hit = hits.get(i);
      double lent = lent(hit, beside.get(i), hits);
      double sum = hit.sum();
      if (sum + lent > 0 || kept.test(hit.filed())) {
        ranked.add(score(hit.filed(), sum, lent));
      }
    }
    ranked.sort(Candidate.BEST_FIRST);
    return ranked;
  }

  /// Of each word that a message lacks, what its neighbours have of it. A name says who, not what,
  /// so it is not lent.
  double lent(WeighedHit hit, List<Lender> lenders, List<WeighedHit> hits) {
    var best = new double[words.size()];
    for (var lender : lenders) {
      var theirs = hits.get(lender.place()).weights();
      double share = weights.lent(lender.distance());
      for (int word = 0; word < best.length; word++) {
        best[word] = Math.max(best[word], share * theirs[word]);
      }
    }
    double takes = takes(hit);
    double lent = 0;
    for (int word = 0; word < best.length; word++) {
      if (!words.get(word).isName()) {
        lent += Math.max(0, takes * best[word] - hit.weights()[word]);
      }
    }
    return lent;
  }

  /// How much of what its neighbours have a text takes.
  double takes(WeighedHit hit) {
    return 1 / (1 + hit.length() / weights.longText());
  }

  private Candidate score(Filed filed, double words, double lent) {
    return new Candidate(
        filed, rounded(times(words + lent, filed)), () -> parts(filed, words, lent));
  }

  /// What words or meaning give, multiplied by all factors.
  double times(double score, Filed filed) {
    double product = score;
    for (var factor : FACTORS) {
      product *= of(factor, filed);
    }
    return product;
  }

  /// The same with what an edge gives to it.
  ///
  /// @param most what it is not raised above
  Candidate joined(Candidate one, double lent, double most) {
    double factors = times(1, one.filed());
    double raised = Math.max(one.score(), Math.min(most, rounded(one.score() + lent * factors)));
    double given = rounded((raised - one.score()) / factors);
    return new Candidate(one.filed(), raised, one.parts().and("joined", given));
  }

  private Map<String, Double> parts(Filed filed, double words, double lent) {
    var parts = new LinkedHashMap<String, Double>();
    parts.put("words", rounded(words));
    parts.put("neighbours", rounded(lent));
    putFactors(filed, parts);
    return parts;
  }

  void putFactors(Filed filed, Map<String, Double> parts) {
    for (var factor : FACTORS) {
      parts.put(factor.wireName(), rounded(of(factor, filed)));
    }
  }

  /// What the sum of the words is multiplied by, in this order.
  private enum Factor {
    ROLE,
    TIME,
    IMPORTANCE,
    CONFIDENCE,
    FRESHNESS,
    STANDING;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Factor[] FACTORS = Factor.values();

  private double of(Factor factor, Filed filed) {
    return switch (factor) {
      case ROLE -> filed.role() == Filed.Role.ASSISTANT ? weights.assistant() : 1;
      case TIME -> time == null ? 1 : 1 + weights.inTime() * time.holds(filed.time());
      case IMPORTANCE -> 1 + BY_IMPORTANCE * (filed.importance() - PLAIN_IMPORTANCE);
      case CONFIDENCE -> 1 - BY_CONFIDENCE * (1 - filed.confidence());
      case FRESHNESS -> 1 + BY_FRESHNESS * freshness(filed);
      case STANDING -> filed.lifecycle() == Lifecycle.ACTIVE ? 1 : STALE;
    };
  }

  /// Seen from the beginning of the day, so that whoever asks the same again gets the same scores:
  /// by the second, they would sink while somebody looks.
  private double freshness(Filed filed) {
    var today = asOf.truncatedTo(ChronoUnit.DAYS);
    double age = Math.max(0, Duration.between(filed.time(), today).toSeconds());
    return Math.pow(0.5, age / ShownObject.HALF_LIFE.toSeconds());
  }

  static double rounded(double value) {
    return Math.rint(value * PRECISION) / PRECISION;
  }
}
