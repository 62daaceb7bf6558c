package dev.quipu.engine.query;

import dev.quipu.engine.index.Selection;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.engine.query.Evidence.Superseded;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.List;
import java.util.function.Function;
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
  static final int VERSION = 9;

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
        : new ByContent(asked, selection, happened, sightings, weights, window, want).ranking();
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

  static JsonObject step(String name, int count) {
    return JsonObject.of("step", Json.of(name), "candidates", Json.of(count));
  }
}
