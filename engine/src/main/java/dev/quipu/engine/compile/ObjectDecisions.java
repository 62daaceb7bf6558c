package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.object.ShownObject;
import dev.quipu.model.object.SnapshotTag;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ValidTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Accepts new objects that are written as such.
final class ObjectDecisions {

  private final Limits limits;

  ObjectDecisions(Limits limits) {
    this.limits = limits;
  }

  /// Stands for an id that is not chosen yet.
  private static final String UNCHOSEN = "unchosen";

  Decision create(Caller caller, Command.Create command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var type = command.type();
    var schema = schema(type);
    var violations = new Violations();
    var memory = type == ObjectType.MEMORY ? MemoryDraft.read(command.fields(), violations) : null;
    var fields = memory == null ? command.fields() : memory.fields();
    var id = chosenId(schema, fields, stamp, violations);
    var stamps = stamps(schema, id, caller, stamp.visibleTime(), stamp.freshId());
    var body = schema.complete(fields, stamps, Pointer.ROOT, violations);
    if (violations.isEmpty()) {
      References.of(caller, stamp, facts, violations)
          .check(type, body, unasked(type, fields, body));
    }
    var access =
        memory == null
            ? command.access()
            : memory.access(command.access(), caller, stamp, facts, violations);
    violations.throwIfAny();

    // First whether the caller may write such a thing at all: who may not, learns nothing of ids.
    var workspace = workspaceOf(body, memory, caller, stamp, facts);
    var envelope =
        EnvelopeChoice.choose(
            caller, owned(type, id, access), workspace, sessionOf(type, body), stamp, facts);
    var ref = type == ObjectType.STATE ? stateRef(body, envelope) : new ObjectRef(type, id);
    if (type == ObjectType.STATE) {
      body = body.with("state_id", Json.of(ref.id()));
    }
    if (memory != null) {
      body = MemoryDraft.withText(body, envelope.owner());
    }
    if (type == ObjectType.SESSION) {
      body =
          SessionEnd.of(body)
              .told(JsonObject.EMPTY, fields, stamp.visibleTime(), limits.clockSkew());
    }
    if (facts.find(new ObjectOf(ref)) != null) {
      throw new Conflict(
          "object.id_taken",
          "the id " + ref + " is taken",
          type == ObjectType.STATE
              ? "it holds what was said before under this key: change that by PATCH"
              : "choose another id, or leave it out");
    }
    var validFrom =
        memory == null || memory.validFrom() == null ? stamp.visibleTime() : memory.validFrom();
    var validTo = memory == null ? ValidTime.FOREVER : memory.validTo();
    if (!validTo.isAfter(validFrom)) {
      throw new Invalid("/valid_to", "time.order", "Send a time that is after valid_from.");
    }
    var act = new ObjectAct.Create(ref, body, validFrom, validTo, List.of());
    return new Decision.Accepted(record(caller, act, envelope, stamp, sessionOf(type, body)));
  }

  /// What need not be looked for: a memory that names no sources comes from the very event that
  /// makes it.
  private static JsonObject unasked(ObjectType type, JsonObject given, JsonObject body) {
    var sources = body.get("source_event_ids");
    return type == ObjectType.MEMORY && sources != null && !given.has("source_event_ids")
        ? JsonObject.of("source_event_ids", sources)
        : JsonObject.EMPTY;
  }

  /// What can be held against a new object without knowing the log.
  static List<Violation> foresee(Caller caller, ObjectType type, JsonObject fields, Instant now) {
    var violations = new Violations();
    var schema = schema(type);
    var rest = type == ObjectType.MEMORY ? MemoryDraft.read(fields, violations).fields() : fields;
    schema.complete(rest, stamps(schema, UNCHOSEN, caller, now, ""), Pointer.ROOT, violations);
    return violations.found();
  }

