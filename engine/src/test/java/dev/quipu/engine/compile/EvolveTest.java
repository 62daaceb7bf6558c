package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static dev.quipu.engine.compile.EventSketch.saying;
import static dev.quipu.engine.compile.Tale.agent;
import static dev.quipu.engine.compile.Tale.createAgent;
import static dev.quipu.engine.compile.Tale.role;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What follows from an entry, in rows.
class EvolveTest {

  private final Tale tale = new Tale();

  @Test
  void an_event_is_an_object_whose_body_stays_in_the_log() {
    tale.accept(alice(), saying("hello").id("evt_1").by("agt_1").in("ses_1").within("ws_1"));
    var event = new ObjectRef(ObjectType.EVENT, "evt_1");

    assertThat(tale.object(event).latestVersion()).isZero();
    assertThat(tale.facts.all(VersionRow.class)).noneMatch(row -> row.ref().equals(event));
    assertThat(keysOf(event))
        .containsExactlyInAnyOrder(
            "event_type=message", "agent_id=agt_1", "session_id=ses_1", "workspace_id=ws_1");
  }

  @Test
  void every_value_that_a_field_ever_had_is_listed_once() {
    tale.accept(alice(), createAgent("agt_1"));
    for (var role : List.of("writer", "editor", "writer")) {
      tale.accept(alice(), role(agent("agt_1"), role));
    }

    assertThat(keysOf(agent("agt_1")))
        .containsExactlyInAnyOrder("status=active", "role_profile=writer", "role_profile=editor");
  }

  @Test
  void later_list_keys_keep_the_place_of_the_object_in_lists() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.accept(alice(), createAgent("agt_2"));
    tale.accept(alice(), role(agent("agt_1"), "writer"));

