package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.engine.query.Ranking.Asked;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Ranks by what a question says: gathers in several ways, weighs all that was gathered by
/// everything that is known of it, and puts in order what belongs together. Good for one question.
final class ByContent {

  private final Asked asked;
  private final Selection selection;
  private final Sightings sightings;
  private final Weights weights;
  private final int window;
  private final int want;

  /// How many are taken of each way of gathering.
  private final int limit;

  private final WordHits found;
  private final Called called;
  private final @Nullable TimeRange time;
  private final List<Hit> then;
  private final List<JsonObject> steps = new ArrayList<>();

  /// @param happened what passes of what happened in a stretch of time
  /// @param window how many of the best by words are weighed by everything else too
  /// @param want how many are looked at: as many as there are pages before, and more
  ByContent(
      Asked asked,
      Selection selection,
      Function<TimeRange, Selection> happened,
      Sightings sightings,
      Weights weights,
      int window,
      int want) {
    this.asked = asked;
    this.selection = selection;
    this.sightings = sightings;
    this.weights = weights;
    this.window = window;
    this.want = want;
    this.limit = Math.max(window, want);
    this.found = selection.words(asked.words(), limit);
    this.called = Called.in(asked.text());
    var today = sightings.at().asOf().atZone(ZoneOffset.UTC).toLocalDate();
    this.time = TimeExpressions.find(asked.text(), today).orElse(null);
    this.then = time == null ? List.of() : happened.apply(time).newest(limit);
  }

  Ranking ranking() {
    steps.add(wordsStep());
    var near = near();
    var nearest = near == null || near.documents().isEmpty() ? null : near;
    var weighed = weighed(nearest);
    var ranked = ordered(weighed);
    var same = same(ranked);
    int folded = same.stream().mapToInt(group -> group.size() - 1).sum();
    steps.add(Ranking.step("duplicates", folded));
    var further = near == null ? Nearest.Further.NONE : near.further(limit);
    var tail = behind(ranked, tail(weighed.fused().wordsShare(), further.documents()));
    // Behind the limit, what each way of gathering has still to bring may come in between.
    var certain = tail.subList(0, Math.clamp(limit - ranked.size(), 0, tail.size()));
    // what is folded takes no place on a page, so as many more are looked at
    var settled =
        new Successors(selection, sightings)
            .above(Stream.concat(ranked.stream(), certain.stream()).toList(), want + folded);
    return new Ranking(
        settled.ranked(),
        settled::superseded,
        Folding.of(settled.ranked(), same),
        found.hits().size() < limit
            && then.size() < limit
            && further.isAll()
            && certain.size() == tail.size(),
        nearest == null || nearest.isExact(),
        found.visited() + (nearest == null ? 0 : nearest.visited()),
        steps);
  }

  private JsonObject wordsStep() {
    return Ranking.step("words", found.hits().size())
        .with("terms", texts(found.words().stream()))
        .with("loosened", texts(found.words().stream().filter(WordHits.Word::isLoosened)));
  }

  private static JsonArray texts(Stream<WordHits.Word> words) {
    return JsonArray.ofTexts(words.map(WordHits.Word::text).toList());
  }

  /// Null if meaning does not count.
  private @Nullable Nearest near() {
    var meant = asked.meant();
    if (meant == null) {
      return null;
    }
    var nearest = Nearest.of(meant, selection::of);
    steps.add(
        Ranking.step("vectors", nearest.documents().size())
            .with("exact", Json.of(nearest.isExact()))
            .with("visited", Json.of(nearest.visited())));
    return nearest;
  }

