package dev.quipu.testkit.history;

import dev.quipu.engine.compile.Command;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.Lifecycle;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The part of the golden history that came with rules version 2: an event of every row of the
/// table, every type of object, and everything that can be done to one.
record GoldenObjects(Consumer<Command> alice) {

  static final String AGENT = "agt_worker";
  static final String SESSION = "ses_work";

  void tell() {
    agentWithPolicy();
    eventsOfEveryType();
    objectsOfEveryType();
    changes();
    summaries();
    budget();
    lateEnd();
    standing();
    plannedBudget();
  }

  /// What events say of states that were spoken against, and edges that come back.
  private void standing() {
    var sky = sky();
    alice.accept(new Command.Move(sky, Lifecycle.ARCHIVED, null, null));
    sky("evt_sky_1", "blue");
    alice.accept(new Command.Move(sky, Lifecycle.RETRACTED, null, null));
    sky("evt_sky_2", "red");
    alice.accept(new Command.Delete(sky, null));
    sky("evt_sky_3", "black");
    superseding();
  }

  private void superseding() {
    var target = memory("evt_plan");
    var source = memory("evt_critique");
    var edge = new ObjectRef(ObjectType.EDGE, "edg_over");
    make(
        ObjectType.EDGE,
        edge("supersedes", target)
            .with("edge_id", Json.of(edge.id()))
            .with("src_type", Json.of(source.type().wireName()))
            .with("src_object_id", Json.of(source.id())));
    var active = new Command.Move(target, Lifecycle.ACTIVE, null, null);
    alice.accept(new Command.Delete(edge, null));
    alice.accept(active);
    alice.accept(new Command.Restore(edge));
    alice.accept(new Command.Delete(source, null));
    alice.accept(active);
    alice.accept(new Command.Restore(source));
    alice.accept(new Command.Invalidate(edge, null, null));
    alice.accept(active);
    alice.accept(new Command.Patch(edge, JsonObject.of("weight", Json.of(0.5)), null, null));
  }

  private static ObjectRef sky() {
    var owner = Person.CAST.get(1).principal();
    return DerivedId.stateOf(
        Envelope.of(owner, new Visibility.OwnerOnly()), AGENT, SESSION, "blackboard", "sky");
  }

  private void sky(String event, String value) {
    say(
        event,
        "weather_observed",
        JsonObject.of(
            "state",
            JsonObject.of(
                "type", Json.of("blackboard"), "key", Json.of("sky"), "value", Json.of(value))));
  }

  private void plannedBudget() {
    var session = new ObjectRef(ObjectType.SESSION, "ses_budget");
    alice.accept(
        new Command.Patch(
            session,
            JsonObject.of("budget_token", Json.of(90)),
            null,
            Instant.parse("2026-08-01T00:00:00Z")));
    spend("evt_spent_more");
    alice.accept(
        new Command.Patch(session, JsonObject.of("budget_token", Json.of(200)), null, null));
  }

  private void agentWithPolicy() {
    make(
        ObjectType.POLICY,
        JsonObject.of("policy_id", Json.of("pol_1"), "policy_type", Json.of("retention")));
    make(
        ObjectType.AGENT,
        JsonObject.of(
            "agent_id", Json.of(AGENT),
            "policy_ref", Json.of("pol_1@1"),
            "default_memory_policy", Json.of("ttl_seconds=8640000; confidence=0.75")));
  }

  private void eventsOfEveryType() {
    say("evt_user", "user_message", text("Tea is at four."));
    say("evt_assistant", "assistant_message", text("Noted: tea at four."));
    say("evt_call", "tool_call_issued", text("looking").with("tool", Json.of("search")));
    say(
        "evt_result",
        "tool_result_returned",
        text("found").with("tool", Json.of("search")).with("result", Json.of(7)));
    say("evt_call_2", "tool_call_issued", JsonObject.of("tool", Json.of("deploy")));
    say(
        "evt_failed",
        "tool_result_returned",
        text("token expired").with("tool", Json.of("deploy")).with("status", Json.of("failed")));
    say("evt_mended", "tool_result_returned", JsonObject.of("tool", Json.of("deploy")));
    say(
        "evt_retrieved",
        "retrieval_executed",
        text("what about tea?").with("object_refs", JsonArray.of(ref(memory("evt_user")))));
    say(
        "evt_plan",
        "plan_updated",
        text("first this").with("plan", JsonArray.ofTexts(List.of("this", "that"))));
    say(
        "evt_critique",
        "critique_generated",
        text("Tea is at five.")
            .with("verdict", Json.of("contradicts"))
            .with("target", ref(memory("evt_user"))));
    say(
        "evt_handoff",
        "handoff_occurred",
        text("over to you").with("to_agent_id", Json.of("agt_other")));
    say(
        "evt_generic",
        "weather_observed",
        text("It rains.")
            .with("memory_type", Json.of("semantic"))
            .with(
                "state",
                JsonObject.of(
                    "type", Json.of("blackboard"), "key", Json.of("sky"), "value", Json.of("grey")))
            .with(
                "artifact",
                JsonObject.of(
                    "body", Json.of("rain: 3 mm"),
                    "name", Json.of("gauge.txt"),
                    "type", Json.of("report")))
            .with("edges", JsonArray.of(edge("supports", memory("evt_assistant")))));
    say("evt_task", "task_finished", text("done"));
    say(
        "evt_new_tea",
        "user_message",
        text("Tea is at five now.")
            .with("edges", JsonArray.of(edge("supersedes", memory("evt_user")))));
  }