  Decision summarize(Caller caller, Command.Summarize command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var sources = Sources.of(caller, command.sources(), command.level(), stamp, facts);
    var envelope = sources.narrowest();
    var event = "evt_" + stamp.freshId();
    var ref = DerivedId.memoryOf(new EventId(event));
    var stamps = new HashMap<String, Json>();
    stamps.put("memory_id", Json.of(ref.id()));
    stamps.put("memory_type", Json.of("semantic"));
    stamps.put("agent_id", Json.ofNullable(sources.agent()));
    stamps.put("session_id", Json.of(command.session().value()));
    stamps.put("level", Json.of(command.level()));
    stamps.put("content", Json.of(command.text()));
    stamps.put("source_event_ids", JsonArray.ofTexts(sources.events()));
    stamps.put("confidence", Json.of(sources.confidence()));
    stamps.put("importance", Json.of(sources.importance()));
    var body =
        MemoryDraft.withText(
            ObjectSchemas.MEMORY.complete(JsonObject.EMPTY, stamps, Pointer.ROOT, new Violations()),
            envelope.owner());
    var links =
        command.sources().stream()
            .map(source -> new ObjectAct.Link(EdgeType.SUMMARIZES, source))
            .toList();
    var act = new ObjectAct.Create(ref, body, stamp.visibleTime(), ValidTime.FOREVER, links);
    return new Decision.Accepted(record(caller, act, envelope, stamp, command.session()));
  }

  Decision tag(Caller caller, Command.Tag command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var envelope = EnvelopeChoice.choose(caller, command.access(), null, null, stamp, facts);
    var ref = SnapshotTag.ref(envelope.owner(), command.tag());
    if (facts.find(new ObjectOf(ref)) != null) {
      throw new Conflict(
          "snapshot.tag_taken",
          "the tag " + command.tag() + " names another position already",
          "choose another tag");
    }
    var tag = new SnapshotTag(command.tag(), stamp.position(), stamp.visibleTime());
    var act = new ObjectAct.Create(ref, tag.toBody(), stamp.visibleTime());
    return new Decision.Accepted(record(caller, act, envelope, stamp, null));
  }

  /// A user is its own. Otherwise whoever names somebody first could keep their own record from
  /// them.
  private static AccessDraft owned(ObjectType type, String id, AccessDraft draft) {
    return type == ObjectType.USER && draft.owner() == null
        ? draft.ownedBy(new Principal(Principal.Kind.USER, id))
        : draft;
  }

  static ObjectSchema schema(ObjectType type) {
    var schema = ObjectSchemas.of(type);
    if (schema == null) {
      throw new NotFound(
          "object_type.not_writable",
          "objects of type " + type.wireName() + " are not written directly");
    }
    return schema;
  }

  private static String chosenId(
      ObjectSchema schema, JsonObject fields, Stamp stamp, Violations violations) {
    var field = schema.idField();
    if (field == null) {
      return DerivedId.policyRecordOf(new EventId("evt_" + stamp.freshId())).id();
    }
    var given = fields.text(field.name());
    if (given != null && (DerivedId.hasForm(given) || schema.type() == ObjectType.STATE)) {
      violations.add(
          Pointer.ROOT.child(field.name()),
          "id.derived",
          "Ids of this form follow from something else: choose another, or leave it out.");
    }
    return given != null && Identifier.isWellFormed(given)
        ? given
        : prefix(schema.type()) + stamp.freshId();
  }

  private static String prefix(ObjectType type) {
    return switch (type) {
      case AGENT -> "agt_";
      case SESSION -> "ses_";
      case USER -> "user_";
      case MEMORY -> "mem_";
      case ARTIFACT -> "art_";
      case POLICY -> "pol_";
      case SHARE_CONTRACT -> "con_";
      default -> type.wireName() + "_";
    };
  }

  private static ObjectRef stateRef(JsonObject body, Envelope envelope) {
    return DerivedId.stateOf(
        envelope.unfiled(),
        body.text("agent_id"),
        body.text("session_id"),
        String.valueOf(body.text("state_type")),
        String.valueOf(body.text("state_key")));
  }

