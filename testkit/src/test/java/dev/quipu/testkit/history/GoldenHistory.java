package dev.quipu.testkit.history;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.ProjectId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.view.VersionTag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The history that golden logs are made of: every command, and every branch of what follows from
/// one. Told with a fixed clock and seed.
final class GoldenHistory {

  private static final Instant START = Instant.parse("2026-06-01T09:00:00Z");
  private static final Person ADMIN = Person.CAST.getFirst();
  private static final Person ALICE = Person.CAST.get(1);
  private static final Person BOB = Person.CAST.get(2);
  private static final Person SCOUT = Person.CAST.get(3);
  private static final Person CAROL = Person.CAST.get(4);
  private static final Person DORA = Person.CAST.get(5);
  private static final Person RED_TEAM = Person.CAST.get(7);
  private static final Person OTHER_ALICE = Person.CAST.get(9);

  /// Whose logs are kept: that of the third tenant is erased in the course of the history.
  static final List<TenantId> LOGS = List.of(TenantId.PLATFORM, Person.ONE, Person.TWO);

  private final HandClock clock = new HandClock(START);
  private final Teller teller;

  private GoldenHistory(Storage storage) {
    this.teller = Teller.open(storage, clock, 20260601);
  }

  static GoldenLog told(Storage storage) throws InterruptedException {
    var history = new GoldenHistory(storage);
    try (var teller = history.teller) {
      history.events();
      history.objects();
      history.edges();
      new GoldenObjects(command -> history.done(ALICE, command)).tell();
      new GoldenPayloads(
              command -> history.done(ALICE, command),
              Envelope.of(teller.caller(ALICE).principal(), new Visibility.OwnerOnly()),
              command -> history.done(BOB, command),
              command -> history.done(ADMIN, command))
          .tell();
      history.platform(teller);
      return GoldenLog.of(storage, LOGS);
    }
  }

  private void events() {
    say(ALICE, event("evt_plain", AccessDraft.NOTHING_SAID));
    say(ALICE, inSession("evt_first", "agt_1", "ses_1", sharedWith(new Visibility.Everybody())));
    say(BOB, inSession("evt_reply", null, "ses_1", AccessDraft.NOTHING_SAID));
    say(SCOUT, event("evt_agent", sharedWith(new Visibility.Team(Person.RED))));
    say(RED_TEAM, event("evt_team", sharedWith(new Visibility.ByTeam(Person.BLUE))));
    say(CAROL, event("evt_through", sharedWith(new Visibility.ByContract(new ContractId("c_1")))));
    say(DORA, event("evt_attic", AccessDraft.NOTHING_SAID, Person.ATTIC));
    say(OTHER_ALICE, event("evt_plain", AccessDraft.NOTHING_SAID));
    say(ADMIN, event("evt_for_zoe", ownedBy("zoe")));
    say(
        ALICE,
        event(
            "evt_filed",
            new AccessDraft(
                null,
                new Visibility.Named(
                    new Acl(Set.of(Person.SCOUT), Set.of(Person.BLUE), Set.of(Person.EDITOR))),
                false,
                Duration.ofDays(30),
                new ProjectId("prj_1"),
                Set.of("green", "blue"),
                "uk")));
    clock.move(Duration.ofHours(2));
    say(ALICE, at(START.minus(Duration.ofDays(3)), inSession("evt_late", "agt_2", "ses_2")));
    say(ALICE, at(clock.instant().plusSeconds(60), inSession("evt_ahead", "agt_3", "ses_3")));
    clock.move(Duration.ofMinutes(-30));
    say(ALICE, event(null, AccessDraft.NOTHING_SAID));
    say(ALICE, caused("evt_caused", 1_000));
  }

