package dev.quipu.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.coordinate.Leases;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.fixture.StorageBehind;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the engine makes of the leases of a storage.
@Timeout(30)
final class LeasesTest {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(60);

  private final AtomicBoolean broken = new AtomicBoolean();
  private final Semaphore renewals = new Semaphore(0);
  private final StorageBehind storage =
      new StorageBehind(InMemoryStorage.open(Disk.blank("log_leases"))) {
        @Override
        public boolean lease(String name, String holder, Duration term) {
          if (broken.get() && holder.equals("one")) {
            throw new Unavailable("storage.unavailable", "broken", Duration.ZERO);
          }
          renewals.release();
          return super.lease(name, holder, term);
        }
      };

  @Test
  void work_is_done_once_within_a_server_and_between_servers() {
    try (var one = Leases.open(storage, "one", LONG);
        var two = Leases.open(storage, "two", LONG)) {
      var lease = one.take("work");

      assertThat(one.tryTake("work")).isNull();
      assertThat(two.tryTake("work")).isNull();
      assertThatThrownBy(() -> two.take("work")).isInstanceOf(Conflict.class);

      lease.close();
      assertThat(two.tryTake("work")).isNotNull();
    }
  }

  @Test
  void a_lease_is_prolonged_while_the_work_goes_on() {
    // So long that a busy machine does not miss it.
    var term = Duration.ofSeconds(2);
    try (var one = Leases.open(storage, "one", term);
        var lease = one.take("work")) {
      renewals.acquireUninterruptibly(5);

      assertThat(storage.lease("work", "two", LONG)).isFalse();
      assertThat(lease.isLost()).isFalse();
    }
  }

  @Test
  void a_lease_that_another_took_over_is_lost_and_not_given_back() {
    try (var one = Leases.open(storage, "one", SHORT)) {
      var lease = one.take("work");
      broken.set(true);
      assertThat(Eventually.holds(PATIENCE, () -> storage.lease("work", "two", LONG))).isTrue();
      assertThat(lease.isLost()).as("not known yet").isFalse();

      broken.set(false);
      assertThat(Eventually.holds(PATIENCE, lease::isLost)).isTrue();
      assertThatThrownBy(lease::check).isInstanceOf(Conflict.class);
      lease.close();

      assertThat(storage.lease("work", "one", LONG)).isFalse();
      assertThat(one.tryTake("work")).isNull();
    }
  }

  @Test
  void what_could_not_be_taken_can_be_taken_later() {
    try (var one = Leases.open(storage, "one", LONG)) {
      broken.set(true);
      assertThatThrownBy(() -> one.take("work")).isInstanceOf(Unavailable.class);
      broken.set(false);

      one.take("work").close();
    }
  }
}
