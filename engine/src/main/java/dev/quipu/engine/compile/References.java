package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.object.MemoryPolicy;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Holds a body against what is there: every reference names something that its writer sees, and
/// times are in order.
///
/// @param violations what is found
/// @param successions what supersedes what, with edges that were found good here
/// @param causes with those that were found good here
record References(
    Caller caller,
    Sight sight,
    Facts facts,
    Violations violations,
    Chain successions,
    Causes causes) {

  static References of(Caller caller, Stamp stamp, Facts facts, Violations violations) {
    return new References(
        caller,
        Sight.of(caller, stamp),
        facts,
        violations,
        new Successions(facts, stamp.visibleTime()).chain(),
        new Causes(caller, stamp, facts));
  }

  /// The faults of a new body, or of a changed one.
  ///
  /// @param before the body that is changed; what it said already is not asked for again
  void check(ObjectType type, JsonObject body, JsonObject before) {
    switch (type) {
      case AGENT -> {
        policy(body, before);
        memoryPolicy(body, before);
      }
      case SESSION -> {
        agent("agent_id", body, before);
        refer("parent_session_id", ObjectType.SESSION, body, before);
        order("start_ts", "end_ts", body, before);
      }
      case MEMORY -> {
        agent("agent_id", body, before);
        refer("session_id", ObjectType.SESSION, body, before);
        sources(body, before);
      }
      case STATE -> {
        if (Budget.isCount(body.text("state_type"), body.text("state_key"))) {
          violations.add(
              at("state_key"),
              "state.counted",
              "This is counted by the server: set the budget of the session.");
        }
        agent("agent_id", body, before);
        refer("session_id", ObjectType.SESSION, body, before);
      }
      case ARTIFACT -> {
        agent("owner_agent_id", body, before);
        refer("session_id", ObjectType.SESSION, body, before);
      }
      case POLICY -> {
        order("policy_start_time", "policy_end_time", body, before);
        publisher(body, before);
      }
      case POLICY_RECORD -> policyRecord(body, before);
      case EDGE -> {
        if (before.isEmpty()) {
          ends(body);
        }
      }
      default -> {}
    }
  }

  // ── single fields ──

  private void refer(String field, ObjectType type, JsonObject body, JsonObject before) {
    var id = body.text(field);
    if (id != null && !id.equals(before.text(field))) {
      exists(new ObjectRef(type, id), at(field));
    }
  }

  /// The caller's own agent exists from its first mention on, which this may be.
  private void agent(String field, JsonObject body, JsonObject before) {
    var own = caller.agent();
    if (own == null || !own.value().equals(body.text(field))) {
      refer(field, ObjectType.AGENT, body, before);
    }
  }

  private boolean exists(ObjectRef ref, Pointer at) {
    boolean there = sight.findShown(ref, facts) != null;
    if (!there) {
      violations.add(
          at, "reference.unknown", "There is no " + ref.type().wireName() + " with this id.");
    }
    return there;
  }

  private void order(String from, String to, JsonObject body, JsonObject before) {
    if (Objects.equals(body.get(from), before.get(from))
        && Objects.equals(body.get(to), before.get(to))) {
      return;
    }
    var begin = time(body.text(from));
    var end = time(body.text(to));
    if (begin != null && end != null && end.isBefore(begin)) {
      violations.add(at(to), "time.order", "Send a time that is not before " + from + ".");
    }
  }

  private static @Nullable Instant time(@Nullable String text) {
    return text == null ? null : Iso8601.parse(text);
  }

  /// `policy_id` or `policy_id@version`.
  private void policy(JsonObject body, JsonObject before) {
    var named = body.text("policy_ref");
    if (named == null || named.equals(before.text("policy_ref"))) {
      return;
    }
    int mark = named.lastIndexOf('@');
    var id = mark < 0 ? named : named.substring(0, mark);
    if (!Identifier.isWellFormed(id)) {
      violations.add(at("policy_ref"), "reference.unknown", "There is no policy with this id.");
      return;
    }
    var ref = new ObjectRef(ObjectType.POLICY, id);
    if (exists(ref, at("policy_ref")) && mark >= 0) {
      version(ref, named.substring(mark + 1), "policy_ref");
    }
  }

  private void version(ObjectRef ref, String number, String field) {
    var object = sight.find(ref, facts);
    boolean known =
        object != null
            && number.matches("[1-9][0-9]{0,8}")
            && Integer.parseInt(number) <= object.latestVersion();
    if (!known) {
      violations.add(at(field), "reference.unknown", "There is no such version of " + ref + ".");
    }
  }

  private void memoryPolicy(JsonObject body, JsonObject before) {
    var text = body.text("default_memory_policy");
    if (text == null || text.equals(before.text("default_memory_policy"))) {
      return;
    }
    try {
      MemoryPolicy.read(text);
    } catch (MemoryPolicy.Unreadable e) {
      violations.add(
          at("default_memory_policy"), "memory_policy.format", String.valueOf(e.getMessage()));
    }
  }

  private void sources(JsonObject body, JsonObject before) {
    if (body.get("source_event_ids") instanceof JsonArray(var none) && none.isEmpty()) {
      violations.add(
          at("source_event_ids"), "list.length", "Name at least one event, or leave it out.");
    }
    if (Objects.equals(body.get("source_event_ids"), before.get("source_event_ids"))
        || !(body.get("source_event_ids") instanceof JsonArray(var sources))) {
      return;
    }
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i) instanceof JsonString(var id)) {
        exists(ObjectRef.of(new EventId(id)), at("source_event_ids").child(i));
      }
    }
  }

  /// Nobody publishes in another's name.
  private void publisher(JsonObject body, JsonObject before) {
    var id = body.text("publisher_id");
    if (id == null || id.equals(before.text("publisher_id"))) {
      return;
    }
    var kind = Principal.Kind.of(String.valueOf(body.text("publisher_type")));
    var principal = caller.principal();
    boolean self = principal.kind() == kind && principal.id().equals(id);
    var own = caller.agent();
    boolean ownAgent = kind == Principal.Kind.AGENT && own != null && own.value().equals(id);
    if (self || ownAgent) {
      return;
    }
    if (!caller.isAdmin()) {
      violations.add(
          at("publisher_id"), "publisher.foreign", "Publish in your own name, or leave it out.");
    } else {
      exists(
          new ObjectRef(kind == Principal.Kind.AGENT ? ObjectType.AGENT : ObjectType.USER, id),
          at("publisher_id"));
    }
  }

  private void policyRecord(JsonObject body, JsonObject before) {
    if (!before.isEmpty()) {
      return;
    }
    var policy = new ObjectRef(ObjectType.POLICY, String.valueOf(body.text("policy_id")));
    if (exists(policy, at("policy_id"))
        && body.get("policy_version") instanceof JsonNumber version) {
      version(policy, Long.toString(version.asLong()), "policy_version");
    }
    var type = ObjectType.of(String.valueOf(body.text("object_type")));
    var target = type == null ? null : new ObjectRef(type, String.valueOf(body.text("object_id")));
    if (target != null && exists(target, at("object_id")) && !mayWrite(target)) {
      violations.add(
          at("object_id"), "object.not_yours", "Only its owner or a tenant admin governs it.");
    }
  }

  // ── edges ──

  /// An edge joins two things that its writer can see, and not one thing with itself.
  private void ends(JsonObject body) {
    var ends = EdgeEnds.of(body);
    var type = Objects.requireNonNull(EdgeType.of(String.valueOf(body.text("edge_type"))));
    link(ends.source(), at("src_object_id"), type, ends.target(), at("dst_object_id"));
  }

  /// The faults of an edge that is to be.
  ///
  /// @param source null if it is made together with the edge
  void link(
      @Nullable ObjectRef source, Pointer atSource, EdgeType type, ObjectRef target, Pointer at) {
    if (target.equals(source)) {
      violations.add(at, "edge.loop", "An edge joins two different objects.");
    }
    boolean there = source == null || exists(source, atSource);
    there &= exists(target, at);
    if (there && type == EdgeType.SUMMARIZES) {
      summary(source, target, at);
    }
    if (there && type == EdgeType.CAUSED_BY && source != null) {
      caused(source, target, at);
    }
    if (there && type == EdgeType.SUMMARIZES && source != null && !mayWrite(source)) {
      // A summary goes stale with its sources: nobody ties that to another's memory.
      violations.add(
          atSource,
          "object.not_yours",
          "Only its owner or a tenant admin says what it summarises.");
    }
    if (there && type.supersedes()) {
      supersede(source, target, at);
    }
  }

  /// Nothing comes before its own cause, whether events state the causes or edges do.
  void caused(ObjectRef source, ObjectRef target, Pointer at) {
    if (!source.equals(target) && causes.lead(target, source)) {
      violations.add(
          at, "edge.cycle", "The source is among what caused it, directly or by others.");
    }
    causes.plan(source, target);
  }

  private void supersede(@Nullable ObjectRef source, ObjectRef target, Pointer at) {
    if (!mayWrite(target)) {
      violations.add(
          at, "object.not_yours", "Only its owner or a tenant admin marks it as superseded.");
    }
    var state = target.type() == ObjectType.STATE ? lastBody(target) : null;
    if (state != null && Budget.isCount(state.text("state_type"), state.text("state_key"))) {
      violations.add(at, "state.counted", "This is counted by the server, and stands.");
    }
    if (source == null) {
      return;
    }
    if (!source.equals(target) && successions.leads(List.of(target), source)) {
      violations.add(at, "edge.cycle", "It already supersedes the source, directly or by others.");
    }
    successions.plan(source, target);
  }

  /// What is said to be a summary of a memory has to be one: of the level above, with its events
  /// among its own, and for nobody who does not see it.
  ///
  /// @param source null if it is made together with the edge: what an event makes is no summary
  private void summary(@Nullable ObjectRef source, ObjectRef target, Pointer at) {
    if (source == null || !isSummary(source, target)) {
      violations.add(
          at,
          "source.unfit",
          "A summary is of the level above, has the events of its sources, and is seen by nobody"
              + " else: make one by POST /v1/sessions/{id}/summarize.");
    }
  }

  private boolean isSummary(ObjectRef source, ObjectRef target) {
    if (source.type() != ObjectType.MEMORY || target.type() != ObjectType.MEMORY) {
      return false;
    }
    var upper = sight.find(source, facts);
    var lower = sight.find(target, facts);
    var now = sight.reading().clock();
    var summary = new Current(facts).body(source, now);
    var memory = new Current(facts).body(target, now);
    return upper != null
        && lower != null
        && summary != null
        && memory != null
        && Sources.isSummaryOf(summary, upper.envelope(), memory, lower.envelope());
  }

  private @Nullable JsonObject lastBody(ObjectRef ref) {
    var object = new Current(facts).object(ref);
    var version = object == null ? null : facts.find(new VersionOf(ref, object.latestVersion()));
    return version == null ? null : version.body();
  }

  private boolean mayWrite(ObjectRef ref) {
    var object = sight.find(ref, facts);
    return object != null && sight.mayWrite(object);
  }

  private static Pointer at(String field) {
    return Pointer.ROOT.child(field);
  }
}