  private void objects() {
    make(
        ALICE,
        ObjectType.AGENT,
        JsonObject.of(
            "agent_id", Json.of("agt_full"),
            "workspace_id", Json.of("ws_attic"),
            "agent_type", Json.of("planner"),
            "role_profile", Json.of("writer"),
            "capability_set", JsonArray.ofTexts(List.of("read", "write")),
            "status", Json.of("inactive")),
        sharedWith(new Visibility.Everybody()));
    make(ALICE, ObjectType.AGENT, id("agent_id", "agt_bare"), AccessDraft.NOTHING_SAID);
    make(ALICE, ObjectType.AGENT, JsonObject.EMPTY, AccessDraft.NOTHING_SAID);
    make(
        ALICE,
        ObjectType.SESSION,
        JsonObject.of(
            "session_id", Json.of("ses_full"),
            "agent_id", Json.of("agt_full"),
            "parent_session_id", Json.of("ses_1"),
            "goal", Json.of("to be replayed"),
            "budget_token", Json.of(1_000),
            "start_ts", Json.of("2026-05-31T00:00:00Z")),
        sharedWith(new Visibility.Everybody()));
    make(
        ADMIN,
        ObjectType.USER,
        JsonObject.of("user_id", Json.of("user_new"), "default_visibility", Json.of("public")),
        sharedWith(new Visibility.Team(Person.RED)));

    var agent = new ObjectRef(ObjectType.AGENT, "agt_bare");
    var made = clock.instant();
    clock.move(Duration.ofDays(10));
    role(agent, "now", null);
    role(agent, "inside", made.plus(Duration.ofDays(5)));
    role(agent, "late", made.plus(Duration.ofDays(2)));
    role(agent, "at a start", made.plus(Duration.ofDays(5)));
    role(agent, "before the first", made.minus(Duration.ofDays(5)));
    role(agent, "scheduled", clock.instant().plus(Duration.ofDays(5)));
    role(agent, "now again", null);
    alter(ALICE, agent, JsonObject.of("role_profile", Json.NULL), null);
    // Changes nothing, so it takes neither a position nor time.
    teller.done(ALICE, new Command.Patch(agent, JsonObject.EMPTY, null, null));
    role(agent, "at last", null);
    done(ALICE, new Command.Delete(agent, null));
    done(ALICE, new Command.Restore(agent));
    done(ALICE, new Command.Delete(agent, null));
    say(ALICE, inSession("evt_dead_agent", "agt_bare", null, AccessDraft.NOTHING_SAID));

    var user = new ObjectRef(ObjectType.USER, "alice");
    alter(ALICE, user, JsonObject.of("default_visibility", Json.of("confidential")), null);
    say(ALICE, event("evt_by_default", AccessDraft.NOTHING_SAID));
    var session = new ObjectRef(ObjectType.SESSION, "ses_full");
    alter(ADMIN, session, JsonObject.of("status", Json.of("completed")), null);
    make(CAROL, ObjectType.SESSION, id("session_id", "ses_carol"), AccessDraft.NOTHING_SAID);
  }

  private void edges() {
    edge("edg_1", "agent", "agt_full", "supports", "session", "ses_full");
    edge("edg_2", "session", "ses_full", "caused_by", "event", "evt_first");
    edge("edg_3", "agent", "agt_full", "PART_OF", "agent", "agt_1");
    var edge = new ObjectRef(ObjectType.EDGE, "edg_1");
    alter(ALICE, edge, JsonObject.of("weight", Json.of(0.25)), null);
    done(ALICE, new Command.Delete(edge, Set.of(VersionTag.of(2))));
    done(ALICE, new Command.Delete(new ObjectRef(ObjectType.EDGE, "edg_3"), null));
    done(ALICE, new Command.Restore(edge));
  }

  private void platform(Teller teller) throws InterruptedException {
    var tenancy = teller.engine.tenancy();
    var operator = teller.operator();
    teller.engine.events().event(teller.caller(ADMIN), new EventId("evt_filed"), ReadTime.NOW);
    teller.changeTenant(Person.ONE, DefaultVisibility.CONFIDENTIAL);
    tenancy.changeTenant(
        operator, new Command.ChangeTenant(teller.number(Person.TWO), "Two", true, null));
    tenancy.rotateToken(operator, teller.number(Person.TWO), Hash.ZERO, null);
    tenancy.createTenant(operator, "Nameless", null, DefaultVisibility.PUBLIC, Hash.ZERO, null);
    teller.revokeKey(BOB);
    teller.makeKey(BOB);
    try (var follower = teller.engine.signal().follow(TenantId.PLATFORM)) {
      tenancy.deleteTenant(operator, teller.number(Person.THREE));
      while (tenancy.audit(null, 1).stream()
          .noneMatch(entry -> entry.event().eventType().value().equals("quipu.tenant_erased"))) {
        follower.await(Duration.ofSeconds(10));
      }
    }
  }

