package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.activeSpace;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Told;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is promised to whoever carries everything away, and to whoever fills a storage with it.
public interface PouringContract extends OpensStorage {

  IdempotencyKey RETRY = new IdempotencyKey(ACME, ALICE, "POST /v1/events", "key-1", 3);
  Remembered ANSWER = new Remembered(Hash.of(new byte[] {1}), event("a1"), DUSK);

  /// Opens what [#open] opens as a vessel.
  Vessel openVessel(KeyPair checkpoints);

  @Test
  default void a_cut_shows_one_moment_of_all_tenants() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")), Deed.of(GLOBEX, "g1"));
      var digest = digest(storage);
      try (var cut = storage.cut()) {
        done(storage, Deed.of(ACME, "a2").delete(memory("m")), Deed.of(GLOBEX, "g2"));

        assertThat(cut.logs()).containsExactly(ACME, GLOBEX, TenantId.PLATFORM);
        for (var tenant : List.of(ACME, GLOBEX)) {
          try (var snapshot = cut.read(ReadScope.whole(tenant))) {
            assertThat(snapshot.head().position()).isEqualTo(at(1));
            assertThat(snapshot.log(LogPosition.START, 10)).hasSize(1);
          }
        }
        try (var acme = cut.read(ReadScope.whole(ACME))) {
          assertThat(acme.keptDigest(activeSpace(acme))).isEqualTo(digest);
        }
      }
      assertThat(head(storage, ACME).position()).isEqualTo(at(2));
    }
  }

  @Test
  default void a_cut_shows_what_was_remembered_and_last_used_at_its_moment() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), unit(ACME, tx -> tx.remember(RETRY, ANSWER)));
      storage.touch(Map.of(ACME, DAWN));
      try (var cut = storage.cut()) {
        var later = new IdempotencyKey(GLOBEX, ALICE, RETRY.route(), "key-2", 0);
        done(storage, unit(ACME, tx -> tx.remember(later, ANSWER)));
        storage.touch(Map.of(ACME, DUSK, GLOBEX, DUSK));

        assertThat(remembered(cut)).isEqualTo(Map.of(RETRY, ANSWER));
        assertThat(cut.lastUsed()).isEqualTo(Map.of(ACME, DAWN));
      }
    }
  }

  @Test
  default void a_cut_names_the_history_and_has_its_checkpoint_keys() {
    try (var storage = open();
        var cut = storage.cut()) {
      assertThat(cut.logs()).containsExactly(TenantId.PLATFORM);
      assertThat(cut.logId()).isEqualTo(storage.logId());
      assertThat(cut.checkpointKeys().getPrivate().getEncoded())
          .isEqualTo(storage.signingKeys().checkpoints().getPrivate().getEncoded());
    }
  }

  @Test
  default void an_erased_line_is_appended_as_it_is_and_changes_no_view() {
    var lines = linesOfAnother();
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      var digest = digest(storage);

      done(storage, unit(ACME, tx -> tx.append(erased(lines.get(1)))));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.head().hash()).isEqualTo(lines.get(1).seal().hash());
        assertThat(Told.of(snapshot.log(at(1), 10).getFirst()))
            .isEqualTo(Told.of(erased(lines.get(1))));
      }
      assertThat(digest(storage)).isEqualTo(digest);
      failure(storage, Deed.of(ACME, "a2"));
      done(storage, Deed.of(ACME, "a3"));
    }
  }

  @Test
  default void an_erased_line_without_a_name_is_appended_too() {
    var lines =
        linesOfAnother().stream()
            .map(line -> new ErasedEntry(line.position(), null, line.visibleTime(), line.seal()))
            .toList();
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> lines.forEach(tx::append)));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(Told.all(snapshot.log(LogPosition.START, 10))).isEqualTo(Told.all(lines));
      }
    }
  }

  @Test
  default void an_erased_line_that_does_not_follow_or_comes_after_the_end_is_refused() {
    var lines = linesOfAnother();
    try (var storage = open()) {
      assertThat(failure(storage, unit(ACME, tx -> tx.append(erased(lines.get(1))))))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(head(storage, ACME).position()).isEqualTo(LogPosition.START);
      done(storage, unit(ACME, tx -> tx.append(erased(lines.get(0)))));
      done(storage, unit(ACME, Transaction::end));
      assertThat(failure(storage, unit(ACME, tx -> tx.append(erased(lines.get(1))))))
          .isInstanceOf(IllegalStateException.class);
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  @Test
  default void a_vessel_is_closed_to_others_until_it_is_released() {
    var keys = keys();
    String logId;
    byte[] cursors;
    try (var vessel = openVessel(keys)) {
      done(vessel.storage(), Deed.of(ACME, "a1"));
      logId = vessel.storage().logId();
      cursors = vessel.storage().signingKeys().cursors();
    }
    assertThatThrownBy(this::open).isInstanceOf(Unavailable.class);

    try (var vessel = openVessel(keys)) {
      done(vessel.storage(), Deed.of(ACME, "a1"));
      vessel.release();
      logId = vessel.storage().logId();
      cursors = vessel.storage().signingKeys().cursors();
    }
    try (var storage = open()) {
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
      assertThat(storage.logId()).isEqualTo(logId);
      assertThat(storage.signingKeys().cursors()).isEqualTo(cursors);
      assertThat(storage.signingKeys().checkpoints().getPublic()).isEqualTo(keys.getPublic());
      assertThat(storage.signingKeys().checkpoints().getPrivate().getEncoded())
          .isEqualTo(keys.getPrivate().getEncoded());
    }
  }

  @Test
  default void filling_that_was_cut_short_starts_over_with_nothing() {
    try (var vessel = openVessel(keys())) {
      var storage = vessel.storage();
      done(storage, Deed.of(ACME, "a1").create(memory("m")), Deed.of(GLOBEX, "g1"));
      done(storage, unit(ACME, tx -> tx.remember(RETRY, ANSWER)));
      storage.touch(Map.of(ACME, DAWN));
    }
    try (var vessel = openVessel(keys())) {
      assertThat(head(vessel.storage(), ACME).position()).isEqualTo(LogPosition.START);
      done(vessel.storage(), Deed.of(ACME, "a1").create(memory("m")));
      vessel.release();
    }
    try (var storage = open();
        var cut = storage.cut()) {
      assertThat(cut.logs()).containsExactly(ACME, TenantId.PLATFORM);
      assertThat(remembered(cut)).isEmpty();
      assertThat(cut.lastUsed()).isEmpty();
    }
  }

  @Test
  default void a_storage_that_holds_anything_is_no_vessel() {
    try (var storage = open()) {
      storage.touch(Map.of(ACME, DAWN));
    }
    assertThatThrownBy(() -> openVessel(keys())).isInstanceOf(Conflict.class);
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
    }
    assertThatThrownBy(() -> openVessel(keys())).isInstanceOf(Conflict.class);
    try (var storage = open()) {
      assertThat(head(storage, ACME).position()).isEqualTo(at(1));
    }
  }

  @Test
  default void a_storage_that_was_opened_and_holds_nothing_is_a_vessel() {
    open().close();
    try (var vessel = openVessel(keys())) {
      vessel.release();
    }
    open().close();
  }

  private static List<LogLine> linesOfAnother() {
    try (var other = InMemoryStorage.open(Disk.blank("log_other"))) {
      done(other, Deed.of(ACME, "a1").create(memory("m")), Deed.of(ACME, "a2"));
      try (var snapshot = whole(other, ACME)) {
        return snapshot.log(LogPosition.START, 10);
      }
    }
  }

  private static ErasedEntry erased(LogLine line) {
    return new ErasedEntry(line.position(), line.eventId(), line.visibleTime(), line.seal());
  }

  private static Map<IdempotencyKey, Remembered> remembered(Cut cut) {
    var found = new HashMap<IdempotencyKey, Remembered>();
    cut.remembered(found::put);
    return found;
  }

  private static Digest digest(Storage storage) {
    try (var snapshot = whole(storage, ACME)) {
      return snapshot.keptDigest(activeSpace(snapshot));
    }
  }

  private static KeyPair keys() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
