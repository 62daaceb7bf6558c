package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.activeSpace;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.latest;
import static dev.quipu.testkit.fixture.Acts.seenBy;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Deed;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What `Storage` promises about the moment that a snapshot shows.
public interface SnapshotContract extends OpensStorage {

  @Test
  default void a_snapshot_does_not_change_while_it_is_open() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m1")));

      try (var snapshot = whole(storage, ACME)) {
        var digest = snapshot.keptDigest(activeSpace(snapshot));
        done(storage, Deed.of(ACME, "a2").create(memory("m2")).delete(memory("m1")));

        assertThat(snapshot.head().position()).isEqualTo(at(1));
        assertThat(snapshot.log(LogPosition.START, 10)).hasSize(1);
        assertThat(snapshot.event(event("a2"))).isNull();
        assertThat(snapshot.object(memory("m1"), new At(DUSK, at(2)))).isNotNull();
        assertThat(snapshot.object(memory("m2"), new At(DUSK, at(2)))).isNull();
        assertThat(snapshot.objects(memories(), new At(DUSK, at(2)))).hasSize(1);
        assertThat(snapshot.keptDigest(activeSpace(snapshot))).isEqualTo(digest);
      }
    }
  }

  @Test
  default void a_snapshot_shows_the_moment_it_was_opened_not_the_one_it_is_first_asked() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));

      try (var snapshot = whole(storage, ACME)) {
        done(storage, Deed.of(ACME, "a2"));

        assertThat(snapshot.head().position()).isEqualTo(at(1));
      }
    }
  }

  @Test
  default void a_snapshot_opened_after_a_commit_shows_it_while_older_ones_are_still_open() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      try (var older = whole(storage, ACME)) {
        done(storage, Deed.of(ACME, "a2"));
        try (var newer = whole(storage, ACME)) {
          assertThat(newer.head().position()).isEqualTo(at(2));
          assertThat(older.head().position()).isEqualTo(at(1));
        }
      }
    }
  }

  @Test
  default void many_threads_read_whole_moments_while_commits_go_on() {
    try (var storage = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Boolean> reader =
          () -> Stream.generate(() -> isWhole(storage)).limit(50).allMatch(whole -> whole);
      var readers = Stream.generate(() -> threads.submit(reader)).limit(4).toList();
      for (int i = 1; i <= 50; i++) {
        done(storage, Deed.of(ACME, "a" + i).create(memory("m" + i)));
      }

      for (var each : readers) {
        assertThat(each).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(true);
      }
    }
  }

  @Test
  default void no_tenant_sees_an_entry_or_a_row_of_another() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("m1")).create(memory("m2")),
          Deed.of(ACME, "a2").link("e", "likes", memory("m1"), memory("m2")));

      try (var snapshot = whole(storage, GLOBEX)) {
        var then = new At(DUSK, at(2));
        assertThat(snapshot.head().position()).isEqualTo(LogPosition.START);
        assertThat(snapshot.log(LogPosition.START, 10)).isEmpty();
        assertThat(snapshot.event(event("a1"))).isNull();
        assertThat(snapshot.visibleTimeOf(at(1))).isNull();
        assertThat(snapshot.positionAt(DUSK)).isEqualTo(LogPosition.START);
        assertThat(snapshot.object(memory("m1"), then)).isNull();
        assertThat(snapshot.objects(memories(), then)).isEmpty();
        assertThat(snapshot.history(memory("m1"), at(2), new HistoryPage(9, 9))).isNull();
        assertThat(snapshot.edges(memory("m1"), EdgeListingContract.ALL, then)).isEmpty();
        assertThat(snapshot.events(EventListingContract.ALL)).isEmpty();
        assertThat(snapshot.strandedSpaces()).isEmpty();
      }
    }
  }

  @Test
  default void two_tenants_may_use_the_same_names() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "e").create(memory("m")));
      done(storage, Deed.of(GLOBEX, "e0"), Deed.of(GLOBEX, "e").create(memory("m")));

      try (var acme = whole(storage, ACME);
          var globex = whole(storage, GLOBEX)) {
        assertThat(acme.object(memory("m"), latest(acme)))
            .extracting(stored -> stored.object().created())
            .isEqualTo(at(1));
        assertThat(globex.object(memory("m"), latest(globex)))
            .extracting(stored -> stored.object().created())
            .isEqualTo(at(2));
      }
    }
  }

  @Test
  default void a_limited_scope_is_refused_what_is_for_the_whole_tenant_only() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      SpaceId space;
      try (var snapshot = whole(storage, ACME)) {
        space = activeSpace(snapshot);
      }

      try (var snapshot = seenBy(storage, Callers.admin(ACME, ALICE))) {
        assertThatIllegalStateException().isThrownBy(() -> snapshot.log(LogPosition.START, 1));
        assertThatIllegalStateException().isThrownBy(snapshot::activeSpace);
        assertThatIllegalStateException().isThrownBy(() -> snapshot.keptDigest(space));
        assertThatIllegalStateException().isThrownBy(() -> snapshot.rows(space, _ -> {}));
        assertThatIllegalStateException().isThrownBy(snapshot::strandedSpaces);
      }
    }
  }

  @Test
  default void anybody_of_a_tenant_can_walk_the_chain_by_its_hashes() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"), Deed.of(ACME, "a3"));
      try (var all = whole(storage, ACME);
          var stranger = seenBy(storage, Callers.user(ACME, BOB));
          var other = seenBy(storage, Callers.user(GLOBEX, BOB))) {
        var seals = all.log(LogPosition.START, 9).stream().map(LogLine::seal).toList();
        assertThat(stranger.seals(LogPosition.START, 9)).isEqualTo(seals).hasSize(3);
        assertThat(stranger.seals(at(1), 1)).containsExactly(seals.get(1));
        assertThat(stranger.checkpoints(LogPosition.START, 9)).isEmpty();
        assertThat(other.seals(LogPosition.START, 9)).isEmpty();
      }
    }
  }

  private static ObjectListing memories() {
    return new ObjectListing(ObjectType.MEMORY, Map.of(), null, 100);
  }

  /// Whether every answer is of the same moment: here each entry makes one memory.
  private static boolean isWhole(Storage storage) {
    try (var snapshot = whole(storage, ACME)) {
      long head = snapshot.head().position().value();
      var far = new At(DUSK, at(1000));
      return snapshot.objects(memories(), far).size() == head
          && snapshot.log(LogPosition.START, 1000).size() == head
          && snapshot.events(EventListingContract.ALL).size() == head;
    }
  }
}
