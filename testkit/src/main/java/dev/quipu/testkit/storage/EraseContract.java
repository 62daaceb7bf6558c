package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.head;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.visibleAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Storage;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.FactKey;
import dev.quipu.testkit.fixture.Deed;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What erasing takes away, and what it leaves.
public interface EraseContract extends OpensStorage {

  @Test
  default void erasing_removes_up_to_so_many_entries_after_a_position() {
    try (var storage = open()) {
      tell(storage);

      done(storage, unit(ACME, tx -> tx.erase(at(1), 2)));

      assertThat(log(storage))
          .extracting(line -> line instanceof LogEntry)
          .containsExactly(true, false, false, true);
    }
  }

  @Test
  default void erasing_beyond_the_head_ends_at_the_head() {
    try (var storage = open()) {
      tell(storage);

      done(storage, unit(ACME, tx -> tx.erase(at(3), 100)));
      done(storage, Deed.of(ACME, "a5"));

      assertThat(log(storage))
          .extracting(line -> line instanceof LogEntry)
          .containsExactly(true, true, true, false, true);
    }
  }

  @Test
  default void erasing_leaves_position_event_id_time_and_hashes() {
    try (var storage = open()) {
      tell(storage);
      var seal = log(storage).get(1).seal();

      done(storage, unit(ACME, tx -> tx.erase(at(1), 1)));

      assertThat(log(storage).get(1))
          .isEqualTo(new ErasedEntry(at(2), event("a2"), visibleAt(2), seal));
    }
  }

  @Test
  default void the_chain_can_be_walked_over_erased_entries() {
    try (var storage = open()) {
      tell(storage);
      var head = head(storage, ACME);

      done(storage, unit(ACME, tx -> tx.erase(LogPosition.START, 4)));

      var previous = Hash.ZERO;
      for (var line : log(storage)) {
        assertThat(line.seal().follows(previous)).isTrue();
        previous = line.seal().hash();
      }
      assertThat(head(storage, ACME)).isEqualTo(head);
      done(storage, Deed.of(ACME, "a5"));
      assertThat(head(storage, ACME).position()).isEqualTo(at(5));
    }
  }

  @Test
  default void the_line_of_an_erased_event_is_what_is_left_of_it() {
    try (var storage = open()) {
      tell(storage);
      done(storage, unit(ACME, tx -> tx.erase(at(1), 1)));

      var found = new AtomicReference<@Nullable LogLine>();
      done(storage, unit(ACME, tx -> found.set(tx.facts().find(new FactKey.LineOf(event("a2"))))));

      assertThat(found.get()).isInstanceOf(ErasedEntry.class);
    }
  }

  @Test
  default void an_erased_event_is_absent_from_reads_but_its_id_stays_taken() {
    try (var storage = open()) {
      tell(storage);
      done(storage, unit(ACME, tx -> tx.erase(at(1), 1)));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.event(event("a2"))).isNull();
        assertThat(snapshot.events(EventListingContract.ALL))
            .extracting(entry -> entry.eventId().value())
            .containsExactly("a1", "a3", "a4");
        assertThat(snapshot.visibleTimeOf(at(2))).isEqualTo(visibleAt(2));
        assertThat(snapshot.positionAt(visibleAt(2))).isEqualTo(at(2));
      }
      failure(storage, Deed.of(ACME, "a2"));
    }
  }

  @Test
  default void names_are_erased_of_erased_entries_only() {
    try (var storage = open()) {
      tell(storage);
      var seal = log(storage).get(1).seal();
      done(storage, unit(ACME, tx -> tx.erase(at(1), 2)));

      done(storage, unit(ACME, tx -> tx.eraseNames(at(0), 2)));
      done(storage, unit(ACME, tx -> tx.eraseNames(at(0), 2)));

      assertThat(log(storage).getFirst()).isInstanceOf(LogEntry.class);
      assertThat(log(storage).get(1)).isEqualTo(new ErasedEntry(at(2), null, visibleAt(2), seal));
      assertThat(log(storage).get(2))
          .isInstanceOfSatisfying(
              ErasedEntry.class, line -> assertThat(line.eventId()).isEqualTo(event("a3")));
    }
  }

  @Test
  default void erasing_touches_no_other_tenant_and_nothing_if_it_is_undone() {
    try (var storage = open()) {
      tell(storage);
      done(storage, unit(GLOBEX, tx -> tx.erase(LogPosition.START, 100)));
      failure(
          storage,
          unit(
              ACME,
              tx -> {
                tx.erase(LogPosition.START, 100);
                throw new IllegalStateException("poisoned");
              }));

      assertThat(log(storage)).allSatisfy(line -> assertThat(line).isInstanceOf(LogEntry.class));
    }
  }

  private static void tell(Storage storage) {
    done(
        storage,
        Deed.of(ACME, "a1"),
        Deed.of(ACME, "a2"),
        Deed.of(ACME, "a3"),
        Deed.of(ACME, "a4"));
  }

  private static List<LogLine> log(Storage storage) {
    try (var snapshot = whole(storage, ACME)) {
      return snapshot.log(LogPosition.START, 100);
    }
  }
}
