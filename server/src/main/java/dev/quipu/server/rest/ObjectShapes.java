package dev.quipu.server.rest;

import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.At;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.ObjectAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How objects look in answers, and in the description of the API.
final class ObjectShapes {

  private static final JsonObject OWNER_KIND = Schemas.word(List.of("user", "agent", "team"));

  private ObjectShapes() {}

  /// An object as a caller sees it, looked at from a point.
  static JsonObject json(ObjectView view, At at) {
    var stored = view.stored();
    return ObjectAnswer.view(stored.object(), stored.span(), stored.version(), at)
        .with("access_reason", reason(view.reason()));
  }

  static Json reason(Verdict verdict) {
    return Json.of(verdict.name().toLowerCase(Locale.ROOT));
  }

  /// An object alone, with the position it was read at.
  static JsonObject json(Answer<ObjectView> answer) {
    return json(answer.value(), answer.at())
        .with("position", Json.of(answer.at().asKnownAt().value()));
  }

  static Reply reply(int status, Answer<ObjectView> answer) {
    return Answers.json(status, json(answer)).with("ETag", EntityTags.of(answer));
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

  /// An object after a write; only its name if the writer may not look at it.
  static JsonObject written(ObjectType type) {
    return Schemas.anyOf(view(type), Schemas.reference("Written"));
  }

  /// An object after a rollback.
  static JsonObject rolledBack(ObjectType type) {
    return Schemas.reference("RolledBack_" + type.wireName());
  }

  /// A memory with one more member beside its view.
  static JsonObject viewWith(String name, JsonObject schema) {
    var members = new LinkedHashMap<>(viewOf(Schemas.reference("memory"), true));
    members.put(name, schema);
    return Schemas.object(members);
  }

  static JsonObject version(ObjectType type) {
    return Schemas.reference("Version_" + type.wireName());
  }

  /// Who may see something, with the position that this was read at.
  static JsonObject access() {
    return Schemas.reference("AccessAt");
  }

  static Map<String, JsonObject> schemas() {
    var schemas = new LinkedHashMap<String, JsonObject>();
    for (var schema : ObjectSchemas.all()) {
      var name = schema.type().wireName();
      schemas.put(name, Schemas.shown(schema));
      var view = viewOf(Schemas.reference(name), true);
      schemas.put("View_" + name, Schemas.object(view));
      schemas.put("Item_" + name, Schemas.object(viewOf(Schemas.reference(name), false)));
      view.put("undo", Schemas.nullable(Schemas.TEXT));
      schemas.put("RolledBack_" + name, Schemas.object(view));
      schemas.put("Version_" + name, versionOf(Schemas.reference(name)));
    }
    schemas.put("edge", GraphShapes.edge());
    var edge = viewOf(Schemas.reference("edge"), true);
    edge.put("object_id", Schemas.EDGE_ID);
    schemas.put("View_edge", Schemas.object(edge));
    schemas.put("Version_edge", Schemas.object(named(versionWith(Schemas.reference("edge")))));
    schemas.put("View_event", Schemas.object(viewOf(Schemas.reference("EventFields"), true)));
    schemas.put("Item_event", Schemas.object(viewOf(Schemas.reference("EventFields"), false)));
    schemas.put("Version_event", versionOf(Schemas.reference("EventFields")));
    var versions = Schemas.reference("object_version");
    schemas.put("object_version", Schemas.object(versionOf()));
    schemas.put("Version_object_version", Schemas.object(named(versionWith(versions))));
    schemas.put("View_object_version", Schemas.object(named(viewOf(versions, true))));
    schemas.put("Item_object_version", Schemas.object(named(viewOf(versions, false))));
    var written = new LinkedHashMap<String, JsonObject>();
    written.put("object_type", Schemas.TEXT);
    written.put("object_id", Schemas.ID);
    written.put("position", Schemas.INTEGER);
    schemas.put("Written", Schemas.object(written));
    written.put("deleted", Schemas.BOOLEAN);
    written.put("undo", Schemas.TEXT);
    schemas.put("Deleted", Schemas.object(written));
    schemas.putAll(accessSchemas());
    return schemas;
  }

  private static Map<String, JsonObject> accessSchemas() {
    var ids = Schemas.list(Schemas.ID);
    var acl = new LinkedHashMap<String, JsonObject>();
    acl.put("read_team_ids?", ids);
    acl.put("read_agent_ids?", ids);
    acl.put("read_role_ids?", ids);
    var said = new LinkedHashMap<String, JsonObject>();
    said.put("owner_kind?", OWNER_KIND);
    said.put("owner_id?", Schemas.ID);
    said.put("team_id?", Schemas.nullable(Schemas.ID));
    said.put("acl?", Schemas.object(acl));
    var shown = new LinkedHashMap<String, JsonObject>();
    shown.put("owner_kind", OWNER_KIND);
    shown.put("owner_id", Schemas.ID);
    shown.put("visibility", Schemas.word(List.of("private", "public", "confidential", "partial")));
    shown.put("team_id?", Schemas.nullable(Schemas.ID));
    shown.put("acl?", Schemas.object(acl));
    shown.put("contract_id?", Schemas.ID);
    shown.put("workspace_id", Schemas.nullable(Schemas.ID));
    shown.put("project_id", Schemas.nullable(Schemas.ID));
    shown.put("indexed", Schemas.BOOLEAN);
    shown.put("expires_at", Schemas.nullable(Schemas.TIME));
    shown.put("tags", Schemas.list(Schemas.TEXT));
    shown.put("lang", Schemas.nullable(Schemas.TEXT));
    var access = Schemas.object(shown);
    shown.put("position", Schemas.INTEGER);
    return Map.of(
        "AccessRequest", Schemas.object(said), "Access", access, "AccessAt", Schemas.object(shown));
  }

  /// The id of a version, or of an edge that is computed, is longer than others.
  private static Map<String, JsonObject> named(Map<String, JsonObject> view) {
    view.put("object_id", Schemas.TEXT);
    return view;
  }

  /// An ObjectVersion of seed 001 with the other clock and the body.
  static JsonObject versionOf(JsonObject object) {
    return Schemas.object(versionWith(object));
  }

  private static Map<String, JsonObject> versionWith(JsonObject object) {
    var version = versionOf();
    version.put("known_from", Schemas.INTEGER);
    version.put("known_to", Schemas.nullable(Schemas.INTEGER));
    version.put("object", object);
    version.put("text?", Schemas.nullable(Schemas.TEXT));
    return version;
  }

  /// An ObjectVersion of seed 001.
  private static Map<String, JsonObject> versionOf() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_id", Schemas.ID);
    members.put("object_type", Schemas.TEXT);
    members.put("version", Schemas.INTEGER);
    members.put("mutation_event_id", Schemas.nullable(Schemas.ID));
    members.put("valid_from", Schemas.TIME);
    members.put("valid_to", Schemas.nullable(Schemas.TIME));
    members.put("snapshot_tag", Schemas.nullable(Schemas.TEXT));
    return members;
  }

  /// @param alone whether it names the position that it was read at; in a list the page does
  static Map<String, JsonObject> viewOf(JsonObject object, boolean alone) {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("object_type", Schemas.TEXT);
    members.put("object_id", Schemas.ID);
    members.put("version", Schemas.INTEGER);
    members.put("object", object);
    members.put("text?", Schemas.nullable(Schemas.TEXT));
    members.put("access", Schemas.reference("Access"));
    members.put("lifecycle", Schemas.TEXT);
    members.put("valid_from", Schemas.TIME);
    members.put("valid_to", Schemas.nullable(Schemas.TIME));
    members.put("known_from", Schemas.INTEGER);
    members.put("known_to", Schemas.nullable(Schemas.INTEGER));
    members.put("access_reason", Schemas.TEXT);
    if (alone) {
      members.put("position", Schemas.INTEGER);
    }
    return members;
  }
}
