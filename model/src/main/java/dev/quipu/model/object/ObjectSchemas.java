package dev.quipu.model.object;

import static dev.quipu.model.object.SchemaField.id;
import static dev.quipu.model.object.SchemaField.once;
import static dev.quipu.model.object.SchemaField.open;
import static dev.quipu.model.object.SchemaField.required;
import static dev.quipu.model.object.SchemaField.stamped;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.object.FieldKind.Real;
import dev.quipu.model.object.FieldKind.Text;
import dev.quipu.model.object.FieldKind.Texts;
import dev.quipu.model.object.FieldKind.Time;
import dev.quipu.model.object.FieldKind.Whole;
import dev.quipu.model.object.FieldKind.Word;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The schemas of the objects that can be written as such.
public final class ObjectSchemas {

  private static final FieldKind ID = new FieldKind.Id();
  private static final Text NAME = new Text(200);
  private static final Text PROSE = new Text(10_000);
  private static final long MAX_INTEGER = 1L << 53;

  public static final ObjectSchema AGENT =
      new ObjectSchema(
          ObjectType.AGENT,
          List.of(
              id("agent_id"),
              stamped("tenant_id", ID),
              once("workspace_id", ID).inLists(),
              open("agent_type", NAME).inLists(),
              open("role_profile", PROSE).inLists(),
              open("policy_ref", NAME).inLists(),
              open("capability_set", new Texts(256, 200)).or(JsonArray.EMPTY),
              open("default_memory_policy", PROSE),
              stamped("created_at", new Time()),
              open("status", new Word(List.of("active", "inactive", "archived")))
                  .or(Json.of("active"))
                  .inLists()));

  public static final ObjectSchema SESSION =
      new ObjectSchema(
          ObjectType.SESSION,
          List.of(
              id("session_id"),
              once("agent_id", ID).inLists(),
              once("parent_session_id", ID).inLists(),
              open("task_type", NAME).inLists(),
              open("goal", PROSE),
              open("context_ref", PROSE),
              once("start_ts", new Time()),
              open("end_ts", new Time()),
              open("status", new Word(List.of("running", "paused", "completed", "failed")))
                  .or(Json.of("running"))
                  .inLists(),
              open("budget_token", new Whole(0, MAX_INTEGER)),
              open("budget_time_ms", new Whole(0, MAX_INTEGER))));

  public static final ObjectSchema USER =
      new ObjectSchema(
          ObjectType.USER,
          List.of(
              id("user_id"),
              open("user_name", NAME).inLists(),
              stamped("user_tenant_id", ID),
              once("user_workspace_id", ID).inLists(),
              open("default_visibility", new Word(List.of("private", "public", "confidential")))));

  public static final ObjectSchema EDGE =
      new ObjectSchema(
          ObjectType.EDGE,
          List.of(
              id("edge_id"),
              required("src_object_id", ID),
              required("src_type", new Word(endTypes())),
              required("edge_type", new Word(EdgeType.words())),
              required("dst_object_id", ID),
              required("dst_type", new Word(endTypes())),
              open("weight", new Real(0, 1_000_000)).or(Json.of(1)),
              once("provenance_ref", PROSE),
              stamped("created_ts", new Time())));

  private static final Map<ObjectType, ObjectSchema> BY_TYPE = new LinkedHashMap<>();

  static {
    Stream.of(AGENT, SESSION, USER, EDGE).forEach(schema -> BY_TYPE.put(schema.type(), schema));
  }

  private ObjectSchemas() {}

  public static @Nullable ObjectSchema of(ObjectType type) {
    return BY_TYPE.get(type);
  }

  public static Collection<ObjectSchema> all() {
    return List.copyOf(BY_TYPE.values());
  }

  /// What an edge may join: every canonical object but edges themselves.
  private static List<String> endTypes() {
    return Stream.of(ObjectType.values())
        .filter(
            type -> type != ObjectType.EDGE && type != ObjectType.TENANT && type != ObjectType.KEY)
        .map(ObjectType::wireName)
        .toList();
  }
}
