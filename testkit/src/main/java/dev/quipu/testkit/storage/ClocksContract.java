package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.edge;
import static dev.quipu.testkit.fixture.Names.memory;
import static dev.quipu.testkit.storage.FactsContract.NOON;
import static dev.quipu.testkit.storage.FactsContract.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a point on the two clocks shows of an object.
public interface ClocksContract extends OpensStorage {

  @Test
  default void an_object_comes_with_the_version_and_the_rectangle_that_it_was_found_in() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(snapshot.object(memory("m"), new At(NOON, at(1))))
            .isEqualTo(
                new StoredObject(
                    new ObjectRow(memory("m"), at(1), 1, Envelopes.OPEN, false, false),
                    SpanRow.believed(memory("m"), at(1), DAWN, ValidTime.FOREVER, 1),
                    new VersionRow(memory("m"), 1, at(1), named("m"))));
        assertThat(snapshot.object(memory("nobody"), new At(NOON, at(1)))).isNull();
        assertThat(snapshot.object(edge("m"), new At(NOON, at(1)))).isNull();
      }
    }
  }

  @Test
  default void many_objects_are_found_by_one_look_as_they_are_one_by_one() {
    try (var storage = open()) {
      var refs = new ArrayList<>(List.of(memory("nobody"), edge("m1")));
      for (int i = 1; i <= 150; i++) {
        refs.add(memory("m" + i));
        done(storage, Deed.of(ACME, "a" + i).create(memory("m" + i)));
      }
      refs.add(memory("m1"));

      try (var snapshot = whole(storage, ACME)) {
        for (int position : List.of(0, 1, 75, 150)) {
          var point = new At(NOON, at(position));
          var alone =
              Set.copyOf(refs).stream()
                  .map(ref -> snapshot.object(ref, point))
                  .filter(Objects::nonNull)
                  .toList();
          assertThat(snapshot.objects(refs, point)).containsExactlyInAnyOrderElementsOf(alone);
          assertThat(alone).hasSize(position);
        }
        assertThat(snapshot.objects(List.of(), new At(NOON, at(1)))).isEmpty();
      }
    }
  }

  @Test
  default void a_rectangle_begins_at_its_first_position_and_ends_before_its_last() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"));
      done(storage, Deed.of(ACME, "a2").create(memory("m"), Envelopes.OPEN, named("old"), DAWN));
      done(storage, Deed.of(ACME, "a3"));
      done(storage, Deed.of(ACME, "a4").change(memory("m"), named("new"), DAWN));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, NOON, 1)).isEqualTo("absent");
        assertThat(name(snapshot, NOON, 2)).isEqualTo("old");
        assertThat(name(snapshot, NOON, 3)).isEqualTo("old");
        assertThat(name(snapshot, NOON, 4)).isEqualTo("new");
      }
    }
  }

  @Test
  default void a_rectangle_begins_at_its_first_instant_and_ends_before_its_last() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m"), Envelopes.OPEN, named("old"), DAWN));
      done(storage, Deed.of(ACME, "a2").change(memory("m"), named("new"), NOON));
      done(storage, Deed.of(ACME, "a3").and(new Step.End(memory("m"), DUSK)));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, DAWN.minusNanos(1000), 3)).isEqualTo("absent");
        assertThat(name(snapshot, DAWN, 3)).isEqualTo("old");
        assertThat(name(snapshot, NOON.minusNanos(1000), 3)).isEqualTo("old");
        assertThat(name(snapshot, NOON, 3)).isEqualTo("new");
        assertThat(name(snapshot, DUSK.minusNanos(1000), 3)).isEqualTo("new");
        assertThat(name(snapshot, DUSK, 3)).isEqualTo("absent");
        assertThat(name(snapshot, DUSK, 2)).isEqualTo("new");
      }
    }
  }

  @Test
  default void a_late_arrival_does_not_hide_what_is_known_to_have_happened_after_it() {
    try (var storage = open()) {
      var morning = DAWN.plusSeconds(6 * 3600);
      done(storage, Deed.of(ACME, "a1").create(memory("m"), Envelopes.OPEN, named("first"), DAWN));
      done(storage, Deed.of(ACME, "a2").change(memory("m"), named("noon"), NOON));
      done(storage, Deed.of(ACME, "a3").change(memory("m"), named("morning"), morning));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, DAWN, 3)).isEqualTo("first");
        assertThat(name(snapshot, morning, 3)).isEqualTo("morning");
        assertThat(name(snapshot, NOON, 3)).isEqualTo("noon");
        assertThat(name(snapshot, morning, 2)).isEqualTo("first");
        assertThat(name(snapshot, NOON, 1)).isEqualTo("first");
      }
    }
  }

  @Test
  default void a_gap_between_rectangles_is_empty() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m"), Envelopes.OPEN, named("old"), DAWN));
      done(storage, Deed.of(ACME, "a2").and(new Step.End(memory("m"), NOON)));
      done(storage, Deed.of(ACME, "a3").change(memory("m"), named("new"), DUSK));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, NOON.minusNanos(1000), 3)).isEqualTo("old");
        assertThat(name(snapshot, NOON, 3)).isEqualTo("absent");
        assertThat(name(snapshot, DUSK, 3)).isEqualTo("new");
        assertThat(name(snapshot, DUSK, 2)).isEqualTo("absent");
        assertThat(name(snapshot, DUSK, 1)).isEqualTo("old");
      }
    }
  }

  @Test
  default void a_deleted_object_is_absent_at_the_positions_its_tombstone_covers() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      done(storage, Deed.of(ACME, "a2").delete(memory("m")));
      done(storage, Deed.of(ACME, "a3"));
      done(storage, Deed.of(ACME, "a4").undelete(memory("m")));
      done(storage, Deed.of(ACME, "a5").delete(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, NOON, 1)).isEqualTo("m");
        assertThat(name(snapshot, NOON, 2)).isEqualTo("absent");
        assertThat(name(snapshot, NOON, 3)).isEqualTo("absent");
        assertThat(name(snapshot, NOON, 4)).isEqualTo("m");
        assertThat(name(snapshot, NOON, 5)).isEqualTo("absent");
      }
    }
  }

  @Test
  default void what_was_changed_while_deleted_shows_after_the_undo() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      done(storage, Deed.of(ACME, "a2").delete(memory("m")));
      done(storage, Deed.of(ACME, "a3").change(memory("m"), named("new"), NOON));
      done(storage, Deed.of(ACME, "a4").undelete(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, NOON, 3)).isEqualTo("absent");
        assertThat(name(snapshot, NOON, 4)).isEqualTo("new");
        assertThat(name(snapshot, DAWN, 4)).isEqualTo("m");
      }
    }
  }

  @Test
  default void a_position_beyond_the_head_shows_what_the_head_shows() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, NOON, 1_000_000)).isEqualTo("m");
        assertThat(snapshot.object(memory("m"), new At(NOON, LogPosition.START))).isNull();
      }
    }
  }

  @Test
  default void an_instant_long_before_or_after_everything_is_a_point_like_any_other() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));

      try (var snapshot = whole(storage, ACME)) {
        assertThat(name(snapshot, Instant.parse("0001-01-01T00:00:00Z"), 1)).isEqualTo("absent");
        assertThat(name(snapshot, Instant.parse("9999-12-31T23:59:59.999999Z"), 1)).isEqualTo("m");
      }
    }
  }

  private static String name(Snapshot snapshot, Instant asOf, long asKnownAt) {
    var stored = snapshot.object(memory("m"), new At(asOf, at(asKnownAt)));
    return stored == null ? "absent" : String.valueOf(stored.version().body().text("name"));
  }
}
