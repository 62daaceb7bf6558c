package dev.quipu.testkit.storage;

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
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Deed;
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

  /// Long lapsed, and not for a long time, by whatever clock the storage has.
  Instant PAST = Instant.parse("1971-01-01T00:00:00Z");

  Instant FUTURE = Instant.parse("9000-01-01T00:00:00Z");

  IdempotencyKey KEY = new IdempotencyKey(ACME, ALICE, "POST /v1/events", "key-1", 0);

  @Test
  default void what_was_committed_is_there_after_reopening() {
    List<Told> told;
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      storage.commit(
          List.of(
              Deed.of(ACME, "a2").delete(memory("m")),
              LogContract.poisoned(Deed.of(ACME, "a3").create(memory("n"))),
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
      assertThat(snapshot.keptDigest(snapshot.activeSpace()))
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
                tx.remember(KEY, answer("one", FUTURE));
                here.set(tx.recall(KEY));
              }));
      assertThat(text(here.get())).isEqualTo("one");
    }
    try (var storage = open()) {
      assertThat(recall(storage, KEY)).isEqualTo("one");
    }
  }

  @Test
  default void what_was_never_remembered_is_not_recalled() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> tx.remember(KEY, answer("one", FUTURE))));

      for (var other :
          List.of(
              new IdempotencyKey(GLOBEX, ALICE, KEY.route(), KEY.key(), KEY.item()),
              new IdempotencyKey(ACME, BOB, KEY.route(), KEY.key(), KEY.item()),
              new IdempotencyKey(ACME, ALICE, "POST /v1/objects", KEY.key(), KEY.item()),
              new IdempotencyKey(ACME, ALICE, KEY.route(), "key-2", KEY.item()),
              new IdempotencyKey(ACME, ALICE, KEY.route(), KEY.key(), 1))) {
        assertThat(recall(storage, other)).isEqualTo("nothing");
      }
      assertThat(recall(storage, KEY)).isEqualTo("one");
    }
  }

  @Test
  default void what_was_remembered_under_a_key_that_has_lapsed_is_forgotten() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> tx.remember(KEY, answer("old", PAST))));
      assertThat(recall(storage, KEY)).isEqualTo("nothing");

      done(storage, unit(ACME, tx -> tx.remember(KEY, answer("new", FUTURE))));
      assertThat(recall(storage, KEY)).isEqualTo("new");
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
                tx.remember(KEY, answer("one", FUTURE));
                throw new IllegalStateException("poisoned");
              }));

      assertThat(recall(storage, KEY)).isEqualTo("nothing");
    }
  }

  @Test
  default void a_key_is_its_callers_whichever_log_is_written() {
    try (var storage = open()) {
      done(storage, unit(GLOBEX, tx -> tx.remember(KEY, answer("one", FUTURE))));

      assertThat(recall(storage, KEY)).isEqualTo("one");
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
        assertThat(snapshot.keptDigest(snapshot.activeSpace()))
            .isEqualTo(RowsContract.sum(RowsContract.rows(snapshot)));
      }
    }
    try (var storage = open()) {
      assertThat(storage.lastUsed()).containsEntry(ACME, DUSK);
    }
  }

  private static Remembered answer(String text, Instant lapsesAt) {
    return new Remembered(
        Hash.of(text.getBytes(StandardCharsets.UTF_8)),
        text.getBytes(StandardCharsets.UTF_8),
        lapsesAt);
  }

  private static String recall(Storage storage, IdempotencyKey key) {
    var found = new AtomicReference<@Nullable Remembered>();
    done(storage, unit(ACME, tx -> found.set(tx.recall(key))));
    return text(found.get());
  }

  private static String text(@Nullable Remembered remembered) {
    if (remembered == null) {
      return "nothing";
    }
    assertThat(remembered.request()).isEqualTo(Hash.of(remembered.answer()));
    return new String(remembered.answer(), StandardCharsets.UTF_8);
  }

  private static Checkpoint checkpoint(long position) {
    return new Checkpoint(
        "log_test", ACME, at(position), Hash.of(new byte[] {(byte) position}), DUSK);
  }
}
