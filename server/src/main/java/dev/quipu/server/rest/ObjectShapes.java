package dev.quipu.server.rest;

import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.ObjectAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How objects look in answers, and in the description of the API.
final class ObjectShapes {

  private ObjectShapes() {}

  static JsonObject json(ObjectView view) {
    var stored = view.stored();
    return ObjectAnswer.view(stored.object(), stored.span(), stored.version())
        .with("access_reason", reason(view.reason()));
  }

  static Json reason(Verdict verdict) {
    return Json.of(verdict.name().toLowerCase(Locale.ROOT));
  }

  static Reply reply(int status, Answer<ObjectView> answer) {
    var body = json(answer.value()).with("position", Json.of(answer.at().asKnownAt().value()));
    return Answers.json(status, body)
        .with("ETag", EntityTags.of(answer.value().stored().version().version()));
  }

  /// What may be sent beside the fields of an object.
  static Map<String, JsonObject> beside() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("visibility?", Schemas.word(List.of("private", "public", "confidential")));
    members.put("access?", Schemas.reference("AccessRequest"));
    members.put("project_id?", Schemas.ID);
    members.put("tags?", Schemas.list(Schemas.TEXT));
    members.put("lang?", Schemas.TEXT);
    members.put("indexed?", Schemas.BOOLEAN);
    members.put("ttl_days?", Schemas.integer(1, 36_500));
    return members;
  }

  /// A view among others.
  static JsonObject item(ObjectType type) {
    return Schemas.reference("Item_" + type.wireName());
  }

  static JsonObject view(ObjectType type) {
    return Schemas.reference("View_" + type.wireName());
  }

  static Map<String, JsonObject> schemas() {
    var schemas = new LinkedHashMap<String, JsonObject>();
    for (var schema : ObjectSchemas.all()) {
      var name = schema.type().wireName();
      schemas.put(name, Schemas.shown(schema));
      schemas.put("View_" + name, viewOf(Schemas.reference(name), true));
      schemas.put("Item_" + name, viewOf(Schemas.reference(name), false));
    }
    schemas.put("View_event", viewOf(Schemas.reference("EventFields"), true));
    var ids = Schemas.list(Schemas.ID);
    var acl = new LinkedHashMap<String, JsonObject>();
    acl.put("read_team_ids?", ids);
    acl.put("read_agent_ids?", ids);
    acl.put("read_role_ids?", ids);
    var access = new LinkedHashMap<String, JsonObject>();
    access.put("owner_kind?", Schemas.word(List.of("user", "agent", "team")));
    access.put("owner_id?", Schemas.ID);
    access.put("team_id?", Schemas.nullable(Schemas.ID));
    access.put("acl?", Schemas.object(acl));
    schemas.put("AccessRequest", Schemas.object(access));
    return schemas;
  }

  /// @param alone whether it names the position that it was read at; in a list the page does
  private static JsonObject viewOf(JsonObject object, boolean alone) {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_type", Schemas.TEXT);
    members.put("object_id", Schemas.ID);
    members.put("version", Schemas.INTEGER);
    members.put("object", object);
    members.put("access", Schemas.ANY_OBJECT);
    members.put("lifecycle", Schemas.TEXT);
    members.put("valid_from", Schemas.TIME);
    members.put("valid_to", Schemas.nullable(Schemas.TIME));
    members.put("known_from", Schemas.INTEGER);
    members.put("known_to", Schemas.nullable(Schemas.INTEGER));
    members.put("access_reason", Schemas.TEXT);
    if (alone) {
      members.put("position", Schemas.INTEGER);
    }
    return Schemas.object(members);
  }
}