    assertThat(tale.facts.all(ListKeyRow.class))
        .filteredOn(row -> row.field().equals("role_profile"))
        .extracting(ListKeyRow::created)
        .containsExactly(tale.object(agent("agt_1")).created());
  }

  @Test
  void the_tokens_of_an_audience_are_written_once() {
    tale.accept(alice(), saying("one"));
    tale.accept(alice(), saying("two").by("agt_1").in("ses_1"));

    assertThat(tale.facts.all(AudienceRow.class))
        .extracting(AudienceRow::token)
        .containsExactlyElementsOf(
            AccessTokens.opening(Envelope.of(CallerSketch.ALICE, new Visibility.OwnerOnly())));
  }

  @Test
  void objects_with_equal_access_share_an_audience() {
    tale.accept(alice(), saying("one").id("evt_1"));
    tale.accept(alice(), saying("two").id("evt_2").within("ws_1"));
    tale.accept(bob(), saying("three").id("evt_3"));

    assertThat(audienceOf("evt_1")).isEqualTo(audienceOf("evt_2"));
    assertThat(audienceOf("evt_1")).isNotEqualTo(audienceOf("evt_3"));
  }

  @Test
  void effects_name_what_came_of_an_entry_with_its_version() {
    var agent = agent("agt_1");
    tale.accept(alice(), saying("I am here"));

    assertThat(tale.accept(alice(), createAgent("agt_1")).effects())
        .containsExactly(new Effect(agent, 1));
    assertThat(tale.accept(alice(), role(agent, "x")).effects())
        .containsExactly(new Effect(agent, 2));
    assertThat(tale.accept(alice(), new Command.Delete(agent, null)).effects())
        .containsExactly(new Effect(agent, 2));
    assertThat(tale.accept(alice(), new Command.Restore(agent)).effects())
        .containsExactly(new Effect(agent, 2));
  }

  @Test
  void deleting_costs_one_row_however_many_versions_there_are() {
    tale.accept(alice(), createAgent("agt_1"));
    for (int i = 0; i < 10; i++) {
      tale.accept(alice(), role(agent("agt_1"), "role " + i));
    }
    tale.accept(alice(), new Command.Delete(agent("agt_1"), null));
    tale.accept(alice(), new Command.Restore(agent("agt_1")));

    assertThat(withoutEvent(tale.changesOf(alice(), new Command.Delete(agent("agt_1"), null))))
        .hasSize(1);
  }

  /// Design section 5 promises at most twelve, one of them the log's; with a workspace it is one
  /// more.
  @Test
  void a_plain_message_costs_few_rows() {
    tale.accept(alice(), saying("one").by("agt_1").in("ses_1"));

    assertThat(tale.changesOf(alice(), saying("two").by("agt_1").in("ses_1").append()).changes())
        .hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void evolving_twice_gives_the_same() {
    tale.accept(alice(), createAgent("agt_1"));
    var recorded = ((Decision.Accepted) tale.decide(alice(), role(agent("agt_1"), "x"))).recorded();

    assertThat(Evolve.evolve(recorded, tale.facts)).isEqualTo(Evolve.evolve(recorded, tale.facts));
  }

  @Test
  void an_entry_of_unknown_rules_is_refused_rather_than_guessed() {
    var r = tale.accept(alice(), saying("hello")).recorded();
    var later =
        new Recorded(r.position(), 99, r.event(), r.envelope(), r.recordedBy(), r.contentHash());

    assertThatThrownBy(() -> Evolve.evolve(later, tale.facts))
        .isInstanceOfSatisfying(
            Corrupt.class, e -> assertThat(e.code()).isEqualTo("rules.unknown"));
  }

  @Test
  void an_act_that_cannot_be_read_is_named_by_its_position() {
    var r = tale.accept(alice(), createAgent("agt_1")).recorded();
    var broken = with(r, JsonObject.of("act", Json.of("explode")));

    assertThatThrownBy(() -> Evolve.evolve(broken, tale.facts))
        .isInstanceOfSatisfying(
            Corrupt.class, e -> assertThat(e.resource()).isEqualTo("position 1"));
  }

  /// A caller's payload is its own: only our events act.
  @Test
  void a_payload_that_looks_like_an_act_does_nothing() {
    tale.accept(alice(), createAgent("agt_1"));
    var r = tale.accept(alice(), saying("hello")).recorded();
    var delete = new ObjectAct.Delete(agent("agt_1")).toPayload();

    assertThat(withoutEvent(Evolve.evolve(with(r, delete), new PlainFacts())))
        .noneMatch(change -> change.toString().contains("Tombstone"));
  }

  private static Recorded with(Recorded r, JsonObject payload) {
    var e = r.event();
    var event =
        new Event(
            e.eventId(),
            e.tenantId(),
            e.workspaceId(),
            e.agentId(),
            e.sessionId(),
            new EventType(e.eventType().value()),
            e.eventTime(),
            e.ingestTime(),
            e.visibleTime(),
            e.logicalTs(),
            e.parentEventId(),
            e.causalRefs(),
            payload,
            e.source(),
            e.importance(),
            e.visibility(),
            e.version());
    return new Recorded(
        r.position(), r.rules(), event, r.envelope(), r.recordedBy(), r.contentHash());
  }

  /// The changes to anything but the event's own rows.
  private static List<Change> withoutEvent(Changes changes) {
    return changes.changes().stream()
        .filter(
            change ->
                switch (change) {
                  case Change.Put(ObjectRow row) -> row.ref().type() != ObjectType.EVENT;
                  case Change.Put(ListKeyRow row) -> row.ref().type() != ObjectType.EVENT;
                  case Change.Put _, Change.Replace _ -> true;
                })
        .toList();
  }

  private List<String> keysOf(ObjectRef ref) {
    return tale.facts
        .all(ListKeyRow.class)
        .filter(row -> row.ref().equals(ref))
        .map(row -> row.field() + "=" + row.value())
        .toList();
  }

  private Object audienceOf(String event) {
    return tale.object(new ObjectRef(ObjectType.EVENT, event)).audience();
  }
}
