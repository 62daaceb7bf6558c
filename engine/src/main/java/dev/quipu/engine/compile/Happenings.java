package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.object.ArtifactType;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.object.StateType;
import dev.quipu.model.view.Facts;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an event gives rise to by the rules since the second, row by row of [EventRule].
final class Happenings {

  private final Making making;
  private final Recorded recorded;
  private final Event event;
  private final Facts facts;
  private final ViewChanges views;
  private final Current current;

  Happenings(Making making) {
    this.making = making;
    this.recorded = making.recorded();
    this.event = recorded.event();
    this.facts = making.facts();
    this.views = making.views();
    this.current = making.current();
  }

  void happened(Claims claims, FirstMentions mentions) {
    var rule = EventRule.of(event.eventType());
    boolean ends = rule.has(EventRule.Part.TASK_ENDED);
    var closing = ends ? closing(claims) : Map.<String, Json>of();
    mentions.make(closing);
    if (claims.toAgent() != null) {
      mentions.make(claims.toAgent());
    }
    var memory = memory(rule, claims);
    var source = memory == null ? ObjectRef.of(event.eventId()) : memory;
    artifact(claims);
    making.supersedes(
        claims.edges().stream()
            .filter(edge -> edge.type().supersedes())
            .map(Claims.Edge::target)
            .toList());
    states(rule, claims).forEach(this::state);
    if (rule.has(EventRule.Part.TOOL_STARTED) && claims.tool() != null) {
      var tool = stateRef(new StateKey(StateType.TOOL_STACK, claims.tool()));
      making.edge(ObjectRef.of(event.eventId()), EdgeType.USES_TOOL, tool, 1);
    }
    if (claims.toAgent() != null) {
      making.edge(source, EdgeType.SHARED_WITH, ObjectRef.of(claims.toAgent()), 1);
    }
    if (ends) {
      closeSession(closing, claims);
    }
    for (var claim : claims.edges()) {
      making.edge(
          claim.source() == null ? source : claim.source(),
          claim.type(),
          claim.target(),
          claim.weight());
    }
    new Budget(facts).spent(recorded, claims.tokens()).forEach(making::spend);
  }

  // ── memory ──

  private @Nullable ObjectRef memory(EventRule rule, Claims claims) {
    var policy = new MemoryPolicies(facts).of(recorded);
    if (claims.text() == null || !policy.remembers()) {
      return null;
    }
    var ref = DerivedId.memoryOf(event.eventId());
    var type = claims.memoryType() == null ? rule.memoryType() : claims.memoryType();
    var since = FirstMentions.since(event);
    var body = new LinkedHashMap<String, Json>();
    body.put("memory_id", Json.of(ref.id()));
    body.put("memory_type", Json.of(type.wireName()));
    body.put("agent_id", Making.idOrNull(event.agentId()));
    body.put("session_id", Making.idOrNull(event.sessionId()));
    body.put("level", Json.of(0));
    body.put("content", Json.of(DerivedId.vectorOf(recorded.envelope().owner(), claims.text())));
    body.put("summary", Json.NULL);
    body.put("source_event_ids", JsonArray.ofTexts(List.of(event.eventId().value())));
    body.put("confidence", Json.of(policy.confidence(rule.confidence())));
    body.put("importance", Json.of(policy.importance(event.importance())));
    body.put("ttl", policy.ttlSeconds() == null ? Json.NULL : Json.of(policy.ttlSeconds()));
    body.put("text", Json.of(claims.text()));
    var envelope = policy.limited(recorded.envelope(), since);
    views.create(ref, envelope, new JsonObject(body), since);
    return ref;
  }

  // ── states ──

  private record StateKey(StateType type, String key) {}

  /// What the event says to hold now. Under one key the payload's own word counts.
  private Map<StateKey, Json> states(EventRule rule, Claims claims) {
    var states = new LinkedHashMap<StateKey, Json>();
    var tool = claims.tool();
    if (rule.has(EventRule.Part.TOOL_STARTED) && tool != null) {
      states.put(new StateKey(StateType.TOOL_STACK, tool), status("running"));
    }
    if (rule.has(EventRule.Part.TOOL_ENDED) && tool != null) {
      states.put(
          new StateKey(StateType.TOOL_STACK, tool), status(claims.failed() ? "failed" : "done"));
      var marker = new StateKey(StateType.FAILURE_MARKER, tool);
      if (claims.failed()) {
        var text = claims.text();
        states.put(marker, Json.of(text == null ? "failed" : text));
      } else if (current.object(stateRef(marker)) != null) {
        states.put(marker, Json.NULL);
      }
    }
    if (claims.plan() != null) {
      states.put(new StateKey(StateType.CURRENT_PLAN, "plan"), claims.plan());
    }
    if (rule.has(EventRule.Part.TASK_ENDED)) {
      states.put(
          new StateKey(StateType.EXECUTION_STATUS, "task"),
          status(claims.failed() ? "failed" : "completed"));
    }
    if (claims.toAgent() != null) {
      states.put(
          new StateKey(StateType.EXECUTION_STATUS, "handoff"),
          JsonObject.of(
              "status", Json.of("handed_off"), "to_agent_id", Json.of(claims.toAgent().value())));
    }
    if (claims.state() != null) {
      var said = claims.state();
      states.put(new StateKey(said.type(), said.key()), said.value());
    }
    return states;
  }

