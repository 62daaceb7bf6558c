package dev.quipu.engine.query;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.WordHits;
import dev.quipu.engine.query.Candidate.Parts;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What may be the answer, best first: gathered in several ways, and fused.
///
/// @param candidates best first
/// @param isAll whether there is nothing behind the last
/// @param visited documents whose words were looked at
/// @param steps what was done
record Ranking(List<Candidate> candidates, boolean isAll, long visited, List<JsonObject> steps) {

  /// Rises when equal candidates would be ranked otherwise.
  static final int VERSION = 4;

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

  /// @param happened what passes of what happened in a stretch of time
  /// @param window how many of the best by words are weighed by everything else too
  /// @param want how many are looked at: as many as there are pages before, and more
  static Ranking of(
      String text,
      Selection selection,
      Function<TimeRange, Selection> happened,
      Sightings sightings,
      Weights weights,
      int window,
      int want) {
    return text.isBlank()
        ? newest(selection, sightings, want)
        : byWords(text, selection, happened, sightings, weights, window, want);
  }

  private static Ranking newest(Selection selection, Sightings sightings, int want) {
    var newest = selection.newest(want);
    var ranked = newest.stream().map(hit -> new Candidate(hit.filed(), 0, Parts.NONE)).toList();
    return new Ranking(
        new Successors(selection, sightings).above(ranked, want),
        newest.size() < want,
        newest.size(),
        List.of(step("newest", newest.size())));
  }

  private static Ranking byWords(
      String text,
      Selection selection,
      Function<TimeRange, Selection> happened,
      Sightings sightings,
      Weights weights,
      int window,
      int want) {
    int limit = Math.max(window, want);
    var found = selection.words(text, limit);
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
    var best = found.hits().subList(0, Math.min(window, found.hits().size()));
    var around = Neighbourhood.of(selection, best);
    var weighed = selection.weigh(text, around.documents());
    steps.add(step("neighbours", weighed.size() - best.size()));
    var today = sightings.at().asOf().atZone(ZoneOffset.UTC).toLocalDate();
    var time = TimeExpressions.find(text, today).orElse(null);
    var then = time == null ? List.<Hit>of() : happened.apply(time).newest(limit);
    steps.add(
        step("time", then.size())
            .with("from", time == null ? Json.NULL : Json.of(time.from()))
            .with("to", time == null ? Json.NULL : Json.of(time.to())));
    var ranker = new Ranker(found.words(), time, sightings.at().asOf(), weights);
    var ranked = ranker.rank(weighed, around.beside());
    var called = idsIn(text);
    int weighedWell = ranked.size();
    ranked = new Joined(selection, sightings, ranker).with(ranked, called);
    steps.add(step("joined", ranked.size() - weighedWell));
    sightings.see(
        ranked.stream().limit(Math.min(want, window)).map(each -> each.filed().ref()).toList());
    ranked =
        new Restatements(found.words(), weighed, sightings::textOf, weights.restated())
            .apply(ranked);
    ranked = called(called, selection, ranked, steps);
    var all =
        new Successors(selection, sightings).above(withTail(ranked, found.hits(), then), want);
    boolean isAll = found.hits().size() < limit && then.size() < limit;
    return new Ranking(all, isAll, found.visited(), steps);
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
  private static List<Candidate> withTail(List<Candidate> ranked, List<Hit> hits, List<Hit> then) {
    var all = new ArrayList<>(ranked);
    var known = new HashSet<IndexDocument.Key>();
    ranked.forEach(candidate -> known.add(candidate.filed().key()));
    double lowest = ranked.isEmpty() ? 0 : ranked.getLast().score();
    for (var hit : hits) {
      if (known.add(hit.filed().key())) {
        all.add(
            new Candidate(
                hit.filed(), Math.min(lowest, hit.score()), Parts.of("words", hit.score())));
      }
    }
    for (var hit : then) {
      if (known.add(hit.filed().key())) {
        all.add(new Candidate(hit.filed(), 0, Parts.of("words", 0)));
      }
    }
    return all;
  }

  private static JsonObject step(String name, int count) {
    return JsonObject.of("step", Json.of(name), "candidates", Json.of(count));
  }
}