  /// What was gathered, weighed by everything that is known of it, and what edges join to the best.
  private Weighed weighed(@Nullable Nearest nearest) {
    var best =
        Stream.concat(
                found.hits().stream().limit(window).map(Hit::filed),
                nearest == null ? Stream.of() : nearest.documents().stream())
            .toList();
    var ranker = new Ranker(found.words(), time, sightings.at().asOf(), weights);
    var first = weigh(best, ranker, nearest, _ -> false);
    var joined = Joined.to(first.ranked(), called.refs(), selection, sightings);
    var more = joined.beyond(first.ranked().stream().map(Candidate::filed).toList());
    var all =
        more.isEmpty()
            ? first
            : weigh(
                Stream.concat(best.stream(), more.stream()).toList(),
                ranker,
                nearest,
                joined::holds);
    steps.add(Ranking.step("neighbours", first.added()));
    steps.add(
        Ranking.step("time", then.size())
            .with("from", time == null ? Json.NULL : Json.of(time.from()))
            .with("to", time == null ? Json.NULL : Json.of(time.to())));
    if (nearest != null) {
      steps.add(
          Ranking.step("fusion", all.ranked().size())
              .with("meaning_share", Json.of(all.fused().meaningShare()))
              .with("because", all.fused().because()));
    }
    steps.add(Ranking.step("joined", more.size()));
    return new Weighed(all.hits(), all.fused(), joined.raised(all.ranked(), ranker), first.added());
  }

  /// @param ranked best first
  /// @param added neighbours that came in
  private record Weighed(
      List<WeighedHit> hits, Fusion.Fused fused, List<Candidate> ranked, int added) {}

  /// @param kept what is not left out, whatever speaks for it
  private Weighed weigh(
      List<Filed> best, Ranker ranker, @Nullable Nearest nearest, Predicate<Filed> kept) {
    var around = Neighbourhood.of(selection, best);
    var hits = selection.weigh(asked.words(), around.documents());
    var fused =
        nearest == null
            ? new Fusion.Fused(ranker.rank(hits, around.beside(), kept), 1, 0, JsonObject.EMPTY)
            : new Fusion(ranker, known()).fuse(hits, around.beside(), nearest, kept);
    return new Weighed(hits, fused, fused.ranked(), around.added());
  }

  private double known() {
    var meant = asked.meant();
    return meant == null || !asked.byWords() ? 1 : meant.known();
  }

  /// What restates another comes behind it, and what the question calls by its id before all.
  private List<Candidate> ordered(Weighed weighed) {
    var ranked = weighed.ranked();
    sightings.see(
        ranked.stream().limit(Math.min(want, window)).map(each -> each.filed().ref()).toList());
    var restated =
        new Restatements(found.words(), weighed.hits(), sightings::textOf, weights.restated())
            .apply(ranked);
    var hits = called.refs().isEmpty() ? List.<Hit>of() : selection.of(called.refs());
    steps.add(Ranking.step("ids", hits.size()));
    return Called.first(hits, restated);
  }

  private List<List<Filed>> same(List<Candidate> ranked) {
    return asked.fold()
        ? new Duplicates(sightings::see, sightings::told, called.refs()).of(ranked, window)
        : List.of();
  }

  /// What was found by words alone, behind that what lies near, if only nearer than nothing at all,
  /// and behind that what merely happened when the question says, latest first.
  private List<Candidate> tail(double wordsShare, List<Filed> further) {
    var tail = new ArrayList<Candidate>();
    for (var hit : found.hits()) {
      tail.add(
          new Candidate(hit.filed(), wordsShare * hit.score(), Parts.of("words", hit.score())));
    }
    Stream.concat(further.stream(), then.stream().map(Hit::filed))
        .forEach(filed -> tail.add(new Candidate(filed, 0, Parts.of("words", 0))));
    return tail;
  }

  /// Those of a tail that were not weighed by everything, below what was.
  private static List<Candidate> behind(List<Candidate> ranked, List<Candidate> tail) {
    var known = new HashSet<IndexDocument.Key>();
    ranked.forEach(candidate -> known.add(candidate.filed().key()));
    double lowest = ranked.isEmpty() ? 0 : ranked.getLast().score();
    return tail.stream()
        .filter(one -> known.add(one.filed().key()))
        .map(one -> new Candidate(one.filed(), Math.min(lowest, one.score()), one.parts()))
        .toList();
  }
}
