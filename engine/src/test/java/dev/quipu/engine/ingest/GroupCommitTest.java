package dev.quipu.engine.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many callers, one commit; nobody waits for somebody else's flood or fault.
@Timeout(20)
class GroupCommitTest {

  private final ScriptedStorage storage = new ScriptedStorage();
  private final CommitSignal signal = new CommitSignal();
  private final CountingMeter meter = new CountingMeter();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<GroupCommit> opened = new ArrayList<>();

  @AfterEach
  void close() {
    storage.open();
    opened.forEach(GroupCommit::close);
    callers.shutdown();
  }

  @Test
  void a_unit_is_run_before_its_caller_goes_on() {
    var ran = new AtomicInteger();

    open(8, 100).commit(unit("a", ran::incrementAndGet));

    assertThat(ran).hasValue(1);
  }

  @Test
  void what_waits_while_one_commit_runs_shares_the_next() {
    var groups = open(8, 100);
    var first = blocked(groups, "a");
    var others = IntStream.range(0, 5).mapToObj(_ -> begin(groups, "a", 1)).toList();
    awaitQueued(groups, 5);
    storage.open();

    first.join();
    others.forEach(CompletableFuture::join);
    assertThat(storage.groups).extracting(List::size).containsExactly(1, 5);
  }

  @Test
  void a_group_is_not_larger_than_the_limit() {
    var groups = open(3, 100);
    var first = blocked(groups, "a");
    var flood = begin(groups, "a", 7);
    awaitQueued(groups, 7);
    storage.open();

    first.join();
    flood.join();
    assertThat(storage.groups).extracting(List::size).containsExactly(1, 3, 3, 1);
  }

  @Test
  void one_tenants_flood_does_not_hold_up_anothers_single_write() {
    var groups = open(4, 100);
    var first = blocked(groups, "flood");
    var flood = begin(groups, "flood", 20);
    awaitQueued(groups, 20);
    var single = begin(groups, "quiet", 1);
    awaitQueued(groups, 21);
    storage.open();

    first.join();
    single.join();
    flood.join();
    assertThat(tenantsOf(1)).contains("quiet");
  }

  /// Turns go round: if each group began with the same tenants, those beyond a group's size would
  /// wait for ever.
  @Test
  void more_busy_tenants_than_fit_into_a_group_all_get_their_turn() {
    var groups = open(2, 100);
    var first = blocked(groups, "a");
    var floods = new ArrayList<CompletableFuture<?>>();
    int queued = 0;
    for (var tenant : List.of("a", "b", "c", "d")) {
      floods.add(begin(groups, tenant, 4));
      queued += 4;
      awaitQueued(groups, queued);
    }
    storage.open();

    first.join();
    floods.forEach(CompletableFuture::join);
    for (int round = 0; round < 4; round++) {
      var two = new ArrayList<>(tenantsOf(1 + 2 * round));
      two.addAll(tenantsOf(2 + 2 * round));
      assertThat(two).as("round %s", round).containsExactlyInAnyOrder("a", "b", "c", "d");
    }
  }

  @Test
  void the_units_of_one_tenant_keep_their_order() {
    var order = Collections.synchronizedList(new ArrayList<Integer>());
    var groups = open(3, 100);
    var units = IntStream.range(0, 10).mapToObj(i -> unit("a", () -> order.add(i))).toList();

    groups.commitEach(units);

    assertThat(order).isSorted().hasSize(10);
  }

  @Test
  void beyond_the_queues_bound_callers_are_sent_away_at_once() {
    var groups = open(8, 3);
    var first = blocked(groups, "a");
    var waiting = begin(groups, "a", 2);
    awaitQueued(groups, 2);

    assertThatThrownBy(() -> groups.commitEach(units("b", 2)))
        .isInstanceOfSatisfying(
            Unavailable.class,
            e -> {
              assertThat(e.code()).isEqualTo("queue.full");
              assertThat(e.retryAfter()).isPositive();
            });
    assertThat(groups.queued()).as("nothing of the refused call waits").isEqualTo(2);

    storage.open();
    first.join();
    waiting.join();
    groups.commit(unit("b", () -> {}));
  }

  @Test
  void a_refused_unit_and_a_poisoned_unit_fail_alone() {
    var groups = open(8, 100);
    var refusal = new NotFound("object.not_found", "no");
    var poison = new IllegalStateException("a bug");

    var fates =
        groups.commitEach(
            List.of(
                unit("a", () -> {}),
                unit("a", () -> raise(refusal)),
                unit("b", () -> raise(poison)),
                unit("b", () -> {})));

    assertThat(fates)
        .containsExactly(
            new Fate.Done(), new Fate.Failed(refusal), new Fate.Failed(poison), new Fate.Done());
  }

  @Test
  void a_single_unit_that_fails_throws_what_it_failed_with() {
    var refusal = new NotFound("object.not_found", "no");

    assertThatThrownBy(() -> open(8, 100).commit(unit("a", () -> raise(refusal))))
        .isSameAs(refusal);
  }

