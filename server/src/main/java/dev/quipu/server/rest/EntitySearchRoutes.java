package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.query.FoundEntities;
import dev.quipu.engine.query.Suggestions;
import dev.quipu.engine.query.VectorUse;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityType;
import dev.quipu.model.payload.Likeness;
import dev.quipu.server.http.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Entities that are looked for, and entities that may be one.
final class EntitySearchRoutes {

  private static final String PATH = "/v1/entities";

  private final Engine engine;
  private final Limits limits;

  EntitySearchRoutes(Engine engine, Limits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                "POST",
                PATH + "/search",
                "Entities by name, words, meaning and fields.",
                new Handling.Keyed(this::search))
            .body(Answers.JSON, EntityQuestionReader.schema(limits))
            .answering(200, "A page.", Schemas.reference("EntityPage")),
        Route.of(
                "GET",
                PATH + "/duplicates",
                "Entities that may be one, by their names. Nothing is merged.",
                new Handling.Keyed(this::duplicates))
            .taking(Parameter.query("entity_type", "Of this type.", Schemas.TEXT))
            .taking(EntityRoutes.READ_TIME)
            .taking(Parameters.page(limits))
            .answering(200, "A page.", suggestions()),
        Route.of(
                "GET",
                PATH + "/{entity_id}/duplicates",
                "What may be the same as an entity, most alike first. Nothing is merged.",
                new Handling.Keyed(this::duplicatesOf))
            .taking(EntityRoutes.READ_TIME)
            .answering(200, "All of them.", suggestions()));
  }

  private Reply search(Caller caller, Call call) {
    var violations = call.query().faults();
    var body = call.object(violations);
    var question = EntityQuestionReader.read(body, violations, call.tags(), limits);
    violations.throwIfAny();
    return Answers.ok(page(engine.entitySearch().find(caller, question)));
  }

  private Reply duplicates(Caller caller, Call call) {
    var query = call.query();
    var type = query.read("entity_type", EntityType.SHAPE);
    var time = EntityRoutes.time(call);
    var request = query.page(limits);
    query.check();
    return Answers.ok(suggested(engine.entitySearch().alike(caller, type, time, request)));
  }

  private Reply duplicatesOf(Caller caller, Call call) {
    var id = EntityRoutes.entityId(call);
    var time = EntityRoutes.time(call);
    call.query().check();
    return Answers.ok(suggested(engine.entitySearch().alike(caller, id, time)));
  }

  private static JsonObject page(FoundEntities found) {
    var search = found.search();
    var recall = search == null ? null : search.recall();
    var vectors = search == null ? VectorUse.NOT_ASKED : search.vectors();
    var members = new LinkedHashMap<String, Json>();
    members.put(
        "entities",
        new JsonArray(
            found.entities().stream()
                .<Json>map(
                    each ->
                        EntityAnswer.of(each.view(), found.at())
                            .with("score", each.score() == null ? Json.NULL : Json.of(each.score()))
                            .with("exact_name", Json.of(each.called())))
                .toList()));
    members.put(
        "search",
        JsonObject.of(
            "mode",
            Json.of(search == null || search.exact() ? "exact" : "approximate"),
            "recall",
            recall == null ? Json.NULL : Json.of(recall),
            "eligible",
            search == null ? Json.NULL : Json.of(search.eligible()),
            "vectors",
            Json.of(vectors.wireName())));
    members.put("words_position", Json.of(found.wordsPosition().value()));
    members.put("as_of", Json.of(found.at().asOf()));
    members.put("position", Json.of(found.at().asKnownAt().value()));
    members.put("next_cursor", Json.ofNullable(found.nextCursor()));
    return new JsonObject(members);
  }

  private static JsonObject suggested(Suggestions suggestions) {
    var members = new LinkedHashMap<String, Json>();
    members.put(
        "duplicates",
        new JsonArray(
            suggestions.pairs().stream()
                .<Json>map(
                    pair ->
                        JsonObject.of(
                            "entities", JsonArray.of(brief(pair.one()), brief(pair.other())),
                            "names", JsonArray.ofTexts(pair.names()),
                            "reason", Json.of(pair.likeness().reason().wireName()),
                            "score", Json.of(pair.likeness().score())))
                .toList()));
    members.put("complete", Json.of(suggestions.isComplete()));
    members.put("as_of", Json.of(suggestions.at().asOf()));
    members.put("position", Json.of(suggestions.at().asKnownAt().value()));
    members.put("next_cursor", Json.ofNullable(suggestions.nextCursor()));
    return new JsonObject(members);
  }

  private static JsonObject brief(EntityView view) {
    var known = view.known();
    return JsonObject.of(
        "entity_id", Json.of(known.entity().value()),
        "entity_type", Json.of(known.type()),
        "name", Json.of(known.name()),
        "observation_count", Json.of(known.observations()));
  }

  private static JsonObject suggestions() {
    var entity = new LinkedHashMap<String, JsonObject>();
    entity.put("entity_id", Schemas.ID);
    entity.put("entity_type", Schemas.TEXT);
    entity.put("name", Schemas.TEXT);
    entity.put("observation_count", Schemas.INTEGER);
    var pair = new LinkedHashMap<String, JsonObject>();
    pair.put("entities", Schemas.list(Schemas.object(entity)));
    pair.put("names", Schemas.list(Schemas.TEXT));
    pair.put(
        "reason",
        Schemas.word(Stream.of(Likeness.Reason.values()).map(Likeness.Reason::wireName).toList()));
    pair.put("score", Schemas.NUMBER);
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("duplicates", Schemas.list(Schemas.object(pair)));
    members.put("complete", Schemas.BOOLEAN);
    members.put("as_of", Schemas.TIME);
    members.put("position", Schemas.INTEGER);
    members.put("next_cursor", Schemas.nullable(Schemas.TEXT));
    return Schemas.object(members);
  }

  static Map<String, JsonObject> schemas() {
    var entity = new LinkedHashMap<>(EntityAnswer.members());
    entity.put("score", Schemas.nullable(Schemas.NUMBER));
    entity.put("exact_name", Schemas.BOOLEAN);
    var search = new LinkedHashMap<String, JsonObject>();
    search.put("mode", Schemas.word(List.of("exact", "approximate")));
    search.put("recall", Schemas.nullable(Schemas.NUMBER));
    search.put("eligible", Schemas.nullable(Schemas.INTEGER));
    search.put(
        "vectors", Schemas.word(Stream.of(VectorUse.values()).map(VectorUse::wireName).toList()));
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("entities", Schemas.list(Schemas.object(entity)));
    members.put("search", Schemas.object(search));
    members.put("words_position", Schemas.INTEGER);
    members.put("as_of", Schemas.TIME);
    members.put("position", Schemas.INTEGER);
    members.put("next_cursor", Schemas.nullable(Schemas.TEXT));
    return Map.of("EntityPage", Schemas.object(members));
  }
}