  /// What we set in a new body, and what stands for fields that nobody gave.
  private static Map<String, Json> stamps(
      ObjectSchema schema, String id, Caller caller, Instant visibleTime, String freshId) {
    var stamps = new HashMap<String, Json>();
    var tenant = Json.of(caller.tenant().value());
    var now = Json.of(visibleTime);
    var event = "evt_" + freshId;
    stamps.put("tenant_id", tenant);
    stamps.put("user_tenant_id", tenant);
    stamps.put("created_at", now);
    stamps.put("created_ts", now);
    stamps.put("start_ts", now);
    switch (schema.type()) {
      case MEMORY -> {
        stamps.put("agent_id", Json.ofNullable(agentOf(caller)));
        stamps.put("source_event_ids", JsonArray.ofTexts(List.of(event)));
      }
      case STATE -> {
        stamps.put("agent_id", Json.ofNullable(agentOf(caller)));
        stamps.put("derived_from_event_id", Json.of(event));
        stamps.put("checkpoint_ts", now);
      }
      case ARTIFACT -> {
        stamps.put("owner_agent_id", Json.ofNullable(agentOf(caller)));
        stamps.put("produced_by_event_id", Json.of(event));
      }
      case POLICY -> {
        stamps.put("policy_start_time", now);
        if (caller.principal().kind() != Principal.Kind.TEAM) {
          stamps.put("publisher_type", Json.of(caller.principal().kind().wireName()));
          stamps.put("publisher_id", Json.of(caller.principal().id()));
        }
      }
      case POLICY_RECORD -> stamps.put("policy_event_id", Json.of(event));
      case EDGE ->
          stamps.put("provenance_ref", Json.of(ShownObject.proofAddress(ObjectType.EDGE, id)));
      default -> {}
    }
    var idField = schema.idField();
    if (idField != null) {
      stamps.put(idField.name(), Json.of(id));
    }
    return stamps;
  }

  private static @Nullable String agentOf(Caller caller) {
    var agent = caller.agent();
    return agent == null ? null : agent.value();
  }

  /// What lies in a session lies in its workspace.
  private static @Nullable WorkspaceId workspaceOf(
      JsonObject body, @Nullable MemoryDraft memory, Caller caller, Stamp stamp, Facts facts) {
    var workspace = body.text("workspace_id");
    var users = body.text("user_workspace_id");
    if (workspace != null) {
      return new WorkspaceId(workspace);
    }
    if (users != null) {
      return new WorkspaceId(users);
    }
    if (memory != null && memory.workspace() != null) {
      return memory.workspace();
    }
    var session = body.text("session_id");
    var row =
        session == null
            ? null
            : Sight.of(caller, stamp).find(new ObjectRef(ObjectType.SESSION, session), facts);
    return row == null ? null : row.envelope().workspace();
  }

  /// The session that something is made in.
  private static @Nullable SessionId sessionOf(ObjectType type, JsonObject body) {
    var session = type == ObjectType.SESSION ? null : body.text("session_id");
    return session == null ? null : new SessionId(session);
  }

  /// An event of ours about an object. Its access is the object's.
  static Recorded record(
      Caller caller, ObjectAct act, Envelope envelope, Stamp stamp, @Nullable SessionId madeIn) {
    return record(caller, act, act.toPayload(), envelope, stamp, madeIn);
  }

  /// The same with more in its payload than what is done.
  static Recorded record(
      Caller caller,
      ObjectAct act,
      JsonObject payload,
      Envelope envelope,
      Stamp stamp,
      @Nullable SessionId madeIn) {
    var ref = act.ref();
    var agent = ref.type() == ObjectType.AGENT ? new AgentId(ref.id()) : caller.agent();
    var session = ref.type() == ObjectType.SESSION ? new SessionId(ref.id()) : madeIn;
    return new OwnEvent(
            caller.tenant(), act.eventType(), agent, session, payload, "quipu", envelope)
        .by(caller, stamp);
  }
}
