package dev.quipu.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.bench.child.Call;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The judge is judged: it has to see each of the faults that it is there for.
class LogBookTest {

  private static final String FIRST = "mark_w0_1";
  private static final String SECOND = "mark_w0_2";

  private final Ledger ledger = new Ledger();

  @Test
  void an_acknowledged_event_at_its_position_is_right() {
    ledger.acknowledge(FIRST, 1);

    assertThat(LogBook.of(List.of(event(1, FIRST))).judge(ledger)).isEmpty();
  }

  @Test
  void an_acknowledged_event_that_is_gone_is_found() {
    ledger.acknowledge(SECOND, 2);

    assertThat(LogBook.of(List.of(event(1, FIRST))).judge(ledger)).hasSize(1);
  }

  @Test
  void an_acknowledged_event_elsewhere_is_found() {
    ledger.acknowledge(FIRST, 2);

    assertThat(LogBook.of(List.of(event(1, FIRST))).judge(ledger)).hasSize(1);
  }

  @Test
  void an_event_that_is_there_twice_is_found() {
    var book = List.of(event(1, FIRST), event(2, FIRST));
    ledger.leaveOpen(attempt(false, FIRST));

    assertThat(LogBook.of(book).judge(ledger)).hasSize(1);

    ledger.acknowledge(FIRST, 1);
    assertThat(LogBook.of(book).judge(ledger)).hasSize(2);
  }

  @Test
  void half_of_what_is_inseparable_is_found() {
    ledger.leaveOpen(attempt(true, FIRST, SECOND));

    assertThat(LogBook.of(List.of(event(1, FIRST))).judge(ledger)).hasSize(1);
    assertThat(LogBook.of(List.of(event(1, FIRST), event(2, SECOND))).judge(ledger)).isEmpty();
    assertThat(LogBook.of(List.of()).judge(ledger)).isEmpty();
  }

  @Test
  void a_gap_is_found() {
    assertThat(LogBook.of(List.of(event(1, FIRST), event(3, SECOND))).judge(ledger)).hasSize(1);
  }

  private static Attempt attempt(boolean atomic, String... marks) {
    var call = Call.post(Attempts.EVENTS, JsonObject.EMPTY, null);
    return new Attempt(call, List.of(marks), atomic, false);
  }

  private static JsonObject event(long position, String mark) {
    return JsonObject.of(
        "position", Json.of(position), "payload", JsonObject.of("mark", Json.of(mark)));
  }
}