  private static JsonObject status(String word) {
    return JsonObject.of("status", Json.of(word));
  }

  private void state(StateKey key, Json value) {
    making.put(
        stateRef(key),
        stateEnvelope(),
        making.stateBody(stateRef(key), key.type().wireName(), key.key(), value),
        FirstMentions.since(event));
  }

  private ObjectRef stateRef(StateKey key) {
    var agent = event.agentId();
    var session = event.sessionId();
    return DerivedId.stateOf(
        stateEnvelope(),
        agent == null ? null : agent.value(),
        session == null ? null : session.value(),
        key.type().wireName(),
        key.key());
  }

  /// What others file the event under is not what the state is filed under.
  private Envelope stateEnvelope() {
    return recorded.envelope().unfiled();
  }

  // ── artifacts ──

  private void artifact(Claims claims) {
    var said = claims.artifact();
    var result = claims.result();
    if (said == null && result == null) {
      return;
    }
    var ref = DerivedId.artifactOf(event.eventId());
    var content = claims.content();
    var metadata = new LinkedHashMap<String, Json>();
    if (said != null && said.name() != null) {
      metadata.put("name", Json.of(said.name()));
    }
    if (claims.tool() != null) {
      metadata.put("tool", Json.of(claims.tool()));
    }
    var body = new HashMap<String, Json>();
    body.put("artifact_id", Json.of(ref.id()));
    body.put("session_id", Making.idOrNull(event.sessionId()));
    body.put("owner_agent_id", Making.idOrNull(event.agentId()));
    body.put("artifact_type", Json.of(artifactType(said, result).wireName()));
    body.put("uri", Json.ofNullable(said == null ? null : said.uri()));
    body.put("mime_type", Json.ofNullable(mimeType(said, result)));
    body.put("produced_by_event_id", Json.of(event.eventId().value()));
    if (content != null) {
      var bytes = content.getBytes(StandardCharsets.UTF_8);
      body.put("hash", Json.of(Hash.of(bytes).hex()));
      body.put("content_ref", Json.of("event:" + event.eventId().value()));
      metadata.put("size", Json.of(bytes.length));
    }
    body.put("metadata", new JsonObject(metadata));
    views.create(
        ref,
        recorded.envelope(),
        ObjectSchemas.ARTIFACT.complete(JsonObject.EMPTY, body, Pointer.ROOT, new Violations()),
        FirstMentions.since(event));
  }

  private static ArtifactType artifactType(Claims.@Nullable Artifact said, @Nullable Json result) {
    if (said != null && said.type() != null) {
      return said.type();
    }
    return result == null ? ArtifactType.FILE : ArtifactType.API_OUTPUT;
  }

  private static @Nullable String mimeType(Claims.@Nullable Artifact said, @Nullable Json result) {
    if (said != null) {
      return said.mimeType() == null && said.body() != null ? "text/plain" : said.mimeType();
    }
    return result instanceof JsonString ? "text/plain" : "application/json";
  }

  // ── sessions ──

  private Map<String, Json> closing(Claims claims) {
    var closing = new LinkedHashMap<String, Json>();
    closing.put("status", Json.of(claims.failed() ? "failed" : "completed"));
    closing.put("end_ts", Json.of(FirstMentions.since(event)));
    return closing;
  }

  /// A session is closed by whom it belongs to. An event that closes one may say as well that it is
  /// superseded: both at once, since an entry changes an object once.
  private void closeSession(Map<String, Json> closing, Claims claims) {
    var session = event.sessionId();
    var row = session == null ? null : current.object(ObjectRef.of(session));
    if (row == null
        || !row.envelope().owner().equals(recorded.envelope().owner())
        || current.isDeleted(row)) {
      return;
    }
    boolean superseded =
        claims.edges().stream()
            .anyMatch(edge -> edge.type().supersedes() && edge.target().equals(row.ref()));
    if (making.ruling().closesWhenItHappened()) {
      closeSince(row.ref(), closing, superseded);
      return;
    }
    Instant at = event.visibleTime();
    var body = current.body(row.ref(), at);
    if (body != null && !SessionEnd.of(body).isOver()) {
      var closed = closed(body, closing);
      views.change(row.ref(), row.latestVersion() + 1, superseded ? stale(closed) : closed, at);
    }
  }

  /// From when it happened on. What was said later of its status stands: a session that was stopped
  /// after that, or went on again, is as it was said to be.
  private void closeSince(ObjectRef session, Map<String, Json> closing, boolean superseded) {
    var later = new HashSet<String>();
    views.restand(
        session,
        FirstMentions.since(event),
        body -> {
          later.add(String.valueOf(body.text("status")));
          boolean closes = later.size() == 1 && !SessionEnd.of(body).isOver();
          var closed = closes ? closed(body, closing) : body;
          return superseded ? stale(closed) : closed;
        },
        true);
  }

  private JsonObject closed(JsonObject session, Map<String, Json> closing) {
    var members = new LinkedHashMap<>(session.members());
    members.putAll(closing);
    members.put(
        "end_ts", Json.of(SessionEnd.of(session).notBeforeStart(FirstMentions.since(event))));
    return new JsonObject(members);
  }

  private static JsonObject stale(JsonObject body) {
    return Lifecycle.of(body) == Lifecycle.ACTIVE ? Lifecycle.STALE.in(body) : body;
  }
}
