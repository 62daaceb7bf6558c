package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ObjectSchema;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// The first rules. Never changed: entries that name version 1 are compiled by them for ever.
///
/// | event | makes |
/// | --- | --- |
/// | any, of a tenant | the Event; Agent, Session and User on first mention |
/// | `quipu.object_…`, and the platform's | what the act in its payload says |
final class RulesV1 {

  private RulesV1() {}

  static Changes evolve(Recorded recorded, Facts facts) {
    var views = new ViewChanges(recorded.position(), facts);
    var event = recorded.event();
    views.event(recorded);
    if (event.eventType().isReserved() && event.payload().has("act")) {
      act(ObjectAct.read(recorded), recorded, views);
    }
    if (!event.tenantId().equals(TenantId.PLATFORM)) {
      mentions(recorded, facts, views);
    }
    return views.changes();
  }

  private static void act(ObjectAct act, Recorded recorded, ViewChanges views) {
    switch (act) {
      case ObjectAct.Create(var ref, var body, var validFrom) -> {
        views.create(ref, recorded.envelope(), body, validFrom);
        if (recorded.event().payload().get("number") instanceof JsonNumber number) {
          views.count(ref.type(), number.asLong());
        }
      }
      case ObjectAct.Change(var ref, var version, var body, var effectiveAt) ->
          views.change(ref, version, body, effectiveAt);
      case ObjectAct.Delete(var ref) -> views.delete(ref);
      case ObjectAct.Restore(var ref) -> views.restore(ref);
    }
  }

  /// Agents, sessions and users exist from their first mention on. Who mentions them owns them; a
  /// user is its own.
  private static void mentions(Recorded recorded, Facts facts, ViewChanges views) {
    var event = recorded.event();
    var agent = event.agentId();
    var session = event.sessionId();
    if (agent != null && isNew(ObjectRef.of(agent), facts, views)) {
      var stamps = stamps(event, "agent_id", agent.value());
      create(ObjectSchemas.AGENT, ObjectRef.of(agent), stamps, asMentioned(recorded), event, views);
    }
    if (session != null && isNew(ObjectRef.of(session), facts, views)) {
      var stamps = stamps(event, "session_id", session.value());
      if (agent != null) {
        stamps.put("agent_id", Json.of(agent.value()));
      }
      var ref = ObjectRef.of(session);
      create(ObjectSchemas.SESSION, ref, stamps, asMentioned(recorded), event, views);
    }
    mentionUser(recorded.recordedBy(), event, facts, views);
    mentionUser(recorded.envelope().owner(), event, facts, views);
  }

  private static void mentionUser(
      Principal principal, Event event, Facts facts, ViewChanges views) {
    var ref = new ObjectRef(ObjectType.USER, principal.id());
    if (principal.kind() == Principal.Kind.USER && isNew(ref, facts, views)) {
      var own = Envelope.of(principal, new Visibility.OwnerOnly());
      create(ObjectSchemas.USER, ref, stamps(event, "user_id", principal.id()), own, event, views);
    }
  }

  private static boolean isNew(ObjectRef ref, Facts facts, ViewChanges views) {
    return !views.hasMade(ref) && facts.find(new ObjectOf(ref)) == null;
  }

  private static void create(
      ObjectSchema schema,
      ObjectRef ref,
      Map<String, Json> stamps,
      Envelope envelope,
      Event event,
      ViewChanges views) {
    var body = schema.complete(JsonObject.EMPTY, stamps, Pointer.ROOT, new Violations());
    views.create(ref, envelope, body, since(event));
  }

  /// From when on a mentioned thing counts as there: an event dated ahead of our clock must not
  /// hide what it makes.
  private static Instant since(Event event) {
    return event.eventTime().isAfter(event.visibleTime()) ? event.visibleTime() : event.eventTime();
  }

  private static Map<String, Json> stamps(Event event, String idField, String id) {
    var stamps = new HashMap<String, Json>();
    var tenant = Json.of(event.tenantId().value());
    stamps.put("tenant_id", tenant);
    stamps.put("user_tenant_id", tenant);
    stamps.put("created_at", Json.of(event.visibleTime()));
    stamps.put("start_ts", Json.of(since(event)));
    stamps.put("workspace_id", workspace(event));
    stamps.put(idField, Json.of(id));
    return stamps;
  }

  private static Json workspace(Event event) {
    var workspace = event.workspaceId();
    return workspace == null ? Json.NULL : Json.of(workspace.value());
  }

  /// The event's access without what is the event's alone: how long it lives and how it is filed.
  /// An act on an object has that object's access, but it is the actor who mentions.
  private static Envelope asMentioned(Recorded recorded) {
    var envelope = recorded.envelope();
    boolean isAct = recorded.event().eventType().isReserved();
    var owner = isAct ? recorded.recordedBy() : envelope.owner();
    return Envelope.of(owner, envelope.visibility()).in(envelope.workspace());
  }
}
