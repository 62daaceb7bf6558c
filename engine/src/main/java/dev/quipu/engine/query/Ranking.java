package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.engine.query.Evidence.Superseded;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What may be the answer, best first: gathered in several ways, and fused.
///
/// @param candidates best first
/// @param superseded what stands for those that have been superseded
/// @param folding which of them are told under another
/// @param isAll whether there is nothing behind the last
/// @param isExact whether everything that passes was considered
/// @param visited documents whose words were looked at, and vectors that were compared
/// @param steps what was done
record Ranking(
    List<Candidate> candidates,
    Function<Candidate, @Nullable Superseded> superseded,
    Folding folding,
    boolean isAll,
    boolean isExact,
    long visited,
    List<JsonObject> steps) {

  /// Rises when equal candidates would be ranked otherwise.
  static final int VERSION = 6;

  /// Ids that are looked for in a question.
  private static final int MOST_IDS = 16;

  /// Takes a whole run at once, so that a text without any end costs one look at each letter.
  private static final Pattern RUN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]*+");

  /// What tells an id from a word, behind its first letter.
  private static final Pattern ID_SIGN = Pattern.compile("[_:0-9]");

  /// Longer than any id, with signs behind it.
  private static final int LONGEST_RUN = 1_000;

  /// How much higher than anything else something stands that is called by its id.
  private static final double CALLED = 2;

  /// What is looked for.
  ///
  /// @param byWords whether its words count
  /// @param meant what it means; null = words alone count
  /// @param fold whether what says the same is told under one of them
  record Asked(String text, boolean byWords, @Nullable Meant meant, boolean fold) {

    /// The words that count.
    String words() {
      return byWords ? text : "";
    }
  }

  /// @param happened what passes of what happened in a stretch of time
  /// @param window how many of the best by words are weighed by everything else too
  /// @param want how many are looked at: as many as there are pages before, and more
  static Ranking of(
      Asked asked,
      Selection selection,
      Function<TimeRange, Selection> happened,
      Sightings sightings,
      Weights weights,
      int window,
      int want) {
    return asked.text().isBlank() && asked.meant() == null
        ? newest(selection, sightings, want)
        : byContent(asked, selection, happened, sightings, weights, window, want);
  }

  private static Ranking newest(Selection selection, Sightings sightings, int want) {
    var newest = selection.newest(want);
    var ranked = newest.stream().map(hit -> new Candidate(hit.filed(), 0, Parts.NONE)).toList();
    var settled = new Successors(selection, sightings).above(ranked, want);
    return new Ranking(
        settled.ranked(),
        settled::superseded,
        Folding.NONE,
        newest.size() < want,
        true,
        newest.size(),
        List.of(step("newest", newest.size())));
  }

  private static Ranking byContent(
      Asked asked,
      Selection selection,
      Function<TimeRange, Selection> happened,
      Sightings sightings,
      Weights weights,
      int window,
      int want) {
    int limit = Math.max(window, want);
    var text = asked.text();
    var found = selection.words(asked.words(), limit);
    var steps = new ArrayList<JsonObject>();
    steps.add(
        step("words", found.hits().size())
            .with(
                "terms",
                JsonArray.ofTexts(found.words().stream().map(WordHits.Word::text).toList()))
            .with(
                "loosened",
                JsonArray.ofTexts(
                    found.words().stream()
                        .filter(WordHits.Word::isLoosened)
                        .map(WordHits.Word::text)
                        .toList())));
    var nearest = nearest(asked.meant(), selection, steps);
    var best =
        Stream.concat(
                found.hits().stream().limit(window).map(Hit::filed),
                nearest == null ? Stream.of() : nearest.documents().stream())
            .toList();
    var today = sightings.at().asOf().atZone(ZoneOffset.UTC).toLocalDate();
    var time = TimeExpressions.find(text, today).orElse(null);
    var then = time == null ? List.<Hit>of() : happened.apply(time).newest(limit);
    var ranker = new Ranker(found.words(), time, sightings.at().asOf(), weights);
    var weighing = new Weighing(asked, selection, ranker, nearest);
    var first = weighing.of(best, _ -> false);
    var called = idsIn(text);
    var joined = Joined.to(first.fused().ranked(), called, selection, sightings);
    var more = joined.beyond(first.fused().ranked().stream().map(Candidate::filed).toList());
    var second =
        more.isEmpty()
            ? first
            : weighing.of(Stream.concat(best.stream(), more.stream()).toList(), joined::holds);
    var fused = second.fused();
    var weighed = second.hits();
    steps.add(step("neighbours", first.added()));
    steps.add(
        step("time", then.size())
            .with("from", time == null ? Json.NULL : Json.of(time.from()))
            .with("to", time == null ? Json.NULL : Json.of(time.to())));
    if (nearest != null) {
      steps.add(
          step("fusion", fused.ranked().size())
              .with("meaning_share", Json.of(fused.meaningShare()))
              .with("because", fused.because()));
    }
    steps.add(step("joined", more.size()));
    var ranked = joined.raised(fused.ranked(), ranker);
    sightings.see(
        ranked.stream().limit(Math.min(want, window)).map(each -> each.filed().ref()).toList());
    ranked =
        new Restatements(found.words(), weighed, sightings::textOf, weights.restated())
            .apply(ranked);
    ranked = called(called, selection, ranked, steps);
    var same =
        asked.fold()
            ? new Duplicates(weighed, sightings::see, sightings::textOf, called).of(ranked, window)
            : List.<List<Filed>>of();
    int folded = same.stream().mapToInt(group -> group.size() - 1).sum();
    steps.add(step("duplicates", folded));
    var tail = new ArrayList<Candidate>();
    found.hits().forEach(hit -> tail.add(byWordsAlone(hit, fused.wordsShare())));
    var further = asked.byWords() ? List.<Filed>of() : further(asked.meant(), selection, limit);
    Stream.concat(further.stream(), then.stream().map(Hit::filed))
        .forEach(filed -> tail.add(new Candidate(filed, 0, Parts.of("words", 0))));
    // what is folded takes no place on a page, so as many more are looked at
    var settled = new Successors(selection, sightings).above(withTail(ranked, tail), want + folded);
    boolean isAll = found.hits().size() < limit && then.size() < limit && further.size() < limit;
    return new Ranking(
        settled.ranked(),
        settled::superseded,
        Folding.of(settled.ranked(), same),
        isAll,
        nearest == null || nearest.isExact(),
        found.visited() + (nearest == null ? 0 : nearest.visited()),
        steps);
  }

  /// Weighs documents by everything that is known of them.
  ///
  /// @param nearest null if meaning does not count
  private record Weighing(
      Asked asked, Selection selection, Ranker ranker, @Nullable Nearest nearest) {

    /// @param added neighbours that came in
    record Weighed(List<WeighedHit> hits, Fusion.Fused fused, int added) {}

    /// @param kept what is not left out, whatever speaks for it
    Weighed of(List<Filed> best, Predicate<Filed> kept) {
      var around = Neighbourhood.of(selection, best);
      var hits = selection.weigh(asked.words(), around.documents());
      var fused =
          nearest == null
              ? new Fusion.Fused(ranker.rank(hits, around.beside(), kept), 1, 0, JsonObject.EMPTY)
              : new Fusion(ranker, known(asked)).fuse(hits, around.beside(), nearest, kept);
      return new Weighed(hits, fused, around.added());
    }
  }

  /// Null if meaning does not count, or nothing that passes has a vector.
  private static @Nullable Nearest nearest(
      @Nullable Meant meant, Selection selection, List<JsonObject> steps) {
    if (meant == null) {
      return null;
    }
    var nearest = Nearest.of(meant, selection::of);
    steps.add(
        step("vectors", nearest.documents().size())
            .with("exact", Json.of(nearest.isExact()))
            .with("visited", Json.of(nearest.visited())));
    return nearest.documents().isEmpty() ? null : nearest;
  }

  private static double known(Asked asked) {
    var meant = asked.meant();
    return meant == null || !asked.byWords() ? 1 : meant.known();
  }

  /// Where meaning alone counts, what lies behind the nearest is nearer than nothing at all.
  private static List<Filed> further(@Nullable Meant meant, Selection selection, int limit) {
    return meant == null || limit <= Nearest.COUNT
        ? List.of()
        : Nearest.held(meant, selection::of, meant.vectors().nearest(meant.vector(), limit).hits());
  }

  private static Candidate byWordsAlone(Hit hit, double share) {
    return new Candidate(hit.filed(), share * hit.score(), Parts.of("words", hit.score()));
  }

  /// What the question calls by its id comes first.
  private static List<Candidate> called(
      Set<ObjectRef> refs, Selection selection, List<Candidate> ranked, List<JsonObject> steps) {
    var hits = refs.isEmpty() ? List.<Hit>of() : selection.of(refs);
    steps.add(step("ids", hits.size()));
    if (hits.isEmpty()) {
      return ranked;
    }
    double height = CALLED * Math.max(1, ranked.isEmpty() ? 0 : ranked.getFirst().score());
    var keys = new HashSet<IndexDocument.Key>();
    var all = new ArrayList<Candidate>();
    for (var hit : hits) {
      if (keys.add(hit.filed().key())) {
        all.add(new Candidate(hit.filed(), height, Parts.of("called", height)));
      }
    }
    ranked.stream().filter(each -> !keys.contains(each.filed().key())).forEach(all::add);
    return all;
  }

  private static Set<ObjectRef> idsIn(String text) {
    var refs = new LinkedHashSet<ObjectRef>();
    RUN.matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(run -> run.length() <= LONGEST_RUN && ID_SIGN.matcher(run).find(1))
        .map(run -> run.replaceFirst("[.:-]++$", ""))
        .filter(Identifier::isWellFormed)
        .distinct()
        .limit(MOST_IDS)
        .forEach(
            id ->
                Stream.of(ObjectType.values())
                    .filter(IndexDocument::isFound)
                    .forEach(type -> refs.add(new ObjectRef(type, id))));
    return refs;
  }

  /// Behind what was weighed by everything comes what was found by words alone, and behind that
  /// what merely happened when the question says, latest first.
  private static List<Candidate> withTail(List<Candidate> ranked, List<Candidate> tail) {
    var all = new ArrayList<>(ranked);
    var known = new HashSet<IndexDocument.Key>();
    ranked.forEach(candidate -> known.add(candidate.filed().key()));
    double lowest = ranked.isEmpty() ? 0 : ranked.getLast().score();
    for (var one : tail) {
      if (known.add(one.filed().key())) {
        all.add(new Candidate(one.filed(), Math.min(lowest, one.score()), one.parts()));
      }
    }
    return all;
  }

  private static JsonObject step(String name, int count) {
    return JsonObject.of("step", Json.of(name), "candidates", Json.of(count));
  }
}
