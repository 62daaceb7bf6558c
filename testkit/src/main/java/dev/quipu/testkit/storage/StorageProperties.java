package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow;
import dev.quipu.testkit.fixture.AccessArbitraries;
import dev.quipu.testkit.fixture.Erasing;
import dev.quipu.testkit.fixture.HistoryArbitraries;
import dev.quipu.testkit.fixture.Poisoned;
import dev.quipu.testkit.fixture.Told;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// That an adapter and the oracle, told the same random history, give the same answers to the same
/// random questions.
///
/// An adapter joins with a class of its own that implements [#openEmpty]; it runs on jqwik, which
/// knows nothing of Jupiter's annotations.
public interface StorageProperties extends OpensEmptyStorage {

  int GROUPS = 12;

  /// Who asks what.
  record Asked(ReadScope scope, Question question) {}

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  default void a_storage_answers_as_the_oracle_does(
      @ForAll("histories") List<List<Unit>> history, @ForAll("questions") List<Asked> questions) {
    try (var storage = openEmpty();
        var oracle = InMemoryStorage.open(Disk.blank("log_oracle"))) {
      for (var group : history) {
        assertThat(outcomes(storage, group)).isEqualTo(outcomes(oracle, group));
      }
      for (var asked : questions) {
        try (var given = storage.read(asked.scope);
            var right = oracle.read(asked.scope)) {
          assertThat(asked.question.put(given))
              .as("%s", asked)
              .isEqualTo(asked.question.put(right));
        }
      }
      for (var tenant : List.of(ACME, GLOBEX)) {
        try (var given = whole(storage, tenant);
            var right = whole(oracle, tenant)) {
          compareWhole(given, right);
        }
      }
    }
  }

  @Provide
  default Arbitrary<List<List<Unit>>> histories() {
    return Combinators.combine(
            HistoryArbitraries.histories(GROUPS),
            Arbitraries.integers().between(0, 99).set().ofMaxSize(5),
            HistoryArbitraries.positions(),
            Arbitraries.integers().between(0, 3))
        .as(
            (groups, poisoned, erasedAfter, erased) -> {
              var history = new ArrayList<List<Unit>>();
              int number = 0;
              for (var deeds : groups) {
                var units = new ArrayList<Unit>();
                for (var deed : deeds) {
                  units.add(poisoned.contains(number++) ? new Poisoned(deed) : deed);
                }
                history.add(units);
              }
              history.add(List.of(new Erasing(ACME, erasedAfter, erased)));
              return history;
            });
  }

  @Provide
  default Arbitrary<List<Asked>> questions() {
    var limited =
        Combinators.combine(AccessArbitraries.callers(), AccessArbitraries.readings())
            .as(ReadScope::of);
    var whole = AccessArbitraries.tenants().map(ReadScope::whole);
    return Combinators.combine(Arbitraries.oneOf(limited, whole), QuestionArbitraries.questions())
        .as(Asked::new)
        .list()
        .ofSize(60);
  }

  private static List<Boolean> outcomes(Storage storage, List<Unit> group) {
    return storage.commit(group).stream().map(fate -> fate instanceof Fate.Done).toList();
  }

  private static void compareWhole(Snapshot given, Snapshot right) {
    assertThat(given.head()).isEqualTo(right.head());
    assertThat(Told.all(given.log(LogPosition.START, 1000)))
        .isEqualTo(Told.all(right.log(LogPosition.START, 1000)));
    var space = given.activeSpace();
    var rightSpace = right.activeSpace();
    assertThat(space == null).isEqualTo(rightSpace == null);
    if (space != null && rightSpace != null) {
      var rows = rows(given, space);
      assertThat(rows).containsExactlyInAnyOrderElementsOf(rows(right, rightSpace));
      assertThat(given.keptDigest(space)).isEqualTo(right.keptDigest(rightSpace));
    }
  }

  private static List<ViewRow> rows(Snapshot snapshot, SpaceId space) {
    var rows = new ArrayList<ViewRow>();
    snapshot.rows(space, rows::add);
    return rows;
  }
}
