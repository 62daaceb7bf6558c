package dev.quipu.server.rest;

import dev.quipu.model.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How events and receipts look in the description of the API.
final class EventShapes {

  private EventShapes() {}

  static Map<String, JsonObject> schemas() {
    var schemas = new LinkedHashMap<String, JsonObject>();
    schemas.put("EventRequest", Schemas.object(sent()));
    schemas.put("EventFields", Schemas.object(shown()));
    var event = shown();
    event.put("position", Schemas.INTEGER);
    event.put("rules", Schemas.INTEGER);
    event.put("recorded_by", Schemas.object(Map.of("kind", Schemas.TEXT, "id", Schemas.ID)));
    event.put("access", Schemas.reference("Access"));
    schemas.put("Event", Schemas.object(event));
    schemas.put("Receipt", Schemas.object(receipt()));
    return schemas;
  }

  private static Map<String, JsonObject> sent() {
    var members = new LinkedHashMap<String, JsonObject>();
    fields()
        .forEach(
            (name, schema) -> members.put(name.equals("event_type") ? name : name + "?", schema));
    members.putAll(ObjectShapes.beside());
    return members;
  }

  private static Map<String, JsonObject> shown() {
    var optional = List.of("workspace_id", "agent_id", "session_id", "parent_event_id");
    var members = new LinkedHashMap<String, JsonObject>();
    fields()
        .forEach(
            (name, schema) ->
                members.put(name, optional.contains(name) ? Schemas.nullable(schema) : schema));
    members.put("visibility", Schemas.TEXT);
    return members;
  }

  private static Map<String, JsonObject> fields() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("event_id", Schemas.ID);
    members.put("tenant_id", Schemas.ID);
    members.put("workspace_id", Schemas.ID);
    members.put("agent_id", Schemas.ID);
    members.put("session_id", Schemas.ID);
    members.put("event_type", Schemas.ID);
    members.put("event_time", Schemas.TIME);
    members.put("ingest_time", Schemas.TIME);
    members.put("visible_time", Schemas.TIME);
    members.put("logical_ts", Schemas.INTEGER);
    members.put("parent_event_id", Schemas.ID);
    members.put("causal_refs", Schemas.list(Schemas.ID));
    members.put("payload", Schemas.ANY_OBJECT);
    members.put("source", Schemas.TEXT);
    members.put("importance", Schemas.NUMBER);
    members.put("version", Schemas.INTEGER);
    return members;
  }

  private static Map<String, JsonObject> receipt() {
    var effect = new LinkedHashMap<String, JsonObject>();
    effect.put("object_type", Schemas.TEXT);
    effect.put("object_id", Schemas.ID);
    effect.put("version", Schemas.INTEGER);
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("event_id", Schemas.nullable(Schemas.ID));
    members.put("position?", Schemas.INTEGER);
    members.put("log_id?", Schemas.TEXT);
    members.put("status", Schemas.word(List.of("accepted", "duplicate", "rejected")));
    members.put("visible_time?", Schemas.TIME);
    members.put("objects?", Schemas.list(Schemas.object(effect)));
    members.put("problem?", Schemas.reference("Problem"));
    return members;
  }
}
