package dev.quipu.engine.materialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RotaTest {

  private static final System.Logger LOG = System.getLogger(RotaTest.class.getName());
  private static final Duration NEVER = Duration.ofDays(1);
  private static final TenantId ONE = new TenantId("t_one");
  private static final TenantId TWO = new TenantId("t_two");
  private static final TenantId THREE = new TenantId("t_three");

  /// Tenants in the order of their turns.
  private final BlockingQueue<TenantId> taken = new LinkedBlockingQueue<>();

  private static Rota open(Duration pace, Rota.Work work) {
    return Rota.open(LOG, "test", new Rota.Manner(pace, Duration.ZERO, 0), work);
  }

  private Duration take(TenantId tenant) {
    taken.add(tenant);
    return null;
  }

  @Test
  void a_tenant_that_is_woken_has_its_turn_and_the_platform_has_none() throws InterruptedException {
    try (var rota = open(Duration.ZERO, this::take)) {
      rota.wake(List.of(TenantId.PLATFORM));
      rota.wake(List.of(ONE));
      assertThat(taken.take()).isEqualTo(ONE);
      rota.wake(List.of(TWO));
      assertThat(taken.take()).isEqualTo(TWO);
    }
    assertThat(taken).isEmpty();
  }

  @Test
  void tenants_that_have_more_to_do_take_turns() throws InterruptedException {
    var left = new AtomicInteger(20);
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              taken.add(tenant);
              return left.decrementAndGet() > 0 ? Duration.ZERO : null;
            })) {
      rota.wake(List.of(ONE, TWO));
      for (int i = 0; i < 9; i++) {
        assertThat(List.of(taken.take(), taken.take())).containsExactlyInAnyOrder(ONE, TWO);
      }
    }
  }

  @Test
  void whoever_ends_a_tenant_waits_for_the_turn_under_way_and_there_is_none_after_it()
      throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var over = new CountDownLatch(1);
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              taken.add(tenant);
              begun.countDown();
              awaited(goOn);
              over.countDown();
              return Duration.ZERO;
            })) {
      rota.wake(List.of(ONE));
      begun.await();
      var ending = Thread.ofPlatform().start(() -> rota.end(ONE));
      while (ending.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertThat(over.getCount()).as("the turn goes on").isOne();
      goOn.countDown();
      ending.join();
      assertThat(over.getCount()).as("the turn was over when it was ended").isZero();
      rota.wake(List.of(ONE));
      rota.call(List.of(ONE), Duration.ZERO);
      assertThat(rota.isFollowed(ONE)).isFalse();
      assertThat(rota.behind()).isZero();
    }
    assertThat(taken).hasSize(1);
  }

  @Test
  void whoever_waits_has_the_turn_at_once_and_hears_when_it_came_as_far()
      throws InterruptedException {
    var reached = new AtomicLong();
    try (var rota =
        open(
            NEVER,
            _ -> {
              reached.incrementAndGet();
              return null;
            })) {
      rota.wake(List.of(ONE));
      assertThat(rota.await(ONE, new LogPosition(3), NEVER, _ -> new LogPosition(reached.get())))
          .isTrue();
      assertThat(rota.await(ONE, new LogPosition(99), Duration.ZERO, _ -> LogPosition.START))
          .isFalse();
    }
  }

  @Test
  void whoever_waits_comes_before_those_that_have_been_due_a_little_longer()
      throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              begun.countDown();
              awaited(goOn);
              return take(tenant);
            })) {
      rota.wake(List.of(ONE));
      begun.await();
      var others = rota.others();
      assertThat(others.areWaitedFor()).isFalse();
      hurry(rota, ONE);
      assertThat(others.areWaitedFor()).as("it is its turn").isFalse();
      assertThat(others.areDue()).as("it is its turn").isFalse();
      rota.wake(List.of(THREE));
      assertThat(others.areWaitedFor()).as("it is only due").isFalse();
      assertThat(others.areDue()).isTrue();
      hurry(rota, TWO);
      assertThat(others.areWaitedFor()).isTrue();
      goOn.countDown();
      assertThat(List.of(taken.take(), taken.take(), taken.take(), taken.take()))
          .containsExactly(ONE, ONE, TWO, THREE);
    }
  }

  @Test
  void a_turn_that_takes_long_is_told_that_there_is_another_reason_for_one()
      throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              begun.countDown();
              awaited(goOn);
              return take(tenant);
            })) {
      rota.wake(List.of(ONE));
      begun.await();
      rota.wake(List.of(ONE));
      assertThat(rota.others().areDue()).as("more was written").isFalse();
      rota.call(List.of(ONE), Duration.ZERO);
      assertThat(rota.others().areDue()).as("it was called").isTrue();
      goOn.countDown();
      assertThat(List.of(taken.take(), taken.take())).containsExactly(ONE, ONE);
    }
  }

  private static void hurry(Rota rota, TenantId tenant) throws InterruptedException {
    assertThat(
            rota.await(tenant, new LogPosition(1), Duration.ofMillis(100), _ -> LogPosition.START))
        .isFalse();
  }

  @Test
  void nobody_waits_for_one_that_is_closed() throws InterruptedException {
    var rota = open(NEVER, this::take);
    rota.close();
    assertThat(rota.await(ONE, new LogPosition(1), NEVER, _ -> LogPosition.START)).isFalse();
  }

  @Test
  void a_turn_that_fails_is_tried_again_be_it_by_an_error() throws InterruptedException {
    var tries = new AtomicInteger();
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              taken.add(tenant);
              int tried = tries.incrementAndGet();
              if (tried == 1) {
                throw new IllegalStateException("the first time; this is a test");
              }
              if (tried == 2) {
                throw new LinkageError("the second time; this is a test");
              }
              return null;
            })) {
      rota.wake(List.of(ONE));
      for (int i = 0; i < 3; i++) {
        assertThat(taken.take()).isEqualTo(ONE);
      }
      assertThat(rota.failures()).isEqualTo(2);
    }
  }

  @Test
  void a_commit_does_not_hasten_what_is_to_be_tried_again_and_a_call_does()
      throws InterruptedException {
    var tries = new AtomicInteger();
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              taken.add(tenant);
              return tries.incrementAndGet() == 1 ? NEVER : null;
            })) {
      rota.wake(List.of(ONE));
      assertThat(taken.take()).isEqualTo(ONE);
      rota.wake(List.of(ONE));
      rota.wake(List.of(TWO));
      assertThat(taken.take()).as("that of the other, which was woken later").isEqualTo(TWO);
      rota.call(List.of(ONE), Duration.ZERO);
      assertThat(taken.take()).isEqualTo(ONE);
    }
  }

  @Test
  void a_call_during_a_turn_is_not_put_off_by_what_the_turn_says() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var rota =
        open(
            Duration.ZERO,
            tenant -> {
              begun.countDown();
              awaited(goOn);
              taken.add(tenant);
              return NEVER;
            })) {
      rota.wake(List.of(ONE));
      begun.await();
      rota.call(List.of(ONE), Duration.ZERO);
      goOn.countDown();
      assertThat(taken.take()).isEqualTo(ONE);
      assertThat(taken.take()).isEqualTo(ONE);
    }
  }

  @Test
  void it_rests_while_something_is_written_and_does_not_if_somebody_waits()
      throws InterruptedException {
    var rests = new Rota.Manner(Duration.ZERO, Duration.ZERO, Integer.MAX_VALUE);
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var reached = new AtomicLong();
    try (var rota =
        Rota.open(
            LOG,
            "test",
            rests,
            tenant -> {
              begun.countDown();
              awaited(goOn);
              taken.add(tenant);
              reached.incrementAndGet();
              return null;
            })) {
      rota.wake(List.of(ONE));
      begun.await();
      rota.wake(List.of(TWO)); // so that something was written during the turn
      long before = System.nanoTime();
      goOn.countDown();
      assertThat(taken.take()).isEqualTo(ONE);
      assertThat(taken.take()).isEqualTo(TWO);
      assertThat(System.nanoTime() - before)
          .as("as long as it rests at most, a second")
          .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
      rota.await(TWO, new LogPosition(3), NEVER, _ -> new LogPosition(reached.get()));
      assertThat(taken).containsExactly(TWO);
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
