package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.storage.FactsContract.NOON;
import static dev.quipu.testkit.storage.FactsContract.named;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.testkit.fixture.Deed;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an object's history shows.
public interface HistoryContract extends OpensStorage {

  HistoryPage FIRST_PAGE = new HistoryPage(Integer.MAX_VALUE, 100);

  @Test
  default void a_history_lists_the_versions_newest_first_each_where_it_is_believed() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(spans(snapshot, 3, FIRST_PAGE))
            .containsExactly(
                SpanRow.believed(memory("m"), at(3), DUSK, ValidTime.FOREVER, 3),
                SpanRow.believed(memory("m"), at(3), NOON, DUSK, 2),
                SpanRow.believed(memory("m"), at(2), DAWN, NOON, 1));
      }
    }
  }

  @Test
  default void a_history_brings_the_object_and_the_bodies() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        var history = requireNonNull(snapshot.history(memory("m"), at(3), FIRST_PAGE));
        assertThat(history.object().latestVersion()).isEqualTo(3);
        assertThat(history.versions())
            .extracting(stored -> stored.version().body())
            .containsExactly(named("three"), named("two"), named("m"));
      }
    }
  }

  @Test
  default void a_version_that_is_no_longer_believed_comes_with_the_rectangle_it_last_had() {
    try (var storage = open()) {
      tell(storage);
      done(storage, Deed.of(ACME, "a4").change(memory("m"), named("four"), NOON));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(spans(snapshot, 4, FIRST_PAGE))
            .contains(
                SpanRow.believed(memory("m"), at(4), NOON, DUSK, 4),
                SpanRow.believed(memory("m"), at(3), NOON, DUSK, 2).closedAt(at(4)));
      }
    }
  }

  @Test
  default void a_history_as_known_then_knows_nothing_later() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(spans(snapshot, 2, FIRST_PAGE))
            .containsExactly(
                SpanRow.believed(memory("m"), at(2), NOON, ValidTime.FOREVER, 2).closedAt(at(3)),
                SpanRow.believed(memory("m"), at(2), DAWN, NOON, 1));
      }
    }
  }

  @Test
  default void a_history_is_read_in_pages() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(numbers(snapshot, new HistoryPage(Integer.MAX_VALUE, 2))).containsExactly(3, 2);
        assertThat(numbers(snapshot, new HistoryPage(2, 2))).containsExactly(1);
        assertThat(numbers(snapshot, new HistoryPage(1, 2))).isEmpty();
      }
    }
  }

  @Test
  default void an_object_that_was_not_there_or_was_deleted_has_no_history() {
    try (var storage = open()) {
      tell(storage);
      done(storage, Deed.of(ACME, "a4").delete(memory("m")));
      done(storage, Deed.of(ACME, "a5").undelete(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.history(memory("nobody"), at(5), FIRST_PAGE)).isNull();
        assertThat(snapshot.history(memory("m"), LogPosition.START, FIRST_PAGE)).isNull();
        assertThat(snapshot.history(memory("m"), at(3), FIRST_PAGE)).isNotNull();
        assertThat(snapshot.history(memory("m"), at(4), FIRST_PAGE)).isNull();
        assertThat(snapshot.history(memory("m"), at(5), FIRST_PAGE)).isNotNull();
      }
    }
  }

  /// Three versions: from dawn, from noon, from dusk.
  private static void tell(Storage storage) {
    done(storage, Deed.of(ACME, "a1").create(memory("m")));
    done(storage, Deed.of(ACME, "a2").change(memory("m"), named("two"), NOON));
    done(storage, Deed.of(ACME, "a3").change(memory("m"), named("three"), DUSK));
  }

  private static List<SpanRow> spans(Snapshot snapshot, long asKnownAt, HistoryPage page) {
    var history = requireNonNull(snapshot.history(memory("m"), at(asKnownAt), page));
    return history.versions().stream().map(StoredObject::span).toList();
  }

  private static List<Integer> numbers(Snapshot snapshot, HistoryPage page) {
    return spans(snapshot, 3, page).stream().map(SpanRow::version).toList();
  }
}
