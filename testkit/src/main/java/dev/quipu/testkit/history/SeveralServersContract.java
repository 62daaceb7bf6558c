package dev.quipu.testkit.history;

import static dev.quipu.testkit.history.RandomHistory.QUIETLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.quipu.engine.Engine;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.Answer;
import dev.quipu.engine.inspect.ObjectView;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.fixture.StorageBehind;
import dev.quipu.testkit.memory.InMemoryBlobStore;
import dev.quipu.testkit.storage.OpensStorage;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What holds between engines that share a storage. `open` is called for each of them, so only an
/// adapter that can be open twice joins.
@Timeout(60)
public interface SeveralServersContract extends OpensStorage {

  Person HOLDER = Person.CAST.get(1);
  Duration LONG = Duration.ofSeconds(30);
  ObjectRef MARKER = new ObjectRef(ObjectType.AGENT, "agt_marker");

  Limits HASTY =
      Limits.DEFAULT.withPace(
          new Limits.Pace(
              Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofSeconds(10), Duration.ZERO));

  /// Two engines on one storage; the first has let the cast enter.
  record Two(Teller here, Engine there) implements AutoCloseable {

    @Override
    public void close() {
      there.close();
      here.close();
    }
  }

  @Test
  default void a_follower_is_woken_by_a_commit_at_another_server() throws InterruptedException {
    try (var two = two(Limits.DEFAULT);
        var follower = two.there.signal().follow(Person.ONE)) {
      awaitQuiet(two, follower);

      makeMarker(two.here);

      assertThat(follower.await(LONG)).isTrue();
      assertThat(two.there.watch().lag()).isLessThan(LONG);
    }
  }

  @Test
  default void a_follower_is_woken_when_another_server_switches_the_space()
      throws InterruptedException {
    try (var two = two(Limits.DEFAULT);
        var follower = two.there.signal().follow(Person.ONE)) {
      makeMarker(two.here);
      awaitQuiet(two, follower);

      two.here.engine.rebuild().rebuild(Person.ONE, QUIETLY);

      assertThat(follower.await(LONG)).isTrue();
      assertThat(marker(two.there, two.here.token(HOLDER), ReadTime.NOW).value()).isNotNull();
    }
  }

  /// Waits until the watch rings no more for what happened before.
  private static void awaitQuiet(Two two, CommitSignal.Follower follower)
      throws InterruptedException {
    assertThat(follower.await(LONG)).as("whoever begins to follow is woken once").isTrue();
    while (follower.await(Duration.ofMillis(200))) {
      assertThat(two.there.watch().failures()).isZero();
    }
  }

  @Test
  default void a_look_that_fails_is_counted_and_made_good_by_the_next()
      throws InterruptedException {
    var broken = new AtomicReference<>(false);
    var failed = new Semaphore(0);
    var storage =
        new StorageBehind(open()) {
          @Override
          public Map<TenantId, Long> touched(Collection<TenantId> tenants) {
            if (broken.get()) {
              failed.release();
              throw new Unavailable("storage.unavailable", "broken", Duration.ZERO);
            }
            return super.touched(tenants);
          }
        };
    try (var two = two(open(), storage, HASTY);
        var follower = two.there.signal().follow(Person.ONE)) {
      awaitQuiet(two, follower);
      broken.set(true);
      failed.acquire(3);
      makeMarker(two.here);
      assertThat(two.there.watch().failures()).isGreaterThanOrEqualTo(2);
      assertThat(follower.await(Duration.ZERO)).isFalse();

      broken.set(false);

      assertThat(follower.await(LONG)).isTrue();
    }
  }

  @Test
  default void a_key_revoked_at_one_server_is_refused_by_the_very_next_request_at_another()
      throws InterruptedException {
    try (var two = two(Limits.DEFAULT);
        var follower = two.there.signal().follow(Person.ONE)) {
      var token = two.here.token(HOLDER);
      assertThat(two.there.credentials().callerOf(token)).isNotNull();
      awaitQuiet(two, follower);

      two.here.revokeKey(HOLDER);

      assertThatThrownBy(() -> two.there.credentials().callerOf(token))
          .isInstanceOf(Unauthenticated.class);
      assertThat(follower.await(LONG)).as("streams of the key are told").isTrue();
    }
  }

  @Test
  default void a_tenant_disabled_at_one_server_is_refused_at_another() {
    try (var two = two(Limits.DEFAULT)) {
      var token = two.here.token(HOLDER);
      assertThat(two.there.credentials().callerOf(token)).isNotNull();

      var number = two.here.number(Person.ONE);
      two.here
          .engine
          .tenancy()
          .changeTenant(two.here.operator(), new Command.ChangeTenant(number, null, true, null));

      assertThatThrownBy(() -> two.there.credentials().callerOf(token))
          .isInstanceOf(Unauthenticated.class);
    }
  }

