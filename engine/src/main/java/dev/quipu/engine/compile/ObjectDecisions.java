package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.PreconditionFailed;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Accepts explicit writes of objects.
final class ObjectDecisions {

  private final Limits limits;

  ObjectDecisions(Limits limits) {
    this.limits = limits;
  }

  Decision create(Caller caller, Command.Create command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var schema = schema(command.type());
    var violations = new Violations();
    var id = chosenId(schema, command.fields(), stamp);
    var stamps = stamps(schema, id, caller, stamp.visibleTime());
    var body = schema.complete(command.fields(), stamps, Pointer.ROOT, violations);
    if (command.type() == ObjectType.EDGE && violations.isEmpty()) {
      checkEnds(caller, body, stamp, facts, violations);
    }
    violations.throwIfAny();

    var ref = new ObjectRef(command.type(), id);
    // First whether the caller may write such a thing at all: who may not, learns nothing of ids.
    var access = owned(ref, command.access());
    var envelope = EnvelopeChoice.choose(caller, access, workspaceOf(body), null, stamp, facts);
    if (facts.find(new ObjectOf(ref)) != null) {
      throw new Conflict(
          "object.id_taken", "the id " + ref + " is taken", "choose another id, or leave it out");
    }
    var act = new ObjectAct.Create(ref, body, stamp.visibleTime());
    return new Decision.Accepted(record(caller, act, envelope, stamp));
  }

  /// What can be held against a new object without knowing the log.
  static List<Violation> foresee(Caller caller, ObjectType type, JsonObject fields, Instant now) {
    var violations = new Violations();
    var schema = schema(type);
    schema.complete(fields, stamps(schema, "", caller, now), Pointer.ROOT, violations);
    return violations.found();
  }

  Decision patch(Caller caller, Command.Patch command, Stamp stamp, Facts facts) {
    var object = writable(caller, command.ref(), stamp, facts);
    var effectiveAt = command.effectiveAt() == null ? stamp.visibleTime() : command.effectiveAt();
    int inForce = versionAt(object, effectiveAt, facts);
    requireVersion(command.ifVersions(), inForce, object);

    var violations = new Violations();
    checkPlan(effectiveAt, stamp.visibleTime(), violations);
    var base = version(object, inForce, facts).body();
    var body =
        schema(command.ref().type()).patched(base, command.patch(), Pointer.ROOT, violations);
    violations.throwIfAny();
    if (body.equals(base) && facts.find(new SpanAt(object.ref(), effectiveAt)) != null) {
      return new Decision.Repeated(writingOf(object, inForce, facts));
    }

    var act = new ObjectAct.Change(command.ref(), object.latestVersion() + 1, body, effectiveAt);
    return new Decision.Accepted(record(caller, act, object.envelope(), stamp));
  }

  /// What can be held against a change without knowing the log.
  List<Violation> foresee(
      ObjectType type, JsonObject patch, @Nullable Instant effectiveAt, Instant now) {
    var violations = new Violations();
    checkPlan(effectiveAt == null ? now : effectiveAt, now, violations);
    schema(type).check(patch, Pointer.ROOT, violations);
    return violations.found();
  }

  private void checkPlan(Instant effectiveAt, Instant now, Violations violations) {
    if (effectiveAt.isAfter(now.plus(limits.planAhead()))) {
      violations.add(
          Pointer.ROOT.child("effective_at"),
          "time.future",
          "Plan a change at most " + limits.planAhead().toDays() + " days ahead.");
    }
  }

  Decision delete(Caller caller, Command.Delete command, Stamp stamp, Facts facts) {
    var object = writable(caller, command.ref(), stamp, facts);
    requireVersion(command.ifVersions(), versionAt(object, stamp.visibleTime(), facts), object);
    return new Decision.Accepted(
        record(caller, new ObjectAct.Delete(command.ref()), object.envelope(), stamp));
  }

  Decision restore(Caller caller, Command.Restore command, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var sight = Sight.of(caller, stamp);
    var object =
        ObjectSchemas.of(command.ref().type()) == null
            ? null
            : facts.find(new ObjectOf(command.ref()));
    if (object == null || !sight.sees(object)) {
      throw command.ref().type().absent();
    }
    requireWritable(sight, object);
    if (facts.find(new TombstoneOn(command.ref())) == null) {
      throw new Conflict("object.not_deleted", command.ref() + " is not deleted");
    }
    return new Decision.Accepted(
        record(caller, new ObjectAct.Restore(command.ref()), object.envelope(), stamp));
  }

  /// A user is its own. Otherwise whoever names somebody first could keep their own record from
  /// them.
  private static AccessDraft owned(ObjectRef ref, AccessDraft draft) {
    return ref.type() == ObjectType.USER && draft.owner() == null
        ? draft.ownedBy(new Principal(Principal.Kind.USER, ref.id()))
        : draft;
  }

