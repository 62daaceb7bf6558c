package dev.quipu.model.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryExceptionTest {

  @Test
  void a_failure_that_the_caller_caused_has_a_code_and_no_stack_trace() {
    var failure = new Conflict("event.conflict", "The id is taken.", "Choose another id.");

    assertThat(failure.code()).isEqualTo("event.conflict");
    assertThat(failure.hint()).isEqualTo("Choose another id.");
    assertThat(failure).hasMessage("The id is taken.");
    assertThat(failure.getStackTrace()).isEmpty();
  }

  @Test
  void a_failure_of_the_machine_keeps_its_stack_trace_and_its_cause() {
    var cause = new IOException("disk");
    var failure = new Corrupt("log.corrupt", "log_entry 7 of t_a", "The hash differs.", cause);

    assertThat(failure.getStackTrace()).isNotEmpty();
    assertThat(failure).hasCause(cause).hasMessage("The hash differs. (log_entry 7 of t_a)");
    assertThat(failure.resource()).isEqualTo("log_entry 7 of t_a");
  }

  @Test
  void an_unavailable_service_says_how_long_to_wait() {
    var failure = new Unavailable("queue.full", "The queue is full.", Duration.ofSeconds(2));

    assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Unavailable("queue.full", "No.", Duration.ofSeconds(-1)));
  }

  @Test
  void one_violation_is_told_in_the_message_with_its_place() {
    assertThat(new Invalid("/a", "field.type", "Send a text.")).hasMessage("/a: Send a text.");
    assertThat(new Invalid("json.empty", "Send a document.")).hasMessage("Send a document.");
  }

  @Test
  void several_violations_are_counted_in_the_message_and_listed_in_order() {
    var first = new Violation("/a", "field.type", "Send a text.");
    var second = new Violation("/b", "field.required", "Send it.");
    var failure = new Invalid(List.of(first, second), 3);

    assertThat(failure).hasMessage("5 faults; the first is /a: Send a text.");
    assertThat(failure.violations()).containsExactly(first, second);
    assertThat(failure.hint()).contains("first 2 faults").contains("3 more");
  }

  @Test
  void an_invalid_input_without_a_violation_cannot_be_built() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Invalid(List.of()));
  }

  @Test
  void a_violation_points_into_the_body_by_a_json_pointer() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Violation("name", "c", "m"));
  }
}