  private EventId done(Person who, Command command) {
    clock.move(Duration.ofSeconds(1));
    return teller.done(who, command).eventId();
  }

  private void say(Person who, EventDraft draft) {
    done(who, new Command.Append(draft));
  }

  private void make(Person who, ObjectType type, JsonObject fields, AccessDraft access) {
    done(who, new Command.Create(type, fields, access));
  }

  private void alter(Person who, ObjectRef ref, JsonObject patch, @Nullable Instant effective) {
    done(who, new Command.Patch(ref, patch, null, effective));
  }

  private void role(ObjectRef agent, String role, @Nullable Instant effective) {
    alter(ALICE, agent, JsonObject.of("role_profile", Json.of(role)), effective);
  }

  private void edge(
      String id, String fromType, String from, String type, String toType, String to) {
    make(
        ALICE,
        ObjectType.EDGE,
        JsonObject.of(
            "edge_id", Json.of(id),
            "src_type", Json.of(fromType),
            "src_object_id", Json.of(from),
            "edge_type", Json.of(type),
            "dst_type", Json.of(toType),
            "dst_object_id", Json.of(to)),
        sharedWith(new Visibility.Everybody()));
  }

  private static JsonObject id(String field, String id) {
    return JsonObject.of(field, Json.of(id));
  }

  private static AccessDraft sharedWith(Visibility visibility) {
    return new AccessDraft(null, visibility, true, null, null, Set.of(), null);
  }

  private static AccessDraft ownedBy(String user) {
    var owner = new Principal(Principal.Kind.USER, user);
    return new AccessDraft(owner, null, true, null, null, Set.of(), null);
  }

  private static EventDraft event(@Nullable String id, AccessDraft access) {
    return draft(id, null, null, null, null, null, List.of(), access);
  }

  private static EventDraft event(String id, AccessDraft access, WorkspaceId workspace) {
    return draft(id, workspace, null, null, null, null, List.of(), access);
  }

  private static EventDraft inSession(String id, String agent, String session) {
    return inSession(id, agent, session, AccessDraft.NOTHING_SAID);
  }

  private static EventDraft inSession(
      String id, @Nullable String agent, @Nullable String session, AccessDraft access) {
    return draft(id, null, agent, session, null, null, List.of(), access);
  }

  private static EventDraft caused(String id, long logicalTs) {
    var causes = List.of(new EventId("evt_plain"), new EventId("evt_nowhere"));
    return draft(id, null, null, null, null, logicalTs, causes, AccessDraft.NOTHING_SAID);
  }

  private static EventDraft at(Instant time, EventDraft d) {
    return draft(
        d.eventId() == null ? null : d.eventId().value(),
        d.workspaceId(),
        d.agentId() == null ? null : d.agentId().value(),
        d.sessionId() == null ? null : d.sessionId().value(),
        time,
        d.logicalTs(),
        d.causalRefs(),
        d.access());
  }

  private static EventDraft draft(
      @Nullable String id,
      @Nullable WorkspaceId workspace,
      @Nullable String agent,
      @Nullable String session,
      @Nullable Instant time,
      @Nullable Long logicalTs,
      List<EventId> causes,
      AccessDraft access) {
    return new EventDraft(
        id == null ? null : new EventId(id),
        workspace,
        agent == null ? null : new AgentId(agent),
        session == null ? null : new SessionId(session),
        new EventType("message"),
        time,
        logicalTs,
        causes.isEmpty() ? null : causes.getFirst(),
        causes,
        JsonObject.of("text", Json.of("this is " + id + ", of 0.1 + 0.2 ≠ 0.3")),
        "golden",
        0.75,
        1,
        access,
        Hash.ZERO);
  }
}
