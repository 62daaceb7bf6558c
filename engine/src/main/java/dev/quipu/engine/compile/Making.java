package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ShownObject;
import dev.quipu.model.object.StateType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one entry makes by the rules since the second, whichever part of them says so: edges, and
/// states that go on from what they were.
final class Making {

  private final Recorded recorded;
  private final Event event;
  private final Facts facts;
  private final ViewChanges views;
  private final Current current;
  private final Marks marks;
  private final Ruling ruling;
  private final Set<ObjectRef> superseded = new HashSet<>();
  private int edges;

  Making(Recorded recorded, Facts facts) {
    this.recorded = recorded;
    this.event = recorded.event();
    this.facts = facts;
    this.views = new ViewChanges(recorded.position(), facts);
    this.current = new Current(facts);
    this.marks = new Marks(facts, views);
    this.ruling = Ruling.of(recorded);
  }

  Recorded recorded() {
    return recorded;
  }

  Facts facts() {
    return facts;
  }

  ViewChanges views() {
    return views;
  }

  Current current() {
    return current;
  }

  Marks marks() {
    return marks;
  }

  Ruling ruling() {
    return ruling;
  }

  /// What an aspect is kept as.
  JsonObject body(Aspect aspect, Principal owner) {
    return AspectBody.of(aspect, owner, ruling.listing());
  }

  void edge(ObjectRef source, EdgeType type, ObjectRef target, double weight) {
    edge(DerivedId.edgeOf(event.eventId(), edges++), source, type, target, weight);
  }

  void edge(ObjectRef ref, ObjectRef source, EdgeType type, ObjectRef target, double weight) {
    edge(ref, recorded.envelope(), source, type, target, weight, FirstMentions.since(event));
  }

  void edge(
      ObjectRef ref,
      Envelope envelope,
      ObjectRef source,
      EdgeType type,
      ObjectRef target,
      double weight,
      Instant since) {
    var body = new LinkedHashMap<String, Json>();
    body.put("edge_id", Json.of(ref.id()));
    body.put("src_object_id", Json.of(source.id()));
    body.put("src_type", Json.of(source.type().wireName()));
    body.put("edge_type", Json.of(type.wireName()));
    body.put("dst_object_id", Json.of(target.id()));
    body.put("dst_type", Json.of(target.type().wireName()));
    body.put("weight", Json.of(weight));
    body.put("provenance_ref", Json.of(ShownObject.proofAddress(ref)));
    body.put("created_ts", Json.of(event.visibleTime()));
    var edge = new JsonObject(body);
    views.create(ref, envelope, edge, since);
    marks.superseded(edge, since);
  }

  /// What is used up is so from now on, whenever it was used, and for every limit that is planned.
  void spend(Budget.Spent spent) {
    var now = event.visibleTime();
    var before = current.body(spent.ref(), now);
    if (!ruling.plansBudgets() || before == null) {
      limit(spent, now);
    } else if (!views.hasMade(spent.ref())) {
      var counted = new JsonObject(budgetBody(spent));
      views.restand(
          spent.ref(),
          now,
          body ->
              Lifecycle.of(body)
                  .in(body.equals(before) ? counted : counted.with("state_value", spent.in(body))),
          true);
    }
  }

  /// What may be used up is so from an instant on.
  void limit(Budget.Spent spent, Instant from) {
    put(spent.ref(), spent.envelope(), budgetBody(spent), from);
  }

  private Map<String, Json> budgetBody(Budget.Spent spent) {
    var body =
        stateBody(spent.ref(), StateType.BUDGET_STATE.wireName(), spent.key(), spent.value());
    body.put("agent_id", Json.NULL);
    body.put("session_id", Json.of(spent.session().id()));
    return body;
  }

  void put(ObjectRef ref, Envelope envelope, Map<String, Json> body, Instant since) {
    var known = current.object(ref);
    if (views.hasMade(ref)) {
      return; // the payload's own word about it has been heard
    }
    if (known == null) {
      views.create(ref, envelope, new JsonObject(body), since);
    } else if (ruling.keepsStanding()) {
      goOn(known, new JsonObject(body), since);
    } else {
      if (current.isDeleted(known)) {
        views.restoreUntold(ref);
      }
      views.change(ref, known.latestVersion() + 1, new JsonObject(body), since);
    }
  }

  /// What was deleted begins anew, and none of it comes back. What was not in force and is again
  /// marks what it supersedes.
  private void goOn(ObjectRow known, JsonObject body, Instant since) {
    var ref = known.ref();
    int version = known.latestVersion() + 1;
    boolean isDeleted = current.isDeleted(known);
    if (isDeleted) {
      var standing = isSuperseded(ref, since) ? Lifecycle.STALE : Lifecycle.ACTIVE;
      views.beginAnew(ref, version, standing.in(body), since);
    } else {
      views.change(ref, version, standing(ref, since).in(body), since);
    }
    if (isDeleted || current.body(ref, event.visibleTime()) == null) {
      marks.supersededBy(ref, event.visibleTime());
    }
  }

  /// Another value makes what has gone stale or was put away active again; it does not take back
  /// what was said against the object itself.
  private Lifecycle standing(ObjectRef ref, Instant since) {
    var before = current.bodyBefore(ref, since);
    var standing = before == null ? Lifecycle.ACTIVE : Lifecycle.of(before);
    return switch (standing) {
      case ACTIVE, ARCHIVED, STALE -> isSuperseded(ref, since) ? Lifecycle.STALE : Lifecycle.ACTIVE;
      case QUARANTINED, RETRACTED, DELETED -> standing;
    };
  }

  private boolean isSuperseded(ObjectRef ref, Instant since) {
    return superseded.contains(ref) || new Successions(facts, since).isSuperseded(ref);
  }

  /// This entry says itself that something else takes the place of these.
  void supersedes(Collection<ObjectRef> targets) {
    superseded.addAll(targets);
  }

  Map<String, Json> stateBody(ObjectRef ref, String type, String key, Json value) {
    var body = new LinkedHashMap<String, Json>();
    body.put("state_id", Json.of(ref.id()));
    body.put("agent_id", idOrNull(event.agentId()));
    body.put("session_id", idOrNull(event.sessionId()));
    body.put("state_type", Json.of(type));
    body.put("state_key", Json.of(key));
    body.put("state_value", value);
    body.put("derived_from_event_id", Json.of(event.eventId().value()));
    body.put("checkpoint_ts", Json.of(FirstMentions.since(event)));
    return body;
  }

  static Json idOrNull(@Nullable Identifier id) {
    return id == null ? Json.NULL : Json.of(id.value());
  }
}