  @Test
  default void who_came_in_at_one_server_before_the_deletion_at_another_writes_nothing_after_it() {
    try (var two = two(Limits.DEFAULT)) {
      var early = two.there.credentials().callerOf(two.here.token(HOLDER));
      var admin = two.there.credentials().callerOf(two.here.token(Person.CAST.getFirst()));
      makeMarker(two.here);
      var head = two.here.head(Person.ONE);

      two.here.engine.tenancy().deleteTenant(two.here.operator(), two.here.number(Person.ONE));

      var command =
          new Command.Create(ObjectType.AGENT, JsonObject.EMPTY, AccessDraft.NOTHING_SAID);
      assertThatThrownBy(
              () -> two.there.ingest().submit(early, new Submission(command, Hash.ZERO), null))
          .isInstanceOf(Unauthenticated.class);
      assertThatThrownBy(
              () -> two.there.tenancy().createKey(admin, HOLDER.holder(), Hash.ZERO, null))
          .isInstanceOf(Unauthenticated.class);
      assertThat(two.here.head(Person.ONE)).isEqualTo(head);
    }
  }

  @Test
  default void work_on_a_space_is_refused_while_another_server_does_such_work() {
    try (var two = two(Limits.DEFAULT)) {
      makeMarker(two.here);
      var refusals = new AtomicReference<Throwable>();
      two.here
          .engine
          .rebuild()
          .rebuild(
              Person.ONE,
              (_, _, _, _) -> {
                refusals.set(
                    catchThrowable(() -> two.there.rebuild().rebuild(Person.ONE, QUIETLY)));
                assertThatThrownBy(() -> two.there.verify().deep(Person.ONE, QUIETLY))
                    .isInstanceOf(Conflict.class);
                assertThatThrownBy(() -> two.here.engine.verify().deep(Person.ONE, QUIETLY))
                    .as("nor twice on one server")
                    .isInstanceOf(Conflict.class);
                assertThat(two.there.verify().chainAndDigest(Person.ONE, QUIETLY).isSound())
                    .as("which fills no space")
                    .isTrue();
                two.there.verify().deep(Person.TWO, QUIETLY);
              });

      assertThat(refusals.get())
          .isInstanceOfSatisfying(
              Conflict.class, refusal -> assertThat(refusal.code()).isEqualTo("work.underway"));
      assertThat(two.there.verify().deep(Person.ONE, QUIETLY).isSound()).isTrue();
    }
  }

  @Test
  default void an_erasure_that_one_server_left_undone_is_finished_by_another_that_runs()
      throws InterruptedException {
    try (var two = two(HASTY)) {
      makeMarker(two.here);
      try (var follower = two.there.signal().follow(TenantId.PLATFORM)) {
        // The act alone, as a server that dies right after it leaves it.
        two.here
            .engine
            .ingest()
            .submit(
                two.here.operator(),
                new Submission(new Command.DeleteTenant(two.here.number(Person.ONE)), Hash.ZERO),
                null);
        while (certificates(two.there) == 0) {
          follower.await(LONG);
        }
      }

      assertThat(certificates(two.there)).as("both have looked, one has done it").isEqualTo(1);
    }
  }

  private static long certificates(Engine engine) {
    return engine.tenancy().audit(null, 100).stream()
        .filter(entry -> entry.event().eventType().value().equals("quipu.tenant_erased"))
        .count();
  }

  @Test
  default void a_read_waits_until_the_log_has_come_to_a_position() throws Exception {
    try (var two = two(Limits.DEFAULT.withMaxWait(LONG))) {
      var token = two.here.token(HOLDER);
      var next = two.here.head(Person.ONE).position().next();
      var reading = CompletableFuture.supplyAsync(() -> marker(two.there, token, after(next)));
      assertThat(Eventually.holds(LONG, () -> !two.there.watch().lag().isZero())).isTrue();
      assertThat(reading).isNotDone();

      assertThat(makeMarker(two.here)).isEqualTo(next);

      assertThat(reading.get().at().asKnownAt()).isEqualTo(next);
      assertThat(marker(two.there, token, after(next)).at().asKnownAt()).isEqualTo(next);
    }
  }

  @Test
  default void a_position_that_the_log_does_not_come_to_is_refused_after_a_while() {
    try (var two = two(Limits.DEFAULT.withMaxWait(Duration.ofMillis(100)))) {
      makeMarker(two.here);

      assertThatThrownBy(
              () -> marker(two.there, two.here.token(HOLDER), after(new LogPosition(1L << 53))))
          .isInstanceOfSatisfying(
              Unavailable.class,
              refusal -> assertThat(refusal.code()).isEqualTo("position.not_reached"));
    }
  }

  private static ReadTime after(LogPosition position) {
    return new ReadTime(null, null, position);
  }

  private static Answer<ObjectView> marker(Engine engine, String token, ReadTime time) {
    return engine.inspect().object(engine.credentials().callerOf(token), MARKER, time);
  }

  private static LogPosition makeMarker(Teller teller) {
    var fields = JsonObject.of("agent_id", Json.of(MARKER.id()));
    return teller
        .done(HOLDER, new Command.Create(ObjectType.AGENT, fields, AccessDraft.NOTHING_SAID))
        .position();
  }

  private Two two(Limits limits) {
    return two(open(), open(), limits);
  }

  private static Two two(Storage one, Storage other, Limits limits) {
    var clock = new HandClock(RandomHistory.BEGINNING);
    return new Two(
        Teller.open(one, InMemoryBlobStore.open(), clock, 1, limits),
        Teller.engine(other, InMemoryBlobStore.open(), clock, 2, limits));
  }
}
