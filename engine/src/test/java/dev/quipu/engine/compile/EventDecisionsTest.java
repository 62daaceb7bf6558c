package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.ALICE;
import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.CallerSketch.bob;
import static dev.quipu.engine.compile.EventSketch.saying;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.log.Seal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What is taken for an event, and what is chosen for it.
class EventDecisionsTest {

  private static final Visibility EVERYBODY = new Visibility.Everybody();
  private static final Visibility PRIVATE = new Visibility.OwnerOnly();

  private final Tale tale = new Tale();

  @Test
  void a_key_without_the_write_grant_writes_nothing() {
    var reader = CallerSketch.of(ALICE).admits(Grant.READ).caller();

    assertThat(tale.refusal(Forbidden.class, reader, saying("hello").append()).code())
        .isEqualTo("grant.missing");
  }

  @Test
  void what_the_writer_leaves_out_is_chosen_and_recorded() {
    var caller = CallerSketch.of(ALICE).through("agt_1").caller();

    var recorded = recorded(caller, saying("hello"));

    var event = recorded.event();
    assertThat(event.eventId()).isEqualTo(new EventId("evt_N1"));
    assertThat(event.agentId()).isEqualTo(new AgentId("agt_1"));
    assertThat(event.eventTime()).isEqualTo(Tale.NOON);
    assertThat(event.logicalTs()).isEqualTo(1);
    assertThat(recorded.recordedBy()).isEqualTo(ALICE);
    assertThat(recorded.rules()).isEqualTo(Decide.RULES);
  }

  @Test
  void naming_an_agent_grants_nothing_and_hides_nobody() {
    var recorded = recorded(alice(), saying("hello").by("agt_else"));

    assertThat(recorded.event().agentId()).isEqualTo(new AgentId("agt_else"));
    assertThat(recorded.recordedBy()).isEqualTo(ALICE);
    assertThat(recorded.envelope().owner()).isEqualTo(ALICE);
  }

  @Test
  void our_own_event_types_are_refused() {
    assertThat(tale.faults(alice(), saying("x").type("quipu.object_created").append()))
        .containsExactly("/event_type event_type.reserved");
  }

  @Test
  void an_event_dated_ahead_beyond_the_skew_is_refused() {
    var skew = Limits.DEFAULT.clockSkew();

    assertThat(recorded(alice(), saying("soon").at(Tale.NOON.plus(skew)))).isNotNull();
    assertThat(
            tale.faults(alice(), saying("far").at(Tale.NOON.plus(skew).plusNanos(1000)).append()))
        .containsExactly("/event_time time.future");
  }

  @Test
  void an_event_may_have_happened_long_ago() {
    var longAgo = Tale.NOON.minus(Duration.ofDays(9000));

    assertThat(recorded(alice(), saying("late").at(longAgo)).event().eventTime())
        .isEqualTo(longAgo);
  }

  @Test
  void a_logical_time_must_be_later_than_that_of_its_causes() {
    tale.accept(alice(), saying("cause").id("evt_cause").counted(40));
    var effect = saying("effect").because("evt_cause");

    assertThat(tale.faults(alice(), effect.counted(40).append()))
        .containsExactly("/logical_ts logical_ts.order");
    assertThat(recorded(alice(), effect.counted(41)).event().logicalTs()).isEqualTo(41);
  }

  /// A refusal would tell that the invisible cause is there, and how it counts.
  @Test
  void a_cause_that_the_writer_cannot_see_does_not_bind_it() {
    tale.accept(bob(), saying("secret").id("evt_secret").counted(40).seenBy(PRIVATE));

    assertThat(recorded(alice(), saying("e").because("evt_secret").counted(3)).event().logicalTs())
        .isEqualTo(3);
  }

  @Test
  void a_cause_that_is_not_there_does_not_bind_either() {
    assertThat(recorded(alice(), saying("e").because("evt_none").counted(3)).event().logicalTs())
        .isEqualTo(3);
  }

  @Test
  void an_event_is_not_its_own_cause() {
    assertThat(tale.faults(alice(), saying("x").id("evt_1").because("evt_1").append()))
        .containsExactly("/causal_refs reference.loop");
  }

  @Test
  void all_faults_are_told_at_once() {
    tale.accept(alice(), saying("cause").id("evt_cause").counted(40));
    var event =
        saying("x")
            .type("quipu.x")
            .at(Tale.NOON.plus(Duration.ofDays(1)))
            .because("evt_cause")
            .counted(1);

    assertThat(tale.faults(alice(), event.append())).hasSize(3);
  }

  @Test
  void the_same_event_again_is_a_repetition_of_the_first() {
    var first = tale.accept(alice(), saying("hello").id("evt_1"));

    assertThat(tale.decide(alice(), saying("hello").id("evt_1").append()))
        .isEqualTo(new Decision.Repeated(first));
  }

  @Test
  void somebody_who_sees_the_event_may_repeat_it_too() {
    var first = tale.accept(alice(), saying("hello").id("evt_1").seenBy(EVERYBODY));

    assertThat(tale.decide(bob(), saying("hello").id("evt_1").seenBy(EVERYBODY).append()))
        .isEqualTo(new Decision.Repeated(first));
  }

  @Test
  void other_content_under_a_taken_id_is_a_conflict() {
    tale.accept(alice(), saying("hello").id("evt_1"));

    assertThat(tale.refusal(Conflict.class, alice(), saying("bye").id("evt_1").append()).code())
        .isEqualTo("event.id_taken");
  }

  /// Even with equal content: the receipt would show an event that the caller may not see.
  @Test
  void an_id_taken_by_an_event_that_the_writer_cannot_see_is_a_conflict() {
    tale.accept(bob(), saying("hello").id("evt_1").seenBy(PRIVATE));

    assertThat(
            tale.refusal(
                    Conflict.class, alice(), saying("hello").id("evt_1").seenBy(PRIVATE).append())
                .code())
        .isEqualTo("event.id_taken");
  }

  @Test
  void the_id_of_an_erased_event_is_gone_for_ever() {
    var entry = tale.accept(alice(), saying("hello").id("evt_1"));
    tale.facts.add(erased(entry.position(), entry.seal()));

    assertThat(tale.refusal(Gone.class, alice(), saying("hello").id("evt_1").append()).code())
        .isEqualTo("event.erased");
  }

  @Test
  void a_repetition_is_told_before_its_faults() {
    var first = tale.accept(alice(), saying("hello").id("evt_1").at(Tale.NOON.plusSeconds(200)));
    tale.at(Tale.NOON.minus(Duration.ofDays(1)));

    assertThat(
            tale.decide(
                alice(), saying("hello").id("evt_1").at(Tale.NOON.plusSeconds(200)).append()))
        .as("a retry after the clock stepped back")
        .isEqualTo(new Decision.Repeated(first));
  }

  private static ErasedEntry erased(LogPosition position, Seal seal) {
    return new ErasedEntry(position, new EventId("evt_1"), Tale.NOON, seal);
  }

  private Recorded recorded(Caller caller, EventSketch event) {
    return ((Decision.Accepted) tale.decide(caller, event.append())).recorded();
  }
}
