package dev.quipu.testkit.history;

import dev.quipu.engine.compile.Command;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.view.VersionTag;
import dev.quipu.testkit.history.NaiveTenant.Happening;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One write of one person, as design sections 4, 6 and 7 have it. Used once.
final class NaiveWriter {

  private final Person who;
  private final NaiveTenant tenant;
  private final NaiveEdges edges;
  private final NaiveCauses causes;
  private final NaiveEnvelopes envelopes;
  private final Instant clock;
  private final long position;
  private final Instant visibleTime;

  NaiveWriter(Person who, NaiveTenant tenant, @Nullable Visibility tenantsDefault, Instant clock) {
    this.who = who;
    this.tenant = tenant;
    this.clock = clock;
    this.position = tenant.head() + 1;
    var earliest = tenant.timeOf(tenant.head()).plusNanos(1000);
    this.visibleTime = clock.isBefore(earliest) ? earliest : clock;
    this.edges = new NaiveEdges(who, tenant, visibleTime);
    this.causes = new NaiveCauses(who, tenant, visibleTime);
    this.envelopes = new NaiveEnvelopes(who, tenant, tenantsDefault, visibleTime);
  }

  long position() {
    return position;
  }

  Instant visibleTime() {
    return visibleTime;
  }

  /// The position of what was written, now or the first time.
  long write(Command command) {
    if (!who.grants().contains(Grant.WRITE)) {
      throw new NaiveRefusal("grant.missing");
    }
    return switch (command) {
      case Command.Append(var draft) -> say(draft);
      case Command.Create(var type, var fields, var access) -> make(type, fields, access);
      case Command.Patch(var ref, var patch, var version, var from) ->
          alter(ref, patch, version, from == null ? visibleTime : from);
      case Command.Delete(var ref, var version) -> remove(ref, version);
      case Command.Restore(var ref) -> undo(ref);
      case Command.Correct _,
          Command.Invalidate _,
          Command.Rollback _,
          Command.Move _,
          Command.Attach _,
          Command.KeepFile _,
          Command.Summarize _,
          Command.Tag _,
          Command.SubmitPayload _,
          Command.ActOnEntity _,
          Command.RegisterCapability _,
          Command.RegisterSchema _,
          Command.ActivateSchema _ ->
          throw new IllegalArgumentException("not told by these histories");
      case Command.OfPlatform _ -> throw new IllegalArgumentException("not of a tenant");
    };
  }

  private long say(EventDraft draft) {
    long taken = draft.eventId() == null ? 0 : tenant.find(draft.eventId());
    if (taken > 0) {
      var first = tenant.at(taken);
      if (!first.content().equals(draft.contentHash()) || !maySee(first.envelope())) {
        throw new NaiveRefusal("event.id_taken");
      }
      return taken;
    }
    var faults = new ArrayList<String>();
    if (draft.eventType().value().startsWith("quipu.")) {
      faults.add("event_type.reserved");
    }
    if (draft.eventTime() != null
        && draft.eventTime().isAfter(clock.plus(Limits.DEFAULT.clockSkew()))) {
      faults.add("time.future");
    }
    if (draft.logicalTs() != null && draft.logicalTs() <= causes.latestCause(draft)) {
      faults.add("logical_ts.order");
    }
    if (draft.eventId() != null
        && (draft.eventId().equals(draft.parentEventId())
            || draft.causalRefs().contains(draft.eventId()))) {
      faults.add("reference.loop");
    }
    if (draft.eventId() != null && causes.isCauseOf(draft.eventId(), draft)) {
      faults.add("reference.cycle");
    }
    refuse(faults);
    var envelope = envelopes.of(draft.access(), draft.workspaceId(), draft.sessionId());
    var event =
        new Event(
            draft.eventId() == null ? NaiveMemory.unnamed(position) : draft.eventId(),
            who.tenant(),
            draft.workspaceId(),
            draft.agentId() == null ? who.agent() : draft.agentId(),
            draft.sessionId(),
            draft.eventType(),
            draft.eventTime() == null ? clock : draft.eventTime(),
            clock,
            visibleTime,
            draft.logicalTs() == null ? position : draft.logicalTs(),
            draft.parentEventId(),
            draft.causalRefs(),
            draft.payload(),
            draft.source(),
            draft.importance(),
            envelope.visibility().wireName(),
            draft.version());
    return happen(event, envelope, envelope.owner(), draft.contentHash(), List.of());
  }

