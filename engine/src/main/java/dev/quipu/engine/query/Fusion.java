package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.query.Ranker.Lender;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Makes one score of words and meaning, each on a scale from 0 to 1 among what this question has
/// found.
///
/// `score = ((1 − a) × (words + neighbours) / best + a × meaning) × factors`, where `best` is the
/// best score by words alone, `meaning` is how near something lies ([Nearest]) and 0.3 of what the
/// message next to it has, over the highest such sum, and `a` is [MeaningShare]. A pure function of
/// its arguments.
record Fusion(Ranker ranker, double known) {

  /// What reciprocal ranks are counted from, as usual.
  private static final int RANKS_FROM = 60;

  /// @param ranked best first
  /// @param wordsShare what a score by words is multiplied by
  /// @param meaningShare what meaning is multiplied by
  /// @param because why so much
  record Fused(
      List<Candidate> ranked, double wordsShare, double meaningShare, JsonObject because) {}

  /// @param beside who stands beside each, in the order of the hits
  /// @param kept what is not left out, however far it is
  Fused fuse(
      List<WeighedHit> hits, List<List<Lender>> beside, Nearest nearest, Predicate<Filed> kept) {
    int size = hits.size();
    var words = new double[size];
    var lent = new double[size];
    var byWords = new double[size];
    for (int i = 0; i < size; i++) {
      var hit = hits.get(i);
      words[i] = hit.sum();
      lent[i] = ranker.lent(hit, beside.get(i), hits);
      byWords[i] = ranker.times(words[i] + lent[i], hit.filed());
    }
    var near = nearest.of(hits.stream().map(WeighedHit::filed).toList());
    var meaning = lending(near, hits, beside);
    double best = max(byWords);
    var because =
        MeaningShare.of(
            ranker.words(),
            best > 0 ? falling(byWords, best) : new double[0],
            nearest.scale(),
            known);
    double share = best > 0 ? share(because) : 1;
    double wordsShare = best > 0 ? (1 - share) / best : 0;
    var ranks = ranker.weights().blend() == Weights.Blend.RANKS ? ranks(hits, byWords, near) : null;
    var ranked = new ArrayList<Candidate>();
    for (int i = 0; i < size; i++) {
      var filed = hits.get(i).filed();
      double sum = wordsShare * (words[i] + lent[i]) + share * meaning[i];
      double score = Ranker.rounded(ranks == null ? ranker.times(sum, filed) : ranks[i]);
      if (score > 0 || kept.test(filed)) {
        var parts = new Told(words[i], lent[i], meaning[i], wordsShare, share);
        ranked.add(new Candidate(filed, score, () -> parts(parts, filed)));
      }
    }
    ranked.sort(Candidate.BEST_FIRST);
    return new Fused(ranked, wordsShare, Ranker.rounded(share), because.json());
  }

  private double share(MeaningShare because) {
    return ranker.weights().blend() == Weights.Blend.HALVES ? 0.5 * known : because.value();
  }

  /// What lies next to something near is often its answer.
  private double[] lending(double[] near, List<WeighedHit> hits, List<List<Lender>> beside) {
    var meaning = new double[near.length];
    for (int i = 0; i < near.length; i++) {
      double next = 0;
      for (var lender : beside.get(i)) {
        if (lender.distance() == 1) {
          next = Math.max(next, near[lender.place()]);
        }
      }
      meaning[i] = near[i] + ranker.weights().nextMeaning() * ranker.takes(hits.get(i)) * next;
    }
    double most = max(meaning);
    return most > 0 ? DoubleStream.of(meaning).map(each -> each / most).toArray() : meaning;
  }

  private static double max(double[] values) {
    return DoubleStream.of(values).max().orElse(0);
  }

  /// Best first, on a scale on which the best is 1; without those that have nothing.
  private static double[] falling(double[] scores, double best) {
    return DoubleStream.of(scores)
        .filter(score -> score > 0)
        .map(score -> -score / best)
        .sorted()
        .map(score -> -score)
        .toArray();
  }

  /// The sum of what the places in both lists are worth.
  private static double[] ranks(List<WeighedHit> hits, double[] byWords, double[] near) {
    var sums = new double[hits.size()];
    for (var list : List.of(byWords, near)) {
      var order =
          IntStream.range(0, sums.length)
              .filter(i -> list[i] > 0)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(i -> -list[i])
                      .thenComparing(i -> hits.get(i).filed(), Filed.BY_ID))
              .toList();
      for (int rank = 0; rank < order.size(); rank++) {
        sums[order.get(rank)] += 1.0 / (RANKS_FROM + rank + 1);
      }
    }
    return sums;
  }

  private record Told(
      double words, double lent, double meaning, double wordsShare, double meaningShare) {}

  private Map<String, Double> parts(Told told, Filed filed) {
    var parts = new LinkedHashMap<String, Double>();
    parts.put("words", Ranker.rounded(told.words()));
    parts.put("neighbours", Ranker.rounded(told.lent()));
    parts.put("meaning", Ranker.rounded(told.meaning()));
    parts.put("words_share", Ranker.rounded(told.wordsShare()));
    parts.put("meaning_share", Ranker.rounded(told.meaningShare()));
    ranker.putFactors(filed, parts);
    return parts;
  }
}
