package dev.quipu.engine.query;

import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.Lifecycle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How a question is answered: at which point on the clocks, and narrowed by what, in which order.
record Plan(Question question, Page page, List<Step> filters) {

  /// What is searched if nobody says. An event is found as the memory of it.
  static final NavigableSet<String> OBJECT_TYPES =
      words(
          Stream.of(ObjectType.MEMORY, ObjectType.STATE, ObjectType.ARTIFACT)
              .map(ObjectType::wireName));

  /// What has been put away or taken back is found only if asked for.
  static final NavigableSet<String> LIFECYCLES =
      words(Stream.of(Lifecycle.ACTIVE, Lifecycle.STALE).map(Lifecycle::wireName));

  /// A filter by the name that users know it by.
  record Step(String name, JsonObject params, IndexFilter filter) {}

  /// Refuses what the caller may not ask.
  static void check(Caller caller, Question question) {
    var allowed = caller.allowedAgents();
    if (allowed != null) {
      refuseOthers(question, allowed.stream().map(AgentId::value).collect(Collectors.toSet()));
    }
  }

  static Plan of(Caller caller, Question question, Page page) {
    check(caller, question);
    var at = page.at();
    var steps = new ArrayList<Step>();
    var allowed = caller.allowedAgents();
    if (allowed != null) {
      steps.add(
          new Step(
              "allowed_agents",
              JsonObject.of("agent_ids", texts(allowed.stream().map(AgentId::value))),
              new IndexFilter.OfAgents(allowed)));
    }
    steps.add(
        new Step(
            "as_of",
            JsonObject.of("as_of", Json.of(at.asOf())),
            new IndexFilter.ValidAt(at.asOf())));
    for (var field : FilterField.values()) {
      var values = question.fields().get(field);
      if (values == null) {
        values =
            switch (field) {
              case OBJECT_TYPES -> OBJECT_TYPES;
              case LIFECYCLES -> LIFECYCLES;
              default -> null;
            };
      }
      if (values != null) {
        steps.add(
            new Step(
                field.wireName(),
                JsonObject.of(field.wireName(), texts(values.stream())),
                new IndexFilter.OneOf(field, values)));
      }
    }
    if (question.from() != null || question.to() != null) {
      var window = new LinkedHashMap<String, Json>();
      window.put("from", question.from() == null ? Json.NULL : Json.of(question.from()));
      window.put("to", question.to() == null ? Json.NULL : Json.of(question.to()));
      steps.add(
          new Step(
              "time_window",
              new JsonObject(window),
              new IndexFilter.Within(question.from(), question.to())));
    }
    if (question.knownAfter() != null) {
      steps.add(
          new Step(
              "known_after",
              JsonObject.of("position", Json.of(question.knownAfter().value())),
              new IndexFilter.KnownAfter(question.knownAfter())));
    }
    return new Plan(question, page, List.copyOf(steps));
  }

  /// Narrowed further.
  Plan and(List<Step> more) {
    return new Plan(question, page, Stream.concat(filters.stream(), more.stream()).toList());
  }

  private static void refuseOthers(Question question, Set<String> allowed) {
    var asked = question.fields().get(FilterField.AGENT_IDS);
    if (asked != null && !allowed.containsAll(asked)) {
      throw new Forbidden(
          "agents.not_allowed",
          "this key may search the things of " + new TreeSet<>(allowed) + " only",
          "leave agent_ids out, or name some of those");
    }
  }

  private static NavigableSet<String> words(Stream<String> words) {
    return Collections.unmodifiableNavigableSet(
        words.collect(Collectors.toCollection(TreeSet::new)));
  }

  private static JsonArray texts(Stream<String> texts) {
    return JsonArray.ofTexts(texts.sorted().toList());
  }
}