  /// What was said is remembered.
  private void remember(Event event, Envelope envelope, Instant since, List<Effect> effects) {
    var text = event.payload().text("text");
    if (text == null || event.eventType().isReserved()) {
      return;
    }
    var ref = DerivedId.memoryOf(event.eventId());
    var agent = event.agentId();
    var session = event.sessionId();
    var body = new LinkedHashMap<String, Json>();
    body.put("memory_id", Json.of(ref.id()));
    body.put("memory_type", Json.of("episodic"));
    body.put("agent_id", agent == null ? Json.NULL : Json.of(agent.value()));
    body.put("session_id", session == null ? Json.NULL : Json.of(session.value()));
    body.put("level", Json.of(0));
    body.put("content", Json.of(DerivedId.vectorOf(envelope.owner(), text)));
    body.put("summary", Json.NULL);
    body.put("source_event_ids", JsonArray.of(Json.of(event.eventId().value())));
    body.put("confidence", Json.of(0.8));
    body.put("importance", Json.of(event.importance()));
    body.put("ttl", Json.NULL);
    body.put("text", Json.of(text));
    tenant.things.put(ref, new NaiveThing(ref, position, envelope, new JsonObject(body), since));
    effects.add(new Effect(ref, 1));
  }

  /// What is said to hold does from then on.
  private void keep(Event event, Envelope envelope, Instant since, List<Effect> effects) {
    var said = event.payload().object("state");
    if (said == null || event.eventType().isReserved()) {
      return;
    }
    var agent = event.agentId() == null ? null : event.agentId().value();
    var session = event.sessionId() == null ? null : event.sessionId().value();
    var type = text(said, "type");
    var key = text(said, "key");
    var ref = DerivedId.stateOf(envelope.unfiled(), agent, session, type, key);
    var body = new LinkedHashMap<String, Json>();
    body.put("state_id", Json.of(ref.id()));
    body.put("agent_id", Json.ofNullable(agent));
    body.put("session_id", Json.ofNullable(session));
    body.put("state_type", Json.of(type));
    body.put("state_key", Json.of(key));
    body.put("state_value", Json.ofNullable(said.get("value")));
    body.put("derived_from_event_id", Json.of(event.eventId().value()));
    body.put("checkpoint_ts", Json.of(since));
    var state = new JsonObject(body);
    var thing = tenant.things.get(ref);
    if (thing == null) {
      tenant.things.put(ref, new NaiveThing(ref, position, envelope.unfiled(), state, since));
    } else {
      thing.writings().add(new NaiveThing.Writing(position, thing.latest() + 1, since, state));
    }
    effects.add(new Effect(ref, thing == null ? 1 : thing.latest()));
  }

  private long make(ObjectType type, JsonObject fields, AccessDraft access) {
    var ref = new ObjectRef(type, text(fields, type.wireName() + "_id"));
    refuse(faults(type, fields));
    var told = NaiveBodies.of(type, fields.members(), who.tenant(), visibleTime, visibleTime);
    var body = type == ObjectType.SESSION ? ended(told, visibleTime) : told;
    var workspace = fields.text(type == ObjectType.USER ? "user_workspace_id" : "workspace_id");
    var envelope =
        envelopes.of(
            NaiveEnvelopes.asItsOwn(ref, access),
            workspace == null ? null : new WorkspaceId(workspace),
            null);
    if (tenant.things.containsKey(ref)) {
      throw new NaiveRefusal("object.id_taken");
    }
    tenant.things.put(ref, new NaiveThing(ref, position, envelope, body, visibleTime));
    var payload =
        payload("create", ref).with("body", body).with("valid_from", Json.of(visibleTime));
    var effects = new ArrayList<>(List.of(new Effect(ref, 1)));
    if (type == ObjectType.EDGE) {
      edges.supersede(fields, position, effects);
    }
    return act("created", payload, ref, envelope, effects);
  }

