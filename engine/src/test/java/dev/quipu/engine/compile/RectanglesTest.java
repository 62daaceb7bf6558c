package dev.quipu.engine.compile;

import static dev.quipu.engine.compile.CallerSketch.alice;
import static dev.quipu.engine.compile.Tale.agent;
import static dev.quipu.engine.compile.Tale.createAgent;
import static dev.quipu.engine.compile.Tale.role;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A change splits the rectangle that it falls into, wherever it falls. The agent is made on day 0
/// as version 1; `v2 [3..7)` reads: version 2 is believed from day 3 until day 7.
class RectanglesTest {

  private static final ObjectRef AGENT = agent("agt_1");

  private final Tale tale = new Tale();

  @BeforeEach
  void an_agent_is_made() {
    tale.accept(alice(), createAgent("agt_1"));
    tale.at(day(20));
  }

  @Test
  void an_object_holds_from_its_making_on() {
    assertThat(believed()).containsExactly("v1 [0..∞)");
  }

  @Test
  void a_change_inside_splits_in_two() {
    change(5);

    assertThat(believed()).containsExactly("v1 [0..5)", "v2 [5..∞)");
  }

  @Test
  void a_change_at_the_start_takes_the_whole() {
    change(0);

    assertThat(believed()).containsExactly("v2 [0..∞)");
  }

  @Test
  void a_change_before_the_first_ends_where_that_begins() {
    change(-5);

    assertThat(believed()).containsExactly("v2 [-5..0)", "v1 [0..∞)");
  }

  @Test
  void a_late_arrival_does_not_overwrite_what_happened_after_it() {
    change(10);
    change(5);

    assertThat(believed()).containsExactly("v1 [0..5)", "v3 [5..10)", "v2 [10..∞)");
  }

  @Test
  void a_change_at_the_start_of_a_later_one_replaces_it_alone() {
    change(5);
    change(10);
    change(5);

    assertThat(believed()).containsExactly("v1 [0..5)", "v4 [5..10)", "v3 [10..∞)");
  }

  @Test
  void a_change_ahead_of_time_waits() {
    change(100);

    assertThat(believed()).containsExactly("v1 [0..100)", "v2 [100..∞)");
  }

  /// No rule makes gaps yet; those that will must find this right.
  @Test
  void a_change_in_a_gap_fills_it_up_to_what_follows() {
    change(10);
    endFirstAt(4);
    change(6);

    assertThat(believed()).containsExactly("v1 [0..4)", "v3 [6..10)", "v2 [10..∞)");
  }

  @Test
  void a_change_after_the_last_end_goes_on_for_ever() {
    endFirstAt(4);
    change(6);

    assertThat(believed()).containsExactly("v1 [0..4)", "v2 [6..∞)");
  }

  @Test
  void what_was_believed_can_still_be_read() {
    change(10);
    change(5);

    assertThat(versionAt(7, 1)).isEqualTo(1);
    assertThat(versionAt(7, 2)).isEqualTo(1);
    assertThat(versionAt(12, 2)).isEqualTo(2);
    assertThat(versionAt(7, 3)).isEqualTo(3);
    assertThat(versionAt(-1, 3)).isNull();
    assertThat(versionAt(7, 0)).isNull();
  }

  @Test
  void at_every_point_of_the_two_clocks_there_is_at_most_one_version() {
    for (int day : new int[] {10, 5, -3, 7, 5, 0, 30, -3}) {
      change(day);
    }
    for (int known = 0; known <= 9; known++) {
      for (int asOf = -6; asOf <= 40; asOf++) {
        assertThat(spansAt(asOf, known)).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void deleting_and_restoring_leave_the_rectangles_as_they_are() {
    change(5);
    var before = believed();
    var deleted = tale.accept(alice(), new Command.Delete(AGENT, null));
    var restored = tale.accept(alice(), new Command.Restore(AGENT));

    assertThat(believed()).isEqualTo(before);
    assertThat(tale.facts.all(TombstoneRow.class))
        .containsExactly(new TombstoneRow(AGENT, deleted.position(), restored.position()));
    assertThat(tale.object(AGENT).everDeleted()).isTrue();
  }

  @Test
  void each_deletion_has_a_tombstone_of_its_own() {
    for (int i = 0; i < 2; i++) {
      tale.accept(alice(), new Command.Delete(AGENT, null));
      tale.accept(alice(), new Command.Restore(AGENT));
    }
    tale.accept(alice(), new Command.Delete(AGENT, null));

    assertThat(tale.facts.all(TombstoneRow.class))
        .extracting(TombstoneRow::sysTo)
        .containsExactly(new LogPosition(3), new LogPosition(5), LogPosition.FOREVER);
  }

  private void change(int day) {
    var role = "as of day " + day + ", at position " + tale.stamp().position();
    tale.accept(alice(), role(AGENT, role, day(day)));
  }

  private void endFirstAt(int day) {
    var first = tale.facts.believed(AGENT).getFirst();
    tale.facts.replace(
        first,
        SpanRow.believed(AGENT, first.sysFrom(), first.validFrom(), day(day), first.version()));
  }

  private List<String> believed() {
    return tale.facts.believed(AGENT).stream().map(RectanglesTest::text).toList();
  }

  private List<SpanRow> spansAt(int asOf, int knownAt) {
    var at = new At(day(asOf), new LogPosition(knownAt));
    return tale.facts
        .all(SpanRow.class)
        .filter(span -> span.ref().equals(AGENT) && span.contains(at))
        .toList();
  }

  private @Nullable Integer versionAt(int asOf, int knownAt) {
    var spans = spansAt(asOf, knownAt);
    return spans.isEmpty() ? null : spans.getFirst().version();
  }

  private static String text(SpanRow span) {
    return "v" + span.version() + " [" + text(span.validFrom()) + ".." + text(span.validTo()) + ")";
  }

  private static String text(Instant instant) {
    return instant.equals(ValidTime.FOREVER)
        ? "∞"
        : Long.toString(Duration.between(Tale.NOON, instant).toDays());
  }

  private static Instant day(int day) {
    return Tale.NOON.plus(Duration.ofDays(day));
  }
}