  /// The object, if the caller may change it.
  private static ObjectRow writable(Caller caller, ObjectRef ref, Stamp stamp, Facts facts) {
    caller.require(Grant.WRITE);
    var sight = Sight.of(caller, stamp);
    var object = ObjectSchemas.of(ref.type()) == null ? null : sight.find(ref, facts);
    if (object == null) {
      throw ref.type().absent();
    }
    requireWritable(sight, object);
    return object;
  }

  private static void requireVersion(@Nullable Set<Integer> wanted, int inForce, ObjectRow object) {
    if (wanted != null && !wanted.contains(inForce)) {
      throw new PreconditionFailed(
          "version.mismatch",
          object.ref() + " is at version " + inForce,
          "read it again and repeat the change on that");
    }
  }

  private static void requireWritable(Sight sight, ObjectRow object) {
    if (!sight.mayWrite(object)) {
      throw new Forbidden(
          "object.not_yours", "only the owner or a tenant admin may change " + object.ref(), "");
    }
  }

  private static ObjectSchema schema(ObjectType type) {
    var schema = ObjectSchemas.of(type);
    if (schema == null) {
      throw new NotFound(
          "object_type.not_writable",
          "objects of type " + type.wireName() + " are not written directly");
    }
    return schema;
  }

  private static String chosenId(ObjectSchema schema, JsonObject fields, Stamp stamp) {
    var given = fields.text(schema.idField().name());
    return given != null && Identifier.isWellFormed(given)
        ? given
        : prefix(schema.type()) + stamp.freshId();
  }

  private static String prefix(ObjectType type) {
    return switch (type) {
      case AGENT -> "agt_";
      case SESSION -> "ses_";
      case USER -> "user_";
      default -> type.wireName() + "_";
    };
  }

  /// What we set in a new body, whatever its type.
  private static Map<String, Json> stamps(
      ObjectSchema schema, String id, Caller caller, Instant visibleTime) {
    var tenant = Json.of(caller.tenant().value());
    var now = Json.of(visibleTime);
    return Map.of(
        schema.idField().name(),
        Json.of(id),
        "tenant_id",
        tenant,
        "user_tenant_id",
        tenant,
        "created_at",
        now,
        "created_ts",
        now,
        "start_ts",
        now);
  }

  /// An edge joins two things that its writer can see, and not one thing with itself.
  private static void checkEnds(
      Caller caller, JsonObject body, Stamp stamp, Facts facts, Violations violations) {
    var ends = EdgeEnds.of(body);
    var sight = Sight.of(caller, stamp);
    if (ends.source().equals(ends.target())) {
      violations.add(
          Pointer.ROOT.child("dst_object_id"), "edge.loop", "An edge joins two different objects.");
    }
    checkEnd("src_object_id", ends.source(), sight, facts, violations);
    checkEnd("dst_object_id", ends.target(), sight, facts, violations);
  }

  private static void checkEnd(
      String field, ObjectRef ref, Sight sight, Facts facts, Violations violations) {
    if (sight.find(ref, facts) == null) {
      violations.add(
          Pointer.ROOT.child(field),
          "reference.unknown",
          "There is no " + ref.type().wireName() + " with this id.");
    }
  }

  private static @Nullable WorkspaceId workspaceOf(JsonObject body) {
    var workspace = body.text("workspace_id");
    var users = body.text("user_workspace_id");
    if (workspace != null) {
      return new WorkspaceId(workspace);
    }
    return users == null ? null : new WorkspaceId(users);
  }

  /// The version in force then, or the latest where none is.
  private static int versionAt(ObjectRow object, Instant instant, Facts facts) {
    var span = facts.find(new SpanAt(object.ref(), instant));
    return span == null ? object.latestVersion() : span.version();
  }

  private static VersionRow version(ObjectRow object, int number, Facts facts) {
    var version = facts.find(new VersionOf(object.ref(), number));
    if (version == null) {
      throw new IllegalStateException(object.ref() + " lacks its version " + number);
    }
    return version;
  }

  /// The entry that made a version.
  private static LogEntry writingOf(ObjectRow object, int number, Facts facts) {
    var position = version(object, number, facts).position();
    if (facts.find(new LineAt(position)) instanceof LogEntry entry) {
      return entry;
    }
    throw new IllegalStateException(object.ref() + " was made by nothing at " + position);
  }

  /// An event of ours about an object. Its access is the object's.
  private static Recorded record(Caller caller, ObjectAct act, Envelope envelope, Stamp stamp) {
    var ref = act.ref();
    var agent = ref.type() == ObjectType.AGENT ? new AgentId(ref.id()) : caller.agent();
    var session = ref.type() == ObjectType.SESSION ? new SessionId(ref.id()) : null;
    return new OwnEvent(
            caller.tenant(), act.eventType(), agent, session, act.toPayload(), "quipu", envelope)
        .by(caller, stamp);
  }
}