  private List<String> faults(ObjectType type, JsonObject fields) {
    return switch (type) {
      case EDGE -> edges.faults(fields);
      case SESSION -> {
        var agent = fields.text("agent_id");
        var own = who.agent();
        boolean known =
            agent == null
                || (own != null && own.value().equals(agent))
                || edges.isSeen(new ObjectRef(ObjectType.AGENT, agent));
        yield known ? List.of() : List.of("reference.unknown");
      }
      default -> List.of();
    };
  }

  private long alter(
      ObjectRef ref, JsonObject patch, @Nullable Set<VersionTag> tags, Instant effective) {
    var thing = mine(ref);
    if (ref.type() == ObjectType.EDGE && !edges.joinsWhatIsSeen(thing.body(1))) {
      boolean own = thing.envelope().owner().equals(who.principal());
      throw new NaiveRefusal(own ? "edge.end_absent" : "object.not_found");
    }
    int base = inForce(thing, effective, tags);
    var body = new LinkedHashMap<>(thing.body(base).members());
    body.putAll(patch.members());
    var changed = new JsonObject(body);
    var inForce = thing.inForce(effective, tenant.head());
    if (inForce != null && inForce.body().equals(changed)) {
      return inForce.position();
    }
    var ended = ref.type() == ObjectType.SESSION ? ended(changed, effective) : changed;
    int next = thing.latest() + 1;
    thing.writings().add(new NaiveThing.Writing(position, next, effective, ended));
    if (ref.type() == ObjectType.EDGE) {
      edges.mark(ended, effective, position);
    }
    var payload =
        payload("change", ref)
            .with("version", Json.of(next))
            .with("body", ended)
            .with("effective_at", Json.of(effective));
    return act("changed", ref, payload, thing.envelope(), next);
  }

  /// A session that is over has an end, and no other has.
  private static JsonObject ended(JsonObject session, Instant effective) {
    boolean over =
        "completed".equals(session.text("status")) || "failed".equals(session.text("status"));
    boolean hasEnd = session.text("end_ts") != null;
    if (over == hasEnd) {
      return session;
    }
    var start = Instant.parse(text(session, "start_ts"));
    return session.with(
        "end_ts", over ? Json.of(start.isAfter(effective) ? start : effective) : Json.NULL);
  }

  private long remove(ObjectRef ref, @Nullable Set<VersionTag> tags) {
    var thing = mine(ref);
    inForce(thing, visibleTime, tags);
    thing.marks().add(new NaiveThing.Mark(position, true));
    return act("deleted", ref, payload("delete", ref), thing.envelope(), thing.latest());
  }

  private long undo(ObjectRef ref) {
    var thing = tenant.things.get(ref);
    if (thing == null || !maySee(thing.envelope())) {
      throw new NaiveRefusal("object.not_found");
    }
    if (!NaiveAccess.mayWrite(who, thing.envelope(), visibleTime)) {
      throw new NaiveRefusal("object.not_yours");
    }
    if (thing.isThere(tenant.head())) {
      throw new NaiveRefusal("object.not_deleted");
    }
    thing.marks().add(new NaiveThing.Mark(position, false));
    return act("restored", ref, payload("restore", ref), thing.envelope(), thing.latest());
  }

  private NaiveThing mine(ObjectRef ref) {
    var thing = tenant.seen(who, ref, visibleTime);
    if (thing == null) {
      throw new NaiveRefusal("object.not_found");
    }
    if (!NaiveAccess.mayWrite(who, thing.envelope(), visibleTime)) {
      throw new NaiveRefusal("object.not_yours");
    }
    return thing;
  }

  /// The version in force, or the first where none is yet: nothing ends here. Who says what it has
  /// read is held to it.
  private int inForce(NaiveThing thing, Instant time, @Nullable Set<VersionTag> tags) {
    var writing = thing.inForce(time, tenant.head());
    if (tags != null && (writing == null || !tags.contains(thing.tag(writing, tenant.head())))) {
      throw new NaiveRefusal("version.mismatch");
    }
    return writing == null ? thing.first(tenant.head()).version() : writing.version();
  }

