package dev.quipu.model.object;

import static dev.quipu.model.object.SchemaField.computed;
import static dev.quipu.model.object.SchemaField.id;
import static dev.quipu.model.object.SchemaField.once;
import static dev.quipu.model.object.SchemaField.open;
import static dev.quipu.model.object.SchemaField.required;
import static dev.quipu.model.object.SchemaField.stamped;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.FieldKind.Document;
import dev.quipu.model.object.FieldKind.Flag;
import dev.quipu.model.object.FieldKind.Ids;
import dev.quipu.model.object.FieldKind.Media;
import dev.quipu.model.object.FieldKind.Real;
import dev.quipu.model.object.FieldKind.Text;
import dev.quipu.model.object.FieldKind.Texts;
import dev.quipu.model.object.FieldKind.Time;
import dev.quipu.model.object.FieldKind.Value;
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

  /// Characters of a name, and of whatever else is short.
  public static final int MAX_NAME = 200;

  /// Characters of an address or an explanation.
  public static final int MAX_PROSE = 10_000;

  /// Characters of the text of a memory, whichever way it comes.
  public static final int MAX_TEXT = 1_000_000;

  /// How many events one memory can be made of.
  public static final int MAX_SOURCES = 10_000;

  /// Of an edge.
  public static final int MAX_WEIGHT = 1_000_000;

  private static final FieldKind ID = new FieldKind.Id();
  private static final Text NAME = new Text(MAX_NAME);
  private static final Text PROSE = new Text(MAX_PROSE);
  private static final long MAX_INTEGER = 1L << 53;
  private static final Text TEXT = new Text(MAX_TEXT);
  private static final Real SHARE = new Real(0, 1);
  private static final Texts ACL = new Texts(256, MAX_NAME);

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
              open("capability_set", new Texts(256, MAX_NAME)).or(JsonArray.EMPTY).byLooking(),
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
              open("default_visibility", new Word(List.of("private", "public", "confidential")))
                  .byLooking()));

  public static final ObjectSchema EDGE =
      new ObjectSchema(
          ObjectType.EDGE,
          List.of(
              id("edge_id"),
              required("src_object_id", ID),
              required("src_type", words(endTypes())),
              required("edge_type", new Word(EdgeType.words())),
              required("dst_object_id", ID),
              required("dst_type", words(endTypes())),
              open("weight", new Real(0, MAX_WEIGHT)).or(Json.of(1)),
              once("provenance_ref", PROSE),
              stamped("created_ts", new Time())));

  public static final ObjectSchema MEMORY =
      new ObjectSchema(
          ObjectType.MEMORY,
          List.of(
              id("memory_id"),
              open("memory_type", new Word(MemoryType.words()))
                  .or(Json.of("semantic"))
                  .inListsUnless(Json.of("episodic")), // what every message makes
              once("agent_id", ID).inLists(),
              once("session_id", ID).inLists(),
              computed("owner_type", new Word(List.of("private", "public", "partial"))).byLooking(),
              computed("scope", NAME).byLooking(),
              once("level", new Whole(0, 2)).or(Json.of(0)).inListsUnless(Json.of(0)),
              open("content", TEXT).inLists(),
              open("summary", PROSE),
              once("source_event_ids", new Ids(MAX_SOURCES))
                  .or(JsonArray.EMPTY)
                  .byEvent("source_event_id"),
              open("confidence", SHARE).or(Json.of(1)),
              open("importance", SHARE).or(Json.of(0.5)),
              computed("freshness_score", SHARE),
              once("ttl", new Whole(1, 36_500L * 86_400)),
              computed("valid_from", new Time()),
              computed("valid_to", new Time()),
              computed("provenance_ref", PROSE),
              computed("version", new Whole(1, Integer.MAX_VALUE)),
              computed("is_active", new Flag()).byLooking()));

  public static final ObjectSchema STATE =
      new ObjectSchema(
          ObjectType.STATE,
          List.of(
              id("state_id"),
              once("agent_id", ID).inLists(),
              once("session_id", ID).inLists(),
              required("state_type", new Word(StateType.words())),
              required("state_key", NAME),
              open("state_value", new Value()),
              stamped("derived_from_event_id", ID).byEvent("derived_from_event_id"),
              stamped("checkpoint_ts", new Time()),
              computed("version", new Whole(1, Integer.MAX_VALUE))));

  public static final ObjectSchema ARTIFACT =
      new ObjectSchema(
          ObjectType.ARTIFACT,
          List.of(
              id("artifact_id"),
              once("session_id", ID).inLists(),
              once("owner_agent_id", ID).inLists(),
              open("artifact_type", new Word(ArtifactType.words())).or(Json.of("file")).inLists(),
              open("uri", PROSE).byLooking(),
              stamped("content_ref", PROSE),
              open("mime_type", new Media()).inLists(),
              open("metadata", new Document()).or(JsonObject.EMPTY),
              stamped("hash", NAME).byLooking(),
              stamped("produced_by_event_id", ID).byEvent("produced_by_event_id"),
              computed("version", new Whole(1, Integer.MAX_VALUE))));

  public static final ObjectSchema POLICY =
      new ObjectSchema(
          ObjectType.POLICY,
          List.of(
              id("policy_id"),
              computed("policy_version", new Whole(1, Integer.MAX_VALUE)),
              open("policy_start_time", new Time()),
              open("policy_end_time", new Time()),
              once("publisher_type", new Word(List.of("user", "agent"))).inLists(),
              once("publisher_id", ID).inLists(),
              open("policy_type", NAME).inLists()));

  public static final ObjectSchema POLICY_RECORD =
      new ObjectSchema(
          ObjectType.POLICY_RECORD,
          List.of(
              required("policy_id", ID),
              required("policy_version", new Whole(1, Integer.MAX_VALUE)).byLooking(),
              open("context", PROSE),
              required("object_id", ID),
              required("object_type", words(keptTypes())),
              open("salience_weight", new Real(0, 1_000_000)),
              open("ttl", new Whole(1, 36_500L * 86_400)),
              open("confidence_override", SHARE),
              open("verified_state", new Word(List.of("unverified", "verified", "retracted")))
                  .inLists(),
              open("quarantine_flag", new Flag()).or(Json.of(false)).inLists(),
              open("visibility_policy", NAME),
              open("policy_reason", PROSE),
              open("policy_source", NAME).byLooking(),
              stamped("policy_event_id", ID).byLooking()));

  public static final ObjectSchema SHARE_CONTRACT =
      new ObjectSchema(
          ObjectType.SHARE_CONTRACT,
          List.of(
              id("contract_id"),
              required("scope", ID),
              open("read_acl", ACL).or(JsonArray.EMPTY).byLooking(),
              open("write_acl", ACL).or(JsonArray.EMPTY).byLooking(),
              open("derive_acl", ACL).or(JsonArray.EMPTY).byLooking(),
              open("ttl_policy", NAME),
              open("consistency_level", NAME).inLists(),
              open("merge_policy", NAME).inLists(),
              open("quarantine_policy", NAME),
              open("audit_policy", NAME)));

  private static final Map<ObjectType, ObjectSchema> BY_TYPE = new LinkedHashMap<>();

  static {
    Stream.of(
            AGENT,
            SESSION,
            MEMORY,
            STATE,
            ARTIFACT,
            EDGE,
            USER,
            POLICY,
            POLICY_RECORD,
            SHARE_CONTRACT)
        .forEach(schema -> BY_TYPE.put(schema.type(), schema));
  }

  private ObjectSchemas() {}

  public static @Nullable ObjectSchema of(ObjectType type) {
    return BY_TYPE.get(type);
  }

  public static Collection<ObjectSchema> all() {
    return List.copyOf(BY_TYPE.values());
  }

  /// What an edge may join: every object that is kept but edges themselves.
  public static List<ObjectType> endTypes() {
    return Stream.of(ObjectType.values())
        .filter(type -> type.isKept() && type != ObjectType.EDGE)
        .toList();
  }

  private static Word words(List<ObjectType> types) {
    return new Word(types.stream().map(ObjectType::wireName).toList());
  }

  private static List<ObjectType> keptTypes() {
    return Stream.of(ObjectType.values()).filter(ObjectType::isKept).toList();
  }
}