  @Test
  void when_the_whole_group_fails_every_caller_hears_why_and_the_next_group_works() {
    var groups = open(8, 100);
    var failure = new Unavailable("storage.full", "The disk is full.", Duration.ofSeconds(1));
    storage.failWith(failure);
    assertThat(groups.commitEach(List.of(unit("a", () -> {}), unit("b", () -> {}))))
        .allSatisfy(fate -> assertThat(fate).isEqualTo(new Fate.Failed(failure)));
    assertThat(meter.failed).hasValue(2);

    groups.commit(unit("a", () -> {}));
  }

  @Test
  void an_error_in_the_writer_reaches_the_callers_and_does_not_end_it() {
    var groups = open(8, 100);
    storage.failWith(new StackOverflowError());

    assertThatThrownBy(() -> groups.commit(unit("a", () -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(StackOverflowError.class);

    groups.commit(unit("a", () -> {}));
  }

  @Test
  void closing_commits_what_waits_and_takes_nothing_more() {
    var groups = open(2, 100);
    var first = blocked(groups, "a");
    var waiting = begin(groups, "a", 5);
    awaitQueued(groups, 5);
    var closing = begin(groups::close);
    await(() -> refusesNew(groups));
    storage.open();

    closing.join();
    first.join();
    assertThat(waiting.join()).hasSize(5).containsOnly(new Fate.Done());
    assertThatThrownBy(() -> groups.commit(unit("a", () -> {})))
        .isInstanceOfSatisfying(
            Unavailable.class, e -> assertThat(e.code()).isEqualTo("server.stopping"));
  }

  @Test
  void closing_twice_is_closing_once() {
    var groups = open(2, 100);

    groups.close();
    groups.close();
  }

  @Test
  void followers_of_the_tenants_in_a_group_are_woken_before_callers_go_on()
      throws InterruptedException {
    var groups = open(8, 100);
    try (var follower = signal.follow(new TenantId("a"));
        var other = signal.follow(new TenantId("b"))) {
      groups.commit(unit("a", () -> {}));

      assertThat(follower.await(Duration.ZERO)).isTrue();
      assertThat(other.await(Duration.ZERO)).isFalse();
    }
  }

  @Test
  void every_unit_is_counted_once() {
    var groups = open(3, 100);

    groups.commitEach(units("a", 7));
    groups.commitEach(units("b", 2));

    assertThat(meter.committed).hasValue(9);
    assertThat(meter.failed).hasValue(0);
  }

  private static final class CountingMeter implements CommitMeter {
    final AtomicInteger committed = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();

    @Override
    public void committed(int units, long nanos) {
      committed.addAndGet(units);
    }

    @Override
    public void failed(int units) {
      failed.addAndGet(units);
    }
  }

  private GroupCommit open(int maxGroup, int maxQueued) {
    var groups = GroupCommit.open(storage, limits(maxGroup, maxQueued), signal, meter);
    opened.add(groups);
    return groups;
  }

  /// Shuts the gate and sends one unit there, so that whatever comes now has to wait.
  private CompletableFuture<List<Fate>> blocked(GroupCommit groups, String tenant) {
    storage.shut();
    var first = begin(groups, tenant, 1);
    storage.awaitCommit();
    return first;
  }

  private CompletableFuture<List<Fate>> begin(GroupCommit groups, String tenant, int count) {
    return CompletableFuture.supplyAsync(() -> groups.commitEach(units(tenant, count)), callers);
  }

  private CompletableFuture<Void> begin(Runnable work) {
    return CompletableFuture.runAsync(work, callers);
  }

  private List<String> tenantsOf(int group) {
    return storage.groups.get(group).stream().map(unit -> unit.tenant().value()).toList();
  }

  private static boolean refusesNew(GroupCommit groups) {
    try {
      groups.commitEach(List.of());
      return false;
    } catch (Unavailable e) {
      return true;
    }
  }

  private static void awaitQueued(GroupCommit groups, int count) {
    await(() -> groups.queued() == count);
  }

  /// Bounded by the test's own timeout.
  private static void await(Supplier<Boolean> condition) {
    while (!condition.get()) {
      Thread.onSpinWait();
    }
  }

  private static List<Unit> units(String tenant, int count) {
    return IntStream.range(0, count).mapToObj(_ -> unit(tenant, () -> {})).toList();
  }

  private static Unit unit(String tenant, Runnable work) {
    return new Unit() {
      @Override
      public TenantId tenant() {
        return new TenantId(tenant);
      }

      @Override
      public void run(Transaction transaction) {
        work.run();
      }
    };
  }

  private static void raise(RuntimeException e) {
    throw e;
  }

  private static Limits limits(int maxGroup, int maxQueued) {
    return Limits.DEFAULT.withCommits(maxQueued, maxGroup);
  }
}
