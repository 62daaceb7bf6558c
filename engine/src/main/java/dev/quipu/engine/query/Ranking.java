package dev.quipu.engine.query;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.query.Evidence.Found;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.At;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What may be the answer, best first.
final class Ranking {

  /// Rises when equal candidates would be ranked otherwise.
  static final int VERSION = 1;

  /// How many of the best by words are weighed by everything else too. The same for every page, so
  /// that pages fit together.
  private static final int WINDOW = 300;

  private final String text;
  private final Selection selection;
  private final List<Candidate> candidates;
  private final boolean all;
  private final long visited;
  private final List<JsonObject> steps;

  private Ranking(
      String text,
      Selection selection,
      List<Candidate> candidates,
      boolean all,
      long visited,
      List<JsonObject> steps) {
    this.text = text;
    this.selection = selection;
    this.candidates = candidates;
    this.all = all;
    this.visited = visited;
    this.steps = steps;
  }

  static Ranking of(String text, Selection selection, Lookout.View view, At at, int want) {
    if (text.isBlank()) {
      var newest = selection.newest(want);
      return new Ranking(
          text,
          selection,
          newest.stream().map(hit -> new Candidate(hit.filed(), 0, Map.of(), List.of())).toList(),
          newest.size() < want,
          newest.size(),
          List.of(step("newest", newest.size())));
    }
    int limit = Math.max(WINDOW, want);
    var words = selection.words(text, limit);
    var candidates = new ArrayList<Candidate>();
    for (var hit : words.hits()) {
      candidates.add(
          new Candidate(hit.filed(), hit.score(), Map.of("words", hit.score()), List.of()));
    }
    return new Ranking(
        text,
        selection,
        candidates,
        words.hits().size() < limit,
        words.visited(),
        List.of(
            step("words", words.hits().size())
                .with("terms", JsonArray.ofTexts(words.terms()))
                .with("loosened", Json.of(words.loosened()))));
  }

  private static JsonObject step(String name, int count) {
    return JsonObject.of("step", Json.of(name), "candidates", Json.of(count));
  }

  List<Candidate> candidates() {
    return candidates;
  }

  /// Whether there is nothing behind the last.
  boolean isAll() {
    return all;
  }

  boolean isExact() {
    return true;
  }

  long visited() {
    return visited;
  }

  List<JsonObject> steps() {
    return steps;
  }

  /// The same with the words that were found in each.
  List<Found> explained(List<Found> found) {
    var hits = new LinkedHashMap<Object, Hit>();
    candidates.forEach(each -> hits.put(each.filed().ref(), Hit.unscored(each.filed())));
    var wanted = found.stream().map(each -> hits.get(each.node().ref())).toList();
    var weighed = selection.weigh(text, wanted);
    var explained = new ArrayList<Found>();
    for (int i = 0; i < found.size(); i++) {
      var each = found.get(i);
      explained.add(
          new Found(
              each.node(),
              each.version(),
              each.score(),
              each.parts(),
              each.sourceEvents(),
              weighed.get(i).matched()));
    }
    return explained;
  }
}
