package dev.quipu.server.rest;

import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.Grounds;
import dev.quipu.model.view.At;
import java.util.LinkedHashMap;
import java.util.Map;

/// Entities, as answers show them.
final class EntityAnswer {

  private EntityAnswer() {}

  static JsonObject of(Answer<EntityView> answer) {
    return of(answer.value(), answer.at());
  }

  static JsonObject of(EntityView view, At at) {
    var known = view.known();
    var schema = view.schema();
    var snapshot = view.snapshot();
    var provenance = new LinkedHashMap<String, Json>();
    known
        .cells()
        .provenance(schema)
        .forEach((field, grounds) -> provenance.put(field, grounds(grounds)));
    var undeclared =
        snapshot.names().stream().filter(name -> !schema.fields().containsKey(name)).toList();
    var members = new LinkedHashMap<String, Json>();
    members.put("entity_id", Json.of(known.entity().value()));
    members.put("entity_type", Json.of(known.type()));
    members.put("name", Json.of(known.name()));
    members.put("names", JsonArray.ofTexts(known.allNames()));
    members.put("resolved", Json.of(known.resolved()));
    members.put("schema_version", Json.of(schema.version()));
    members.put("snapshot", snapshot);
    members.put("provenance", new JsonObject(provenance));
    members.put("unknown_fields", JsonArray.ofTexts(undeclared));
    members.put("observation_count", Json.of(known.observations()));
    members.put("last_observation_at", Json.ofNullable(known.cells().lastObservedAt()));
    members.put("memory_id", Json.of(known.entity().memory().id()));
    members.put("version", Json.of(view.stored().version().version()));
    members.put("access", EnvelopeJson.write(view.stored().object().envelope()));
    members.put("access_reason", ObjectShapes.reason(view.reason()));
    members.put("as_of", Json.of(at.asOf()));
    members.put("position", Json.of(at.asKnownAt().value()));
    return new JsonObject(members);
  }

  /// The id of the observation, or correction, that a value rests on; of several, all of them.
  private static Json grounds(Grounds grounds) {
    return switch (grounds) {
      case Grounds.Corrected(var correction) -> Json.of(correction.id());
      case Grounds.Observed(var told) -> Json.of(told.stamp().observation());
      case Grounds.Merged(var elements) ->
          PayloadAnswer.distinct(
              elements.stream().map(each -> each.latest().observation()).toList());
    };
  }

  static Map<String, JsonObject> schemas() {
    return Map.of("Entity", Schemas.object(members()));
  }

  /// What is described of one.
  static Map<String, JsonObject> members() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("entity_id", Schemas.ID);
    members.put("entity_type", Schemas.TEXT);
    members.put("name", Schemas.TEXT);
    members.put("names", Schemas.list(Schemas.TEXT));
    members.put("resolved", Schemas.BOOLEAN);
    members.put("schema_version", Schemas.TEXT);
    members.put("snapshot", Schemas.ANY_OBJECT);
    members.put("provenance", Schemas.ANY_OBJECT);
    members.put("unknown_fields", Schemas.list(Schemas.TEXT));
    members.put("observation_count", Schemas.INTEGER);
    members.put("last_observation_at", Schemas.nullable(Schemas.TIME));
    members.put("memory_id", Schemas.ID);
    members.put("version", Schemas.INTEGER);
    members.put("access", Schemas.reference("Access"));
    members.put("access_reason", Schemas.TEXT);
    members.put("as_of", Schemas.TIME);
    members.put("position", Schemas.INTEGER);
    return members;
  }
}
