package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.storage.FactsContract.NOON;
import static dev.quipu.testkit.storage.FactsContract.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What somebody who makes something out of views is shown of them.
public interface ViewRowsContract extends OpensStorage {

  @Test
  default void rows_are_found_by_what_they_are_about() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      done(storage, Deed.of(ACME, "a2").delete(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        var views = snapshot.views();
        assertThat(views.object(memory("m")))
            .isEqualTo(new ObjectRow(memory("m"), at(1), 1, Envelopes.OPEN, false, true));
        assertThat(views.version(memory("m"), 1))
            .isEqualTo(new VersionRow(memory("m"), 1, at(1), named("m")));
        assertThat(views.tombstones(memory("m")))
            .containsExactly(new TombstoneRow(memory("m"), at(2), LogPosition.FOREVER));
        assertThat(views.object(memory("nobody"))).isNull();
        assertThat(views.version(memory("m"), 2)).isNull();
        assertThat(views.tombstones(memory("nobody"))).isEmpty();
      }
    }
  }

  @Test
  default void rectangles_are_told_by_when_they_were_opened_and_when_they_were_closed() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m"), Envelopes.OPEN, named("old"), DAWN));
      done(storage, Deed.of(ACME, "a2").create(memory("other")));
      done(storage, Deed.of(ACME, "a3").change(memory("m"), named("new"), NOON));

      var first = new SpanRow(memory("m"), at(1), at(3), DAWN, ValidTime.FOREVER, 1);
      var later =
          List.of(
              SpanRow.believed(memory("m"), at(3), DAWN, NOON, 1),
              SpanRow.believed(memory("m"), at(3), NOON, ValidTime.FOREVER, 2));
      try (var snapshot = whole(storage, ACME)) {
        var views = snapshot.views();
        assertThat(views.opened(memory("m"), at(0)))
            .containsExactly(first, later.get(0), later.get(1));
        assertThat(views.opened(memory("m"), at(1))).isEqualTo(later);
        assertThat(views.opened(memory("m"), at(3))).isEmpty();
        assertThat(views.closed(at(0), at(3))).containsExactly(first);
        assertThat(views.closed(at(0), at(2))).isEmpty();
        assertThat(views.closed(at(3), LogPosition.FOREVER)).isEmpty();
      }
    }
  }
}
