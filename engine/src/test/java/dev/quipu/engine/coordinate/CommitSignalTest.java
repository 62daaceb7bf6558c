package dev.quipu.engine.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whoever takes hold before reading misses nothing that is committed after.
@Timeout(20)
class CommitSignalTest {

  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId GLOBEX = new TenantId("globex");
  private static final Duration LONG = Duration.ofSeconds(15);

  private final CommitSignal signal = new CommitSignal();

  @Test
  void a_ring_between_taking_hold_and_waiting_is_heard() throws InterruptedException {
    try (var follower = signal.follow(ACME)) {
      signal.ring(List.of(ACME));

      assertThat(follower.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void a_ring_is_heard_once() throws InterruptedException {
    try (var follower = signal.follow(ACME)) {
      signal.ring(List.of(ACME));
      signal.ring(List.of(ACME));

      assertThat(follower.await(Duration.ZERO)).isTrue();
      assertThat(follower.await(Duration.ZERO)).isFalse();
    }
  }

  @Test
  void what_rang_before_taking_hold_is_not_heard() throws InterruptedException {
    try (var early = signal.follow(ACME)) {
      signal.ring(List.of(ACME));
      try (var late = signal.follow(ACME)) {
        assertThat(late.await(Duration.ZERO)).isFalse();
      }
      assertThat(early.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void other_tenants_rings_are_not_heard() throws InterruptedException {
    try (var follower = signal.follow(ACME)) {
      signal.ring(List.of(GLOBEX));

      assertThat(follower.await(Duration.ZERO)).isFalse();
    }
  }

  @Test
  void every_follower_is_woken() throws InterruptedException {
    try (var one = signal.follow(ACME);
        var two = signal.follow(ACME);
        var other = signal.follow(GLOBEX)) {
      signal.ringAll();

      assertThat(one.await(Duration.ZERO)).isTrue();
      assertThat(two.await(Duration.ZERO)).isTrue();
      assertThat(other.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void a_follower_who_leaves_takes_nothing_from_those_who_stay() throws InterruptedException {
    try (var stays = signal.follow(ACME)) {
      var leaves = signal.follow(ACME);
      leaves.close();
      leaves.close();
      signal.ring(List.of(ACME));

      assertThat(stays.await(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void somebody_who_waits_is_woken() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var follower = signal.follow(ACME)) {
      var woken = CompletableFuture.supplyAsync(() -> await(follower), threads);
      signal.ring(List.of(ACME));

      assertThat(woken.join()).isTrue();
    }
  }

  /// The promise as followers use it: a number grows, a ring follows each step, and a follower that
  /// reads the number between its waits sees the last one without ever waiting in vain.
  @Test
  void no_wake_up_is_lost_however_steps_and_reads_fall() {
    long last = 20_000;
    var number = new AtomicLong();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var follower = signal.follow(ACME)) {
      var writer =
          CompletableFuture.runAsync(
              () -> {
                for (long i = 1; i <= last; i++) {
                  number.set(i);
                  signal.ring(List.of(ACME));
                }
              },
              threads);
      while (number.get() < last) {
        assertThat(await(follower)).as("woken before the time is over").isTrue();
      }
      writer.join();
    }
  }

  private static boolean await(CommitSignal.Follower follower) {
    try {
      return follower.await(LONG);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
