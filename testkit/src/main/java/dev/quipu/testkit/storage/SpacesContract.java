package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.activeSpace;
import static dev.quipu.testkit.fixture.Acts.asked;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.latest;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ViewRow;
import dev.quipu.testkit.fixture.Deed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What `Transaction` and `Snapshot` promise about spaces.
public interface SpacesContract extends OpensStorage {

  @Test
  default void a_tenant_has_an_active_space_once_it_is_written() {
    try (var storage = open()) {
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.activeSpace()).isNull();
      }
      done(storage, Deed.of(ACME, "a1"));

      SpaceId active = asked(storage, ACME, Transaction::activeSpace);
      assertThat(activeIn(storage)).isEqualTo(active);
    }
  }

  @Test
  default void the_active_space_of_a_tenant_that_was_never_written_is_begun_when_asked_for() {
    try (var storage = open()) {
      SpaceId active = asked(storage, ACME, Transaction::activeSpace);

      assertThat(activeIn(storage)).isEqualTo(active);
      assertThat(activeRows(storage)).isEmpty();
      done(storage, Deed.of(ACME, "a1"));
      assertThat(activeIn(storage)).isEqualTo(active);
    }
  }

  @Test
  default void a_new_space_is_empty_beside_the_active_one() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));

      SpaceId space = asked(storage, ACME, Transaction::openSpace);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(activeSpace(snapshot)).isNotEqualTo(space);
        assertThat(rows(storage, space)).isEmpty();
        assertThat(snapshot.keptDigest(space)).isEqualTo(Digest.EMPTY);
        assertThat(snapshot.object(memory("m"), latest(snapshot))).isNotNull();
      }
    }
  }

  @Test
  default void changes_to_a_space_that_is_being_filled_do_not_show_in_the_active_one() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var active = activeRows(storage);

      SpaceId space = asked(storage, ACME, Transaction::openSpace);
      done(storage, unit(ACME, tx -> tx.apply(space, put(RowsContract.counter(7)))));

      assertThat(activeRows(storage)).isEqualTo(active);
      assertThat(rows(storage, space)).containsExactly(RowsContract.counter(7));
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.keptDigest(space))
            .isEqualTo(Digest.EMPTY.plus(RowsContract.counter(7).hash()));
      }
    }
  }

  @Test
  default void facts_are_those_of_the_space_that_is_asked() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      SpaceId space = asked(storage, ACME, Transaction::openSpace);

      var seen = new ArrayList<Object>();
      done(
          storage,
          unit(
              ACME,
              tx -> {
                seen.clear();
                tx.apply(space, put(RowsContract.counter(7)));
                var counter = new FactKey.CounterOf(RowsContract.counter(7).kind());
                seen.add(tx.facts().find(counter) == null);
                seen.add(tx.factsOf(space).find(counter) != null);
                seen.add(tx.facts().find(new FactKey.ObjectOf(memory("m"))) != null);
                seen.add(tx.factsOf(space).find(new FactKey.ObjectOf(memory("m"))) == null);
                seen.add(tx.digestOf(space));
              }));

      assertThat(seen)
          .containsExactly(
              true, true, true, true, Digest.EMPTY.plus(RowsContract.counter(7).hash()));
    }
  }

  @Test
  default void the_activated_space_is_read_and_written_from_then_on() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("old")));
      var before = activeIn(storage);
      SpaceId space = asked(storage, ACME, Transaction::openSpace);

      SpaceId replaced = asked(storage, ACME, tx -> tx.activate(space));
      done(storage, Deed.of(ACME, "a2").create(memory("new")));

      assertThat(replaced).isEqualTo(before);
      assertThat(activeIn(storage)).isEqualTo(space);
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.object(memory("old"), latest(snapshot))).isNull();
        assertThat(snapshot.object(memory("new"), latest(snapshot))).isNotNull();
        assertThat(snapshot.keptDigest(space)).isEqualTo(RowsContract.sum(rows(storage, space)));
      }
    }
  }

  @Test
  default void a_space_filled_with_the_rows_of_another_has_its_digest() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m1")).create(memory("m2")));
      done(storage, Deed.of(ACME, "a2").delete(memory("m1")));
      var rows = activeRows(storage);

      SpaceId space = asked(storage, ACME, Transaction::openSpace);
      done(storage, unit(ACME, tx -> rows.forEach(row -> tx.apply(space, put(row)))));

      assertThat(rows(storage, space)).isEqualTo(rows);
      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.keptDigest(space))
            .isEqualTo(snapshot.keptDigest(activeSpace(snapshot)));
      }
    }
  }

  @Test
  default void a_snapshot_goes_on_in_the_space_that_was_active_when_it_was_opened() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      try (var snapshot = whole(storage, ACME)) {
        var before = activeIn(storage);
        done(storage, unit(ACME, tx -> tx.activate(tx.openSpace())));
        done(storage, unit(ACME, tx -> dropWholly(tx, before, 100)));

        assertThat(activeSpace(snapshot)).isEqualTo(before);
        assertThat(snapshot.object(memory("m"), latest(snapshot))).isNotNull();
      }
    }
  }

  @Test
  default void a_space_that_is_neither_active_nor_gone_is_stranded() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var first = activeIn(storage);
      SpaceId second = asked(storage, ACME, Transaction::openSpace);
      assertThat(stranded(storage)).containsExactly(second);

      done(storage, unit(ACME, tx -> tx.activate(second)));
      assertThat(stranded(storage)).containsExactly(first);

      done(storage, unit(ACME, tx -> dropWholly(tx, first, 1)));
      assertThat(stranded(storage)).isEmpty();
    }
  }

  @Test
  default void a_space_is_dropped_in_portions() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      SpaceId space = asked(storage, ACME, Transaction::openSpace);
      var rows = activeRows(storage);
      done(storage, unit(ACME, tx -> rows.forEach(row -> tx.apply(space, put(row)))));

      boolean more = asked(storage, ACME, tx -> tx.drop(space, 2));

      assertThat(more).isTrue();
      assertThat(rows(storage, space)).hasSize(rows.size() - 2);
      assertThat(stranded(storage)).containsExactly(space);

      boolean evenMore = asked(storage, ACME, tx -> tx.drop(space, rows.size()));
      assertThat(evenMore).isFalse();
      assertThat(stranded(storage)).isEmpty();
      assertThat(activeRows(storage)).isEqualTo(rows);
    }
  }

  @Test
  default void an_empty_space_can_be_dropped() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      SpaceId space = asked(storage, ACME, Transaction::openSpace);

      boolean more = asked(storage, ACME, tx -> tx.drop(space, 1));

      assertThat(more).isFalse();
      assertThat(stranded(storage)).isEmpty();
    }
  }

  @Test
  default void the_active_space_cannot_be_dropped() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      var rows = activeRows(storage);
      var active = activeIn(storage);

      failure(storage, unit(ACME, tx -> tx.drop(active, 100)));

      assertThat(activeRows(storage)).isEqualTo(rows);
    }
  }

  @Test
  default void numbers_of_spaces_are_never_used_twice() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      var seen = new ArrayList<SpaceId>();
      seen.add(activeIn(storage));
      for (int i = 0; i < 3; i++) {
        SpaceId space = asked(storage, ACME, Transaction::openSpace);
        seen.add(space);
        done(storage, unit(ACME, tx -> dropWholly(tx, space, 1)));
      }

      assertThat(seen).doesNotHaveDuplicates();
    }
  }

  @Test
  default void what_an_undone_unit_did_to_spaces_is_undone() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      var rows = activeRows(storage);
      failure(
          storage,
          unit(
              ACME,
              tx -> {
                var before = tx.activate(tx.openSpace());
                dropWholly(tx, before, 100);
                throw new IllegalStateException("poisoned");
              }));

      assertThat(activeRows(storage)).isEqualTo(rows);
      assertThat(stranded(storage)).isEmpty();
    }
  }

  @Test
  default void a_space_of_one_tenant_shows_nothing_to_another() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")), Deed.of(GLOBEX, "g1"));
      done(storage, unit(ACME, tx -> tx.openSpace()));

      try (var acme = whole(storage, ACME);
          var globex = whole(storage, GLOBEX)) {
        assertThat(globex.strandedSpaces()).isEmpty();
        if (!activeSpace(globex).equals(activeSpace(acme))) {
          var seen = new ArrayList<ViewRow>();
          try {
            globex.rows(activeSpace(acme), seen::add);
          } catch (RuntimeException refused) {
            assertThat(refused).isNotNull();
          }
          assertThat(seen).isEmpty();
        }
      }
    }
  }

  private static void dropWholly(Transaction tx, SpaceId space, int portion) {
    int calls = 0;
    while (tx.drop(space, portion)) {
      assertThat(++calls).isLessThan(1000);
    }
  }

  private static Changes put(ViewRow row) {
    return new Changes(List.of(new Change.Put(row)), List.of());
  }

  private static SpaceId activeIn(Storage storage) {
    try (var snapshot = whole(storage, ACME)) {
      return activeSpace(snapshot);
    }
  }

  private static List<SpaceId> stranded(Storage storage) {
    try (var snapshot = whole(storage, ACME)) {
      return snapshot.strandedSpaces();
    }
  }

  private static List<ViewRow> activeRows(Storage storage) {
    return rows(storage, activeIn(storage));
  }

  private static List<ViewRow> rows(Storage storage, SpaceId space) {
    try (var snapshot = whole(storage, ACME)) {
      var rows = new ArrayList<ViewRow>();
      snapshot.rows(space, rows::add);
      return rows;
    }
  }
}
