package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.activeSpace;
import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.failure;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.RED;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.EntryForge;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Poisoned;
import dev.quipu.testkit.fixture.Step;
import dev.quipu.testkit.memory.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What `Storage` promises about the rows that changes make, and their digest.
public interface RowsContract extends OpensStorage {

  @Test
  default void append_applies_every_change() {
    try (var storage = open()) {
      var first = counter(1);
      done(storage, unit(ACME, tx -> append(tx, Deed.of(ACME, "a1"), first)));
      try (var snapshot = whole(storage, ACME)) {
        assertThat(rows(snapshot)).containsExactly(first);
      }

      var second = counter(2);
      done(
          storage,
          unit(ACME, tx -> append(tx, Deed.of(ACME, "a2"), new Change.Replace(first, second))));
      try (var snapshot = whole(storage, ACME)) {
        assertThat(rows(snapshot)).containsExactly(second);
      }
    }
  }

  @Test
  default void a_row_of_every_kind_comes_back_as_it_was_put() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(rows(snapshot).stream().map(ViewRow::getClass).distinct())
            .hasSize(ViewRow.class.getPermittedSubclasses().length);
        assertThat(sum(rows(snapshot))).isEqualTo(snapshot.keptDigest(activeSpace(snapshot)));
      }
    }
  }

  @Test
  default void the_digest_of_a_space_is_the_sum_of_the_hashes_of_its_rows() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      storage.commit(
          List.of(
              new Poisoned(Deed.of(ACME, "a2").delete(memory("m"))),
              Deed.of(ACME, "a3").delete(memory("m")),
              Deed.of(GLOBEX, "g1").create(memory("m"))));

      for (var tenant : List.of(ACME, GLOBEX)) {
        try (var snapshot = whole(storage, tenant)) {
          assertThat(snapshot.keptDigest(activeSpace(snapshot))).isEqualTo(sum(rows(snapshot)));
        }
      }
    }
  }

  @Test
  default void the_digest_moves_by_the_changes_of_each_commit() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> append(tx, Deed.of(ACME, "a1"), counter(1))));
      done(
          storage,
          unit(
              ACME,
              tx -> append(tx, Deed.of(ACME, "a2"), new Change.Replace(counter(1), counter(2)))));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.keptDigest(activeSpace(snapshot)))
            .isEqualTo(Digest.EMPTY.plus(counter(2).hash()));
      }
    }
  }

  @Test
  default void rows_come_ordered_by_kind_and_then_by_key() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(kindsInOrder(rows(snapshot))).doesNotHaveDuplicates();
        for (var kind : kindsInOrder(rows(snapshot))) {
          assertThat(rows(snapshot).stream().filter(kind::isInstance))
              .isSortedAccordingTo(Comparator.comparing(RowKey::of));
        }
      }
    }
  }

  @Test
  default void a_row_whose_key_is_already_there_fails_its_unit() {
    try (var storage = open()) {
      done(storage, unit(ACME, tx -> append(tx, Deed.of(ACME, "a1"), counter(1))));

      failure(storage, unit(ACME, tx -> append(tx, Deed.of(ACME, "a2"), counter(2))));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(rows(snapshot)).containsExactly(counter(1));
        assertThat(snapshot.keptDigest(activeSpace(snapshot))).isEqualTo(sum(rows(snapshot)));
      }
    }
  }

  @Test
  default void replacing_a_row_that_is_not_there_fails_its_unit() {
    try (var storage = open()) {
      var replace = new Change.Replace(counter(1), counter(2));

      failure(storage, unit(ACME, tx -> append(tx, Deed.of(ACME, "a1"), replace)));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.head().position().value()).isZero();
      }
    }
  }

  /// A history that makes rows of every kind. No node has edges in both directions, since the port
  /// does not say which comes first.
  private static void tell(Storage storage) {
    done(
        storage,
        Deed.of(ACME, "a1")
            .create(memory("m"))
            .create(memory("B"), Envelopes.forPublicOf(BOB, RED))
            .create(memory("a"), Envelopes.until(Envelopes.privateTo(BOB), DUSK))
            .link("e2", "likes", memory("m"), memory("a"))
            .link("e1", "likes", memory("m"), memory("B"))
            .link("e3", "knows", memory("m"), memory("B"))
            .and(new Step.Count(ObjectType.MEMORY)),
        Deed.of(ACME, "a2")
            .change(memory("m"), JsonObject.of("name", Json.of("ø\n\"😀")), DAWN.plusSeconds(9))
            .and(new Step.Count(ObjectType.ARTIFACT)),
        Deed.of(ACME, "a3").delete(memory("m")),
        Deed.of(ACME, "a4").undelete(memory("m")),
        Deed.of(ACME, "a5").delete(memory("m")));
  }

  static CounterRow counter(long last) {
    return new CounterRow(ObjectType.ARTIFACT, last);
  }

  /// Appends the deed's event with nothing but these rows.
  static void append(Transaction tx, Deed deed, ViewRow... rows) {
    append(tx, deed, Stream.of(rows).map(Change.Put::new).toArray(Change[]::new));
  }

  static void append(Transaction tx, Deed deed, Change... changes) {
    tx.append(
        new EntryForge(1).seal(tx.head(), deed, List.of()),
        new Changes(List.of(changes), List.of()));
  }

  /// Every row of the active space.
  static List<ViewRow> rows(Snapshot snapshot) {
    var rows = new ArrayList<ViewRow>();
    snapshot.rows(activeSpace(snapshot), rows::add);
    return rows;
  }

  static Digest sum(List<ViewRow> rows) {
    var digest = Digest.EMPTY;
    for (var row : rows) {
      digest = digest.plus(row.hash());
    }
    return digest;
  }

  private static List<Class<?>> kindsInOrder(List<ViewRow> rows) {
    var kinds = new ArrayList<Class<?>>();
    for (var row : rows) {
      if (kinds.isEmpty() || kinds.getLast() != row.getClass()) {
        kinds.add(row.getClass());
      }
    }
    return kinds;
  }
}
