package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;

import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Question;
import dev.quipu.engine.query.Trace;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads a `proof_trace` back into the question that it was made for.
///
/// What is not ours is refused wherever the form is fixed: a member that nobody reads could be
/// sealed by a digest of its own, and would then pass for something that had been verified. What a
/// step tells depends on the step: those are held against what comes out, whole.
///
/// @param plan by which they came out
/// @param isAskable whether such a question can have been asked at such a point: what we would have
///   refused, we have not answered
/// @param steps that were told
/// @param statistics that were told
/// @param results what came out then
/// @param isWhole whether it is what the digest was taken over
record TraceReader(
    Question question,
    Ask.Point point,
    JsonObject plan,
    boolean isAskable,
    List<JsonObject> steps,
    JsonObject statistics,
    List<JsonObject> results,
    boolean isWhole) {

  private static final long MAX_INTEGER = 1L << 53;

  /// More than any of ours has.
  private static final int MAX_STEPS = 100;

  static final List<String> STATISTICS = List.of("visible", "eligible", "visited", "generation");

  /// Null where words alone have answered.
  static final String VECTORS_ELIGIBLE = "vectors_eligible";

  private static final List<String> RESULT =
      List.of("object_type", "object_id", "version", "score");

  /// Filters that come out of the caller and the clocks, and what they tell.
  private static final Map<String, List<String>> UNREAD =
      Map.of("allowed_agents", List.of("agent_ids"), "as_of", List.of("as_of"));

  static TraceReader read(JsonObject body, Violations violations) {
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var trace = fields.required("proof_trace", object());
    fields.refuseOthers();
    var at = Pointer.ROOT.child("proof_trace");
    var parts = Fields.of(trace, at, violations);
    var plan = parts.required("plan", object());
    var steps = parts.required("steps", listOf(object(), MAX_STEPS));
    var statistics = parts.required("statistics", object());
    var results = parts.required("results", listOf(object(), Limits.SEARCH.maxTopK()));
    var digest = parts.required("digest", text(1, 200));
    parts.refuseOthers();
    var planned = readPlan(plan, at.child("plan"), violations);
    refuseOthers(
        statistics.without(VECTORS_ELIGIBLE), STATISTICS, at.child("statistics"), violations);
    for (int i = 0; i < results.size(); i++) {
      refuseOthers(results.get(i), RESULT, at.child("results").child(i), violations);
    }
    return fields.build(
        () ->
            new TraceReader(
                planned.question(),
                planned.point(),
                plan,
                planned.isAskable(),
                steps,
                statistics,
                results,
                Trace.digest(trace.without("digest")).hex().equals(digest)));
  }

  /// What is not among these members. That one is missing is seen when they are held against what
  /// comes out.
  private static void refuseOthers(
      JsonObject object, List<String> members, Pointer pointer, Violations violations) {
    var fields = Fields.of(object, pointer, violations);
    members.forEach(fields::has);
    fields.refuseOthers();
  }

  private record Planned(Question question, Ask.Point point, boolean hasAskableFilters) {

    boolean isAskable() {
      var from = question.from();
      var to = question.to();
      return hasAskableFilters
          && point.suits(question)
          && (from == null || to == null || !to.isBefore(from));
    }
  }

  private static Planned readPlan(JsonObject plan, Pointer pointer, Violations violations) {
    var fields = Fields.of(plan, pointer, violations);
    var text = fields.required("query_text", text(0, Limits.SEARCH.maxText()));
    var topK = fields.required("top_k", integer(1, Limits.SEARCH.maxTopK()));
    var offset = fields.required("offset", integer(0, Integer.MAX_VALUE));
    var window = fields.required("window", integer(1, Ask.LARGEST_WINDOW));
    var asOf = fields.required("as_of", instant());
    var knownAt = fields.required("as_known_at", integer(0, MAX_INTEGER));
    var asAdmin = fields.required("as_admin", bool());
    var fold = fields.optional("fold", bool(), false); // one of a server before this has none
    fields.has("principal"); // these two are held against what comes out
    fields.has("ranking");
    var filters = fields.required("filters", listOf(object(), 100));
    var ways = WaysReader.planned(fields);
    var vectors = PinReader.read(fields);
    fields.refuseOthers();
    var values = new EnumMap<FilterField, NavigableSet<String>>(FilterField.class);
    Instant from = null;
    Instant to = null;
    Long knownAfter = null;
    boolean isAskable = true;
    for (int i = 0; i < filters.size(); i++) {
      var place = pointer.child("filters").child(i);
      var filter = Fields.of(filters.get(i), place, violations);
      var name = filter.required("name", text(1, 100));
      var params =
          Fields.of(filter.required("params", object()), place.child("params"), violations);
      filter.refuseOthers();
      var field = fieldNamed(name);
      if (field != null) {
        var words = params.required(name, listOf(text(0, 1_000), Limits.SEARCH.maxValues()));
        isAskable &= QuestionReader.isAskable(field, words);
        values.put(field, new TreeSet<>(words));
      } else if (name.equals("time_window")) {
        from = params.optional("from", instant());
        to = params.optional("to", instant());
      } else if (name.equals("known_after")) {
        knownAfter = params.optional("position", integer(0, MAX_INTEGER));
      } else {
        UNREAD.getOrDefault(name, List.of()).forEach(params::has);
      }
      params.refuseOthers();
    }
    var span = new Instant[] {from, to};
    var after = knownAfter;
    var areAskable = isAskable;
    return fields.build(
        () ->
            new Planned(
                question(text, topK.intValue(), values, span, asAdmin, after, ways, fold),
                new Ask.Point(
                    new At(asOf, new LogPosition(knownAt)),
                    offset.intValue(),
                    window.intValue(),
                    vectors),
                areAskable));
  }

  private static Question question(
      String text,
      int topK,
      EnumMap<FilterField, NavigableSet<String>> values,
      @Nullable Instant[] window,
      boolean asAdmin,
      @Nullable Long knownAfter,
      Ways ways,
      boolean fold) {
    return new Question(
        text,
        topK,
        values,
        window[0],
        window[1],
        ReadTime.NOW,
        null,
        null,
        false,
        asAdmin,
        true,
        null,
        knownAfter == null ? null : new LogPosition(knownAfter),
        ways,
        fold);
  }

  private static @Nullable FilterField fieldNamed(String name) {
    return Stream.of(FilterField.values())
        .filter(field -> field.wireName().equals(name))
        .findFirst()
        .orElse(null);
  }
}