  private static JsonObject payload(String act, ObjectRef ref) {
    return JsonObject.of(
        "act", Json.of(act),
        "object_type", Json.of(ref.type().wireName()),
        "object_id", Json.of(ref.id()));
  }

  private long act(String verb, ObjectRef ref, JsonObject payload, Envelope envelope, int version) {
    return act(verb, payload, ref, envelope, List.of(new Effect(ref, version)));
  }

  private long act(
      String verb, JsonObject payload, ObjectRef ref, Envelope envelope, List<Effect> effects) {
    var event =
        new Event(
            NaiveMemory.unnamed(position),
            who.tenant(),
            envelope.workspace(),
            ref.type() == ObjectType.AGENT ? new AgentId(ref.id()) : who.agent(),
            ref.type() == ObjectType.SESSION ? new SessionId(ref.id()) : null,
            new EventType("quipu.object_" + verb),
            clock,
            clock,
            visibleTime,
            position,
            null,
            List.of(),
            payload,
            "quipu",
            EventDraft.DEFAULT_IMPORTANCE,
            envelope.visibility().wireName(),
            1);
    return happen(event, envelope, who.principal(), Hash.ZERO, effects);
  }

  /// Agents, sessions and users are there from their first mention on.
  private long happen(
      Event event, Envelope envelope, Principal mentioning, Hash content, List<Effect> acted) {
    var effects = new ArrayList<>(acted);
    var mentioned = new LinkedHashSet<ObjectRef>();
    var shared = Envelope.of(mentioning, envelope.visibility()).in(envelope.workspace());
    var since = event.eventTime().isAfter(visibleTime) ? visibleTime : event.eventTime();
    var agent = event.agentId();
    var workspace = event.workspaceId();
    if (agent != null) {
      mentioned.add(ObjectRef.of(agent));
      var given = new LinkedHashMap<String, Json>();
      given.put("agent_id", Json.of(agent.value()));
      given.put("workspace_id", workspace == null ? Json.NULL : Json.of(workspace.value()));
      mention(ObjectRef.of(agent), given, shared, since, effects);
    }
    if (event.sessionId() != null) {
      mentioned.add(ObjectRef.of(event.sessionId()));
      var given = new LinkedHashMap<String, Json>();
      given.put("session_id", Json.of(event.sessionId().value()));
      given.put("agent_id", agent == null ? Json.NULL : Json.of(agent.value()));
      mention(ObjectRef.of(event.sessionId()), given, shared, since, effects);
    }
    for (var principal : List.of(who.principal(), envelope.owner())) {
      if (principal.kind() == Principal.Kind.USER) {
        var user = new ObjectRef(ObjectType.USER, principal.id());
        mentioned.add(user);
        mention(
            user,
            Map.of("user_id", Json.of(principal.id())),
            Envelope.of(principal, new Visibility.OwnerOnly()),
            since,
            effects);
      }
    }
    remember(event, envelope, since, effects);
    keep(event, envelope, since, effects);
    acted.forEach(effect -> mentioned.remove(effect.object()));
    tenant.happenings.add(new Happening(event, envelope, content, effects, List.copyOf(mentioned)));
    return position;
  }

  private void mention(
      ObjectRef ref,
      Map<String, Json> given,
      Envelope envelope,
      Instant since,
      List<Effect> effects) {
    if (!tenant.things.containsKey(ref)) {
      var body = NaiveBodies.of(ref.type(), given, who.tenant(), visibleTime, since);
      tenant.things.put(ref, new NaiveThing(ref, position, envelope, body, since));
      effects.add(new Effect(ref, 1));
    }
  }

  private boolean maySee(Envelope envelope) {
    return NaiveAccess.maySee(who, envelope, visibleTime);
  }

  private static void refuse(List<String> faults) {
    if (!faults.isEmpty()) {
      throw new NaiveRefusal("input.invalid", faults);
    }
  }

  private static String text(JsonObject fields, String name) {
    return String.valueOf(fields.text(name));
  }
}
