package dev.quipu.engine.compile;

import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.VersionTag;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Accepts explicit changes of objects.
final class ChangeDecisions {

  private final Limits limits;

  ChangeDecisions(Limits limits) {
    this.limits = limits;
  }

  Decision patch(Caller caller, Command.Patch command, Stamp stamp, Facts facts) {
    var object = changeable(caller, command.ref(), stamp, facts);
    var effectiveAt = command.effectiveAt() == null ? stamp.visibleTime() : command.effectiveAt();
    int inForce = versionAt(object, effectiveAt, command.ifTags(), facts);

    var violations = new Violations();
    checkPlan(effectiveAt, stamp.visibleTime(), violations);
    var base = version(object, inForce, facts).body();
    var body = patched(caller, object, base, command.patch(), stamp, facts, violations);
    if (body.equals(base) && facts.find(new SpanAt(object.ref(), effectiveAt)) != null) {
      return new Decision.Repeated(writingOf(object, inForce, facts));
    }
    new Standing(caller, stamp, facts).requireRevivable(object.ref(), body, effectiveAt);
    var said = stamped(object.ref(), base, body, command.patch(), effectiveAt, stamp);
    return change(caller, object, said, effectiveAt, stamp);
  }

  /// What can be held against a change without knowing the log.
  List<Violation> foresee(
      ObjectType type, JsonObject patch, @Nullable Instant effectiveAt, Instant now) {
    var violations = new Violations();
    checkPlan(effectiveAt == null ? now : effectiveAt, now, violations);
    ObjectDecisions.schema(type).check(patch, Pointer.ROOT, violations);
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

  Decision correct(Caller caller, Command.Correct command, Stamp stamp, Facts facts) {
    var object = changeable(caller, command.ref(), stamp, facts);
    var at = command.at() == null ? stamp.visibleTime() : command.at();
    if (facts.find(new SpanAt(object.ref(), at)) == null) {
      throw new Conflict(
          "object.not_valid", object.ref() + " holds nothing at that time to be corrected");
    }
    int inForce = versionAt(object, at, command.ifTags(), facts);
    var base = version(object, inForce, facts).body();
    var body = patched(caller, object, base, command.patch(), stamp, facts, new Violations());
    if (body.equals(base)) {
      return new Decision.Repeated(writingOf(object, inForce, facts));
    }
    var said = stamped(object.ref(), base, body, command.patch(), at, stamp);
    var act = new ObjectAct.Correct(object.ref(), object.latestVersion() + 1, said, at);
    return accepted(caller, act, object, stamp);
  }

  /// The body after a merge patch, or what is wrong with it, all at once.
  private static JsonObject patched(
      Caller caller,
      ObjectRow object,
      JsonObject base,
      JsonObject patch,
      Stamp stamp,
      Facts facts,
      Violations violations) {
    var type = object.ref().type();
    var body = ObjectDecisions.schema(type).patched(base, patch, Pointer.ROOT, violations);
    if (type == ObjectType.MEMORY && patch.has("content")) {
      if (!(patch.get("content") instanceof JsonString(var text)) || text.isBlank()) {
        violations.add(
            Pointer.ROOT.child("content"), "field.required", "Send the text of the memory.");
      } else if (!text.equals(base.text("content"))) {
        body = MemoryDraft.withText(body, object.envelope().owner());
      }
    }
    if (violations.isEmpty()) {
      References.of(caller, stamp, facts, violations).check(type, body, base);
    }
    violations.throwIfAny();
    return body;
  }

  /// Some bodies name the event that made them, and a session is over or not.
  ///
  /// @param base what the body was
  /// @param patch what the caller said itself
  private JsonObject stamped(
      ObjectRef ref,
      JsonObject base,
      JsonObject body,
      JsonObject patch,
      Instant effectiveAt,
      Stamp stamp) {
    if (ref.type() == ObjectType.SESSION) {
      return SessionEnd.of(body).told(base, patch, effectiveAt, limits.clockSkew());
    }
    return ref.type() == ObjectType.STATE
        ? body.with("derived_from_event_id", Json.of("evt_" + stamp.freshId()))
            .with("checkpoint_ts", Json.of(stamp.visibleTime()))
        : body;
  }

  Decision invalidate(Caller caller, Command.Invalidate command, Stamp stamp, Facts facts) {
    var object = writable(caller, command.ref(), stamp, facts);
    var when = command.when() == null ? stamp.visibleTime() : command.when();
    if (facts.find(new SpanAt(object.ref(), when)) == null) {
      if (facts.find(new SpanAfter(object.ref(), when)) != null) {
        throw new Invalid(
            "/when", "time.order", "Send a time that is not before the object's valid_from.");
      }
      throw new Conflict("object.not_valid", object.ref() + " is no longer valid then anyway");
    }
    versionAt(object, when, command.ifTags(), facts);
    new Standing(caller, stamp, facts).requireRetractionKept(object.ref(), when);
    return accepted(caller, new ObjectAct.Invalidate(object.ref(), when), object, stamp);
  }

  Decision rollback(Caller caller, Command.Rollback command, Stamp stamp, Facts facts) {
    var object = changeable(caller, command.ref(), stamp, facts);
    var wanted = facts.find(new VersionOf(object.ref(), command.version()));
    if (wanted == null) {
      throw new Invalid(
          "/version",
          "version.unknown",
          object.ref() + " has versions 1 to " + object.latestVersion() + ".");
    }
    int inForce = versionAt(object, stamp.visibleTime(), command.ifTags(), facts);
    var base = version(object, inForce, facts).body();
    if (wanted.body().equals(base)
        && facts.find(new SpanAt(object.ref(), stamp.visibleTime())) != null) {
      return new Decision.Repeated(writingOf(object, inForce, facts));
    }
    var violations = new Violations();
    References.of(caller, stamp, facts, violations).check(object.ref().type(), wanted.body(), base);
    violations.throwIfAny();
    var standing = new Standing(caller, stamp, facts);
    standing.requireStep(object.ref(), Lifecycle.of(base), Lifecycle.of(wanted.body()));
    standing.requireRevivable(object.ref(), wanted.body(), stamp.visibleTime());
    var old = wanted.body();
    var body = stamped(object.ref(), old, old, JsonObject.EMPTY, stamp.visibleTime(), stamp);
    return change(caller, object, body, stamp.visibleTime(), stamp);
  }

  Decision move(Caller caller, Command.Move command, Stamp stamp, Facts facts) {
    var object = changeable(caller, command.ref(), stamp, facts);
    int inForce = versionAt(object, stamp.visibleTime(), command.ifTags(), facts);
    if (facts.find(new SpanAt(object.ref(), stamp.visibleTime())) == null) {
      throw new Conflict(
          "object.not_valid", object.ref() + " holds nothing now that could be moved on");
    }
    var base = version(object, inForce, facts).body();
    if (Lifecycle.of(base) == command.to()) {
      return new Decision.Repeated(writingOf(object, inForce, facts));
    }
    new Standing(caller, stamp, facts).requireStep(object.ref(), Lifecycle.of(base), command.to());
    var body = command.to().in(base);
    var act =
        new ObjectAct.Change(object.ref(), object.latestVersion() + 1, body, stamp.visibleTime());
    var reason = command.reason();
    var payload =
        reason == null ? act.toPayload() : act.toPayload().with("reason", Json.of(reason));
    return new Decision.Accepted(
        ObjectDecisions.record(caller, act, payload, object.envelope(), stamp, null));
  }

  Decision attach(Caller caller, Command.Attach command, Stamp stamp, Facts facts) {
    var object = writable(caller, command.ref(), stamp, facts);
    int inForce = versionAt(object, stamp.visibleTime(), command.ifTags(), facts);
    var base = version(object, inForce, facts).body();
    var metadata = base.object("metadata");
    var members = new LinkedHashMap<>(base.members());
    members.put("hash", Json.of(command.content().value()));
    members.put("content_ref", Json.of("blob:" + command.content().value()));
    members.put(
        "metadata",
        (metadata == null ? JsonObject.EMPTY : metadata).with("size", Json.of(command.size())));
    if (command.mimeType() != null) {
      members.put("mime_type", Json.of(command.mimeType()));
    }
    var body = new JsonObject(members);
    if (body.equals(base) && facts.find(new SpanAt(object.ref(), stamp.visibleTime())) != null) {
      return new Decision.Repeated(writingOf(object, inForce, facts));
    }
    new Standing(caller, stamp, facts).requireRevivable(object.ref(), body, stamp.visibleTime());
    return change(caller, object, body, stamp.visibleTime(), stamp);
  }

  Decision delete(Caller caller, Command.Delete command, Stamp stamp, Facts facts) {
    var object = writable(caller, command.ref(), stamp, facts);
    versionAt(object, stamp.visibleTime(), command.ifTags(), facts);
    return accepted(caller, new ObjectAct.Delete(command.ref()), object, stamp);
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
    if (command.ref().type() == ObjectType.EDGE) {
      var body = version(object, object.latestVersion(), facts).body();
      new Standing(caller, stamp, facts).requireNoCycle(object.ref(), body);
    }
    return accepted(caller, new ObjectAct.Restore(command.ref()), object, stamp);
  }

  private static Decision change(
      Caller caller, ObjectRow object, JsonObject body, Instant effectiveAt, Stamp stamp) {
    var act = new ObjectAct.Change(object.ref(), object.latestVersion() + 1, body, effectiveAt);
    return accepted(caller, act, object, stamp);
  }

  private static Decision accepted(Caller caller, ObjectAct act, ObjectRow object, Stamp stamp) {
    return new Decision.Accepted(
        ObjectDecisions.record(caller, act, object.envelope(), stamp, null));
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
    if (ref.type() == ObjectType.STATE) {
      var state = version(object, object.latestVersion(), facts).body();
      if (Budget.isCount(state.text("state_type"), state.text("state_key"))) {
        throw new Conflict(
            "state.counted",
            ref + " is counted by the server",
            "set the budget of the session instead");
      }
    }
    return object;
  }

  /// The same, if it can be said anew. An edge cannot without both its ends: to who does not own it
  /// it is not there then, its owner is told.
  private static ObjectRow changeable(Caller caller, ObjectRef ref, Stamp stamp, Facts facts) {
    var object = writable(caller, ref, stamp, facts);
    if (ref.type() == ObjectType.EDGE) {
      var ends = EdgeEnds.of(version(object, object.latestVersion(), facts).body());
      var sight = Sight.of(caller, stamp);
      if (sight.findShown(ends.source(), facts) == null
          || sight.findShown(ends.target(), facts) == null) {
        if (!object.envelope().owner().equals(caller.principal())) {
          throw ref.type().absent();
        }
        throw new Conflict(
            "edge.end_absent",
            "an end of " + ref + " is not there",
            "undo the deletion of that end, or delete the edge");
      }
    }
    return object;
  }

  private static void requireWritable(Sight sight, ObjectRow object) {
    if (!sight.mayWrite(object)) {
      throw new Forbidden(
          "object.not_yours", "only the owner or a tenant admin may change " + object.ref(), "");
    }
  }

  /// The version in force then. Where none is, what was in force last before it by what is believed
  /// now, or else what begins first after it: a number tells only when it was written.
  ///
  /// @param tags one of them must be its tag; null = any will do, and none
  private static int versionAt(
      ObjectRow object, Instant instant, @Nullable Set<VersionTag> tags, Facts facts) {
    var span = facts.find(new SpanAt(object.ref(), instant));
    VersionTag.require(tags, object.ref(), span);
    if (span == null) {
      span = facts.find(new SpanBefore(object.ref(), instant));
    }
    if (span == null) {
      span = facts.find(new SpanAfter(object.ref(), instant));
    }
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
}