  private void objectsOfEveryType() {
    make(
        ObjectType.MEMORY,
        JsonObject.of(
            "memory_id", Json.of("mem_own"),
            "content", Json.of("Bob is a painter."),
            "owner_type", Json.of("public"),
            "valid_from", Json.of("2026-01-01T00:00:00Z"),
            "ttl", Json.of(100_000_000)));
    make(
        ObjectType.STATE,
        JsonObject.of(
            "state_type", Json.of("execution_status"),
            "state_key", Json.of("status"),
            "state_value", Json.of("blocked")));
    make(
        ObjectType.ARTIFACT,
        JsonObject.of(
            "artifact_id", Json.of("art_own"),
            "artifact_type", Json.of("code"),
            "uri", Json.of("git://somewhere")));
    make(
        ObjectType.POLICY_RECORD,
        JsonObject.of(
            "policy_id", Json.of("pol_1"),
            "policy_version", Json.of(1),
            "object_type", Json.of("memory"),
            "object_id", Json.of("mem_own"),
            "salience_weight", Json.of(2)));
    make(
        ObjectType.SHARE_CONTRACT,
        JsonObject.of(
            "contract_id", Json.of("con_1"),
            "scope", Json.of("con_1"),
            "read_acl", JsonArray.ofTexts(List.of("agent:agt_other"))));
    alice.accept(new Command.Tag("before-changes", AccessDraft.NOTHING_SAID));
  }

  private void changes() {
    var own = new ObjectRef(ObjectType.MEMORY, "mem_own");
    alice.accept(
        new Command.Patch(own, JsonObject.of("content", Json.of("Bob paints.")), null, null));
    alice.accept(
        new Command.Correct(own, JsonObject.of("content", Json.of("Rob paints.")), null, null));
    alice.accept(new Command.Rollback(own, 1, null));
    alice.accept(new Command.Move(own, Lifecycle.ARCHIVED, "for later", null));
    alice.accept(new Command.Move(own, Lifecycle.ACTIVE, null, null));
    alice.accept(new Command.Invalidate(own, null, null));
    alice.accept(
        new Command.Attach(
            new ObjectRef(ObjectType.ARTIFACT, "art_own"),
            new BlobId(Hash.of("x".getBytes(StandardCharsets.UTF_8)).hex()),
            1,
            "text/x-java",
            null));
    alice.accept(
        new Command.Patch(
            new ObjectRef(ObjectType.POLICY, "pol_1"),
            JsonObject.of("policy_type", Json.of("review")),
            null,
            null));
  }

  private void summaries() {
    var session = new SessionId(SESSION);
    var sources = List.of(memory("evt_assistant"), memory("evt_result"));
    alice.accept(new Command.Summarize(session, sources, 1, "Tea at four was noted."));
    alice.accept(new Command.Delete(memory("evt_result"), null));
  }

  private void budget() {
    make(
        ObjectType.SESSION,
        JsonObject.of(
            "session_id", Json.of("ses_budget"),
            "budget_token", Json.of(100),
            "budget_time_ms", Json.of(100_000_000)));
    spend("evt_spent");
  }

  private void spend(String event) {
    var usage = JsonObject.of("tokens", Json.of(40));
    alice.accept(
        new Command.Append(
            draft(event, "assistant_message", "ses_budget", text("short").with("usage", usage))));
  }

  static ObjectRef memory(String event) {
    return DerivedId.memoryOf(new EventId(event));
  }

  private static JsonObject text(String text) {
    return JsonObject.of("text", Json.of(text));
  }

  private static JsonObject ref(ObjectRef ref) {
    return JsonObject.of(
        "object_type", Json.of(ref.type().wireName()), "object_id", Json.of(ref.id()));
  }

  private static JsonObject edge(String type, ObjectRef target) {
    return JsonObject.of(
        "edge_type", Json.of(type),
        "dst_type", Json.of(target.type().wireName()),
        "dst_object_id", Json.of(target.id()));
  }

  private void make(ObjectType type, JsonObject fields) {
    alice.accept(new Command.Create(type, fields, AccessDraft.NOTHING_SAID));
  }

  private void say(String id, String type, JsonObject payload) {
    alice.accept(new Command.Append(draft(id, type, SESSION, payload)));
  }

  /// A task whose end is told late ends when it did, in what was said of its session since too.
  private void lateEnd() {
    sayAt("2026-01-01T00:00:00Z", "evt_begun", "user_message");
    alice.accept(
        new Command.Patch(
            new ObjectRef(ObjectType.SESSION, "ses_late"),
            JsonObject.of("goal", Json.of("to end in time")),
            null,
            Instant.parse("2026-01-01T02:00:00Z")));
    sayAt("2026-01-01T01:00:00Z", "evt_ended", "task_finished");
  }

  private void sayAt(String time, String id, String type) {
    alice.accept(
        new Command.Append(draft(id, type, "ses_late", Instant.parse(time), JsonObject.EMPTY)));
  }

  private static EventDraft draft(String id, String type, String session, JsonObject payload) {
    return draft(id, type, session, null, payload);
  }

  private static EventDraft draft(
      String id, String type, String session, @Nullable Instant time, JsonObject payload) {
    return new EventDraft(
        new EventId(id),
        null,
        new AgentId(AGENT),
        new SessionId(session),
        new EventType(type),
        time,
        null,
        null,
        List.of(),
        payload,
        "golden",
        0.5,
        1,
        new AccessDraft(null, new Visibility.OwnerOnly(), true, null, null, Set.of(), null),
        Hash.of(id.getBytes(StandardCharsets.UTF_8)));
  }
}
