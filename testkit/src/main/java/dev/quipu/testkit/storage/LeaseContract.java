package dev.quipu.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.testkit.fixture.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Who may do what nobody else does meanwhile.
public interface LeaseContract extends OpensStorage {

  Duration LONG = Duration.ofHours(1);
  Duration SHORT = Duration.ofMillis(20);
  Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  default void a_lease_has_one_holder_until_it_is_given_back() {
    try (var storage = open()) {
      assertThat(storage.lease("work", "one", LONG)).isTrue();
      assertThat(storage.lease("work", "two", LONG)).isFalse();
      assertThat(storage.lease("other work", "two", LONG)).isTrue();

      storage.release("work", "one");

      assertThat(storage.lease("work", "two", LONG)).isTrue();
      assertThat(storage.lease("work", "one", LONG)).isFalse();
    }
  }

  @Test
  default void only_the_holder_gives_a_lease_back() {
    try (var storage = open()) {
      storage.lease("work", "one", LONG);

      storage.release("work", "two");
      storage.release("never taken", "two");

      assertThat(storage.lease("work", "two", LONG)).isFalse();
    }
  }

  @Test
  default void a_lease_that_is_not_prolonged_lapses() {
    try (var storage = open()) {
      storage.lease("work", "one", SHORT);

      assertThat(Eventually.holds(PATIENCE, () -> storage.lease("work", "two", LONG))).isTrue();

      assertThat(storage.lease("work", "one", LONG)).isFalse();
    }
  }

  @Test
  default void the_holder_prolongs_its_lease_and_may_shorten_it() {
    try (var storage = open()) {
      storage.lease("work", "one", SHORT);
      assertThat(storage.lease("work", "one", LONG)).isTrue();
      assertThat(storage.lease("work", "two", LONG)).isFalse();

      assertThat(storage.lease("work", "one", Duration.ZERO)).isTrue();

      assertThat(storage.lease("work", "two", LONG)).isTrue();
    }
  }
}
