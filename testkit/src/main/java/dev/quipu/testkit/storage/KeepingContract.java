package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.activeSpace;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.latest;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Poisoned;
import dev.quipu.testkit.fixture.Told;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a storage keeps beside log and views, and over a restart.
public interface KeepingContract extends OpensStorage {

  IdempotencyKey KEY = new IdempotencyKey(ACME, ALICE, "POST /v1/events", "key-1", 0);

  @Test
  default void what_was_committed_is_there_after_reopening() {
    List<Told> told;
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      storage.commit(
          List.of(
              Deed.of(ACME, "a2").delete(memory("m")),
              new Poisoned(Deed.of(ACME, "a3").create(memory("n"))),
              Deed.of(GLOBEX, "g1")));
      try (var snapshot = whole(storage, ACME)) {
        told = Told.all(snapshot.log(LogPosition.START, 10));
      }
    }
    try (var storage = open();
        var snapshot = whole(storage, ACME)) {
      assertThat(Told.all(snapshot.log(LogPosition.START, 10))).isEqualTo(told);
      assertThat(snapshot.head().position()).isEqualTo(at(2));
      assertThat(snapshot.object(memory("m"), latest(snapshot))).isNull();
      assertThat(snapshot.object(memory("n"), latest(snapshot))).isNull();
      assertThat(snapshot.keptDigest(activeSpace(snapshot)))
          .isEqualTo(RowsContract.sum(RowsContract.rows(snapshot)));
      assertThat(head(storage, GLOBEX).position()).isEqualTo(at(1));
    }
  }

  @Test
  default void the_log_goes_on_after_reopening() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
    }
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a2"));
      failure(storage, Deed.of(ACME, "a1"));

      assertThat(head(storage, ACME).position()).isEqualTo(at(2));
    }
  }

  @Test
  default void a_storage_keeps_its_name_and_its_secrets() {
    String logId;
    byte[] publicKey;
    byte[] cursors;
    try (var storage = open()) {
      logId = storage.logId();
      publicKey = storage.signingKeys().checkpoints().getPublic().getEncoded();
      cursors = storage.signingKeys().cursors();
      assertThat(logId).isNotBlank();
      assertThat(cursors).hasSize(32);
      assertThat(storage.signingKeys().checkpoints().getPublic().getAlgorithm())
          .isIn("EdDSA", "Ed25519");
    }
    try (var storage = open()) {
      assertThat(storage.logId()).isEqualTo(logId);
      assertThat(storage.signingKeys().checkpoints().getPublic().getEncoded()).isEqualTo(publicKey);
      assertThat(storage.signingKeys().cursors()).isEqualTo(cursors);
    }
  }

  @Test
  default void what_is_remembered_is_recalled_in_the_same_unit_and_after_reopening() {
    var here = new AtomicReference<@Nullable Remembered>();
    try (var storage = open()) {
      done(
          storage,
          unit(
              ACME,
              tx -> {
                tx.remember(KEY, remembered("one", DUSK));
                here.set(tx.recall(KEY, DAWN));
              }));
      assertThat(here.get()).isEqualTo(remembered("one", DUSK));
    }
    try (var storage = open()) {
      assertThat(recall(storage, KEY, DAWN)).isEqualTo(remembered("one", DUSK));
    }
  }

  @Test
  default void what_was_never_remembered_is_not_recalled() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> tx.remember(KEY, remembered("one", DUSK))));

      for (var other :
          List.of(
              new IdempotencyKey(GLOBEX, ALICE, KEY.route(), KEY.key(), KEY.item()),
              new IdempotencyKey(ACME, BOB, KEY.route(), KEY.key(), KEY.item()),
              new IdempotencyKey(ACME, ALICE, "POST /v1/objects", KEY.key(), KEY.item()),
              new IdempotencyKey(ACME, ALICE, KEY.route(), "key-2", KEY.item()),
              new IdempotencyKey(ACME, ALICE, KEY.route(), KEY.key(), 1))) {
        assertThat(recall(storage, other, DAWN)).isNull();
      }
    }
  }

  @Test
  default void forgetting_leaves_nothing_of_one_tenant_and_everything_of_others() {
    var theirs = new IdempotencyKey(GLOBEX, ALICE, KEY.route(), KEY.key(), KEY.item());
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> tx.remember(KEY, remembered("one", DUSK))));
      done(storage, unit(GLOBEX, tx -> tx.remember(theirs, remembered("two", DUSK))));

      done(storage, unit(ACME, Transaction::forgetRemembered));

      assertThat(recall(storage, KEY, DAWN)).isNull();
      assertThat(recall(storage, theirs, DAWN)).isEqualTo(remembered("two", DUSK));
    }
  }

  @Test
  default void what_was_remembered_lapses_at_its_time() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> tx.remember(KEY, remembered("one", DUSK))));

      assertThat(recall(storage, KEY, DUSK.minusNanos(1000))).isNotNull();
      assertThat(recall(storage, KEY, DUSK)).isNull();
    }
  }

  @Test
  default void a_key_that_has_lapsed_can_be_used_again() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> tx.remember(KEY, remembered("one", DAWN))));
      assertThat(recall(storage, KEY, DUSK)).isNull();

      done(storage, unit(ACME, tx -> tx.remember(KEY, remembered("two", DUSK.plusSeconds(1)))));

      assertThat(recall(storage, KEY, DUSK)).isEqualTo(remembered("two", DUSK.plusSeconds(1)));
    }
  }

  @Test
  default void what_an_undone_unit_remembered_is_forgotten() {
    try (var storage = open()) {
      failure(
          storage,
          unit(
              ACME,
              tx -> {
                tx.remember(KEY, remembered("one", DUSK));
                throw new IllegalStateException("poisoned");
              }));

      assertThat(recall(storage, KEY, DAWN)).isNull();
    }
  }

  @Test
  default void a_key_is_its_callers_whichever_log_is_written() {
    try (var storage = open()) {
      done(storage, unit(GLOBEX, tx -> tx.remember(KEY, remembered("one", DUSK))));

      assertThat(recall(storage, KEY, DAWN)).isEqualTo(remembered("one", DUSK));
    }
  }

  @Test
  default void checkpoints_are_kept_with_their_signatures_and_read_oldest_first() {
    try (var storage = open()) {
      done(
          storage,
          unit(ACME, tx -> tx.keep(checkpoint(1024), new byte[] {1})),
          unit(ACME, tx -> tx.keep(checkpoint(2048), new byte[] {2})),
          unit(ACME, tx -> tx.keep(checkpoint(3072), new byte[] {3})));
    }
    try (var storage = open();
        var acme = whole(storage, ACME);
        var globex = whole(storage, GLOBEX)) {
      var page = acme.checkpoints(at(1024), 1);
      assertThat(page).hasSize(1);
      assertThat(page.getFirst().checkpoint()).isEqualTo(checkpoint(2048));
      assertThat(page.getFirst().signature()).containsExactly(2);
      assertThat(acme.checkpoints(LogPosition.START, 10))
          .extracting(signed -> signed.checkpoint().position())
          .containsExactly(at(1024), at(2048), at(3072));
      assertThat(globex.checkpoints(LogPosition.START, 10)).isEmpty();
    }
  }

  @Test
  default void when_tenants_last_used_the_service_is_noted_outside_every_digest() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      assertThat(storage.lastUsed()).isEmpty();

      storage.touch(Map.of(ACME, DAWN, GLOBEX, DAWN));
      storage.touch(Map.of(ACME, DUSK));
      storage.touch(Map.of());

      assertThat(storage.lastUsed()).containsOnly(Map.entry(ACME, DUSK), Map.entry(GLOBEX, DAWN));
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.head().position()).isEqualTo(at(1));
        assertThat(snapshot.keptDigest(activeSpace(snapshot)))
            .isEqualTo(RowsContract.sum(RowsContract.rows(snapshot)));
      }
    }
    try (var storage = open()) {
      assertThat(storage.lastUsed()).containsEntry(ACME, DUSK);
    }
  }

  private static Remembered remembered(String event, Instant lapsesAt) {
    return new Remembered(Hash.of(event.getBytes(StandardCharsets.UTF_8)), event(event), lapsesAt);
  }

  private static @Nullable Remembered recall(Storage storage, IdempotencyKey key, Instant clock) {
    var found = new AtomicReference<@Nullable Remembered>();
    done(storage, unit(ACME, tx -> found.set(tx.recall(key, clock))));
    return found.get();
  }

  private static Checkpoint checkpoint(long position) {
    return new Checkpoint(
        "log_test", ACME, at(position), Hash.of(new byte[] {(byte) position}), DUSK);
  }
}
