package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.ALICE;
import static dev.quipu.engine.compile.CallerSketch.BOB;
import static dev.quipu.engine.compile.CallerSketch.admin;
import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static dev.quipu.engine.compile.EventSketch.saying;
import static dev.quipu.engine.compile.Tale.agent;
import static dev.quipu.engine.compile.Tale.session;
import static dev.quipu.engine.compile.Tale.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Recorded;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Agents, sessions and users exist from the first event on that mentions them.
class MentionsTest {

  private static final Visibility RED_TEAM = new Visibility.Team(new TeamId("red"));

  private final Tale tale = new Tale();

  @Test
  void the_first_mention_makes_agent_session_and_user() {
    var entry = tale.accept(alice(), saying("hello").by("agt_1").in("ses_1"));

    assertThat(mentioned(entry))
        .containsExactly(
            new Effect(agent("agt_1"), 1),
            new Effect(session("ses_1"), 1),
            new Effect(user("alice"), 1));
    assertThat(tale.body(session("ses_1"), 1).text("agent_id")).isEqualTo("agt_1");
    assertThat(tale.body(session("ses_1"), 1).text("status")).isEqualTo("running");
  }

  @Test
  void the_second_mention_makes_nothing() {
    tale.accept(alice(), saying("hello").by("agt_1").in("ses_1"));

    assertThat(mentioned(tale.accept(alice(), saying("again").by("agt_1").in("ses_1")))).isEmpty();
  }

  @Test
  void who_mentions_first_owns_and_shares_as_the_event_does() {
    tale.accept(alice(), saying("hello").by("agt_1").in("ses_1").seenBy(RED_TEAM).within("ws_1"));

    var expected = Envelope.of(ALICE, RED_TEAM).in(new WorkspaceId("ws_1"));
    assertThat(tale.object(agent("agt_1")).envelope()).isEqualTo(expected);
    assertThat(tale.object(session("ses_1")).envelope()).isEqualTo(expected);
    assertThat(tale.body(agent("agt_1"), 1).text("workspace_id")).isEqualTo("ws_1");
  }

  /// Otherwise a public first message would make the writer's profile public.
  @Test
  void a_user_is_its_own_and_private_however_it_was_mentioned() {
    tale.accept(alice(), saying("hello").seenBy(new Visibility.Everybody()).within("ws_1"));

    assertThat(tale.object(user("alice")).envelope())
        .isEqualTo(Envelope.of(ALICE, new Visibility.OwnerOnly()));
  }

  @Test
  void an_owner_named_by_an_admin_is_mentioned_beside_the_admin() {
    var entry = tale.accept(admin(), saying("for bob").ownedBy(BOB));

    assertThat(mentioned(entry))
        .containsExactly(new Effect(user("user_admin"), 1), new Effect(user("bob"), 1));
    assertThat(tale.object(user("bob")).envelope().owner()).isEqualTo(BOB);
  }

  @Test
  void agents_and_teams_that_write_are_no_users() {
    var team = CallerSketch.of(new Principal(Principal.Kind.TEAM, "red")).caller();
    var agent = CallerSketch.of(new Principal(Principal.Kind.AGENT, "agt_1")).caller();

    assertThat(mentioned(tale.accept(team, saying("hello")))).isEmpty();
    assertThat(mentioned(tale.accept(agent, saying("hello"))))
        .containsExactly(new Effect(agent("agt_1"), 1));
  }

  @Test
  void what_somebody_else_owns_is_left_alone() {
    tale.accept(bob(), saying("mine").in("ses_1"));
    tale.accept(alice(), saying("hello").in("ses_1"));

    assertThat(tale.object(session("ses_1")).envelope().owner()).isEqualTo(BOB);
  }

  @Test
  void what_is_deleted_does_not_come_back_by_a_mention() {
    tale.accept(alice(), saying("hello").in("ses_1"));
    tale.accept(alice(), new Command.Delete(session("ses_1"), null));

    assertThat(mentioned(tale.accept(alice(), saying("again").in("ses_1")))).isEmpty();
  }

  @Test
  void what_an_old_event_mentions_was_there_then() {
    var longAgo = Tale.NOON.minus(Duration.ofDays(100));
    tale.accept(alice(), saying("late").in("ses_1").at(longAgo));

    assertThat(tale.facts.believed(session("ses_1")).getFirst().validFrom()).isEqualTo(longAgo);
    assertThat(tale.body(session("ses_1"), 1).get("start_ts")).isEqualTo(Json.of(longAgo));
  }

  /// Else the next read, which asks for now, would not find it.
  @Test
  void what_an_event_ahead_of_our_clock_mentions_is_there_at_once() {
    var entry = tale.accept(alice(), saying("soon").in("ses_1").at(Tale.NOON.plusSeconds(60)));

    assertThat(tale.facts.believed(session("ses_1")).getFirst().validFrom())
        .isEqualTo(entry.visibleTime());
  }

  /// The act's event has the access of Bob's session; the agent must not become Bob's by that.
  @Test
  void an_agent_that_acts_on_anothers_object_belongs_to_who_acts_through_it() {
    tale.accept(bob(), saying("open").in("ses_1").seenBy(new Visibility.Everybody()));
    var acting = CallerSketch.of(ALICE).admits(Grant.values()).through("agt_pen").caller();
    var patch =
        new Command.Patch(session("ses_1"), JsonObject.of("goal", Json.of("tidy")), null, null);
    tale.accept(acting, patch);

    assertThat(tale.object(agent("agt_pen")).envelope().owner()).isEqualTo(ALICE);
  }

  /// The first rules did not look at payloads, so anything may stand in them.
  @Test
  void an_entry_of_the_first_rules_is_told_of_whatever_its_payload_says() {
    var entry = tale.accept(alice(), saying("hello").by("agt_1"));
    var before = entry.recorded();
    var event = strange(entry.event());
    var old =
        new LogEntry(
            new Recorded(
                before.position(),
                1,
                event,
                before.envelope(),
                before.recordedBy(),
                before.contentHash()),
            List.of(new Effect(agent("agt_1"), 1)),
            entry.content(),
            entry.seal());

    assertThat(Mentions.told(alice(), old, Tale.NOON, tale.facts))
        .containsExactly(new Effect(agent("agt_1"), 1));
  }

  private static Event strange(Event event) {
    return new Event(
        event.eventId(),
        event.tenantId(),
        event.workspaceId(),
        event.agentId(),
        event.sessionId(),
        event.eventType(),
        event.eventTime(),
        event.ingestTime(),
        event.visibleTime(),
        event.logicalTs(),
        event.parentEventId(),
        event.causalRefs(),
        JsonObject.of("state", JsonObject.of("type", Json.of(1))),
        event.source(),
        event.importance(),
        event.visibility(),
        event.version());
  }

  /// What an entry gave rise to beside the memory of what was said.
  private static List<Effect> mentioned(LogEntry entry) {
    return entry.effects().stream()
        .filter(effect -> effect.object().type() != ObjectType.MEMORY)
        .toList();
  }
}
