package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.seenBy;
import static dev.quipu.testkit.fixture.Acts.whole;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.ALICE;
import static dev.quipu.testkit.fixture.Names.ATTIC;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.DUSK;
import static dev.quipu.testkit.fixture.Names.EVENING;
import static dev.quipu.testkit.fixture.Names.MORNING;
import static dev.quipu.testkit.fixture.Names.SCOUT;
import static dev.quipu.testkit.fixture.Names.SCRIBE;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.storage.FactsContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Step;
import dev.quipu.testkit.fixture.Told;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a list of events shows.
public interface EventListingContract extends OpensStorage {

  EventListing ALL =
      new EventListing(LogPosition.START, at(1_000_000), Map.of(), null, null, false, 1000);

  @Test
  default void an_event_is_found_by_its_id_and_is_the_entry_of_the_log() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(Told.of(snapshot.event(event("a2"))))
            .isEqualTo(Told.of(snapshot.log(at(1), 1).getFirst()));
        assertThat(snapshot.event(event("nobody"))).isNull();
      }
    }
  }

  @Test
  default void events_come_in_the_order_of_the_log_or_the_reverse() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, ALL)).containsExactly("a1", "a2", "a3", "a4");
        assertThat(ids(snapshot, between(0, 4, true, 100))).containsExactly("a4", "a3", "a2", "a1");
        assertThat(Told.all(snapshot.events(ALL)))
            .isEqualTo(Told.all(snapshot.log(LogPosition.START, 10)));
      }
    }
  }

  @Test
  default void events_lie_behind_the_first_position_and_not_behind_the_last() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, between(1, 3, false, 100))).containsExactly("a2", "a3");
        assertThat(ids(snapshot, between(1, 3, true, 100))).containsExactly("a3", "a2");
        assertThat(ids(snapshot, between(3, 3, false, 100))).isEmpty();
        assertThat(ids(snapshot, between(4, 9, false, 100))).isEmpty();
      }
    }
  }

  @Test
  default void a_page_of_events_begins_at_the_end_that_comes_first() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(ids(snapshot, between(0, 4, false, 2))).containsExactly("a1", "a2");
        assertThat(ids(snapshot, between(0, 4, true, 2))).containsExactly("a4", "a3");
      }
    }
  }

  @Test
  default void all_fields_of_an_event_must_hold() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(with(snapshot, Map.of("agent_id", SCOUT.value()))).containsExactly("a1", "a3");
        assertThat(with(snapshot, Map.of("session_id", EVENING.value())))
            .containsExactly("a2", "a3");
        assertThat(with(snapshot, Map.of("event_type", "note"))).containsExactly("a2");
        assertThat(with(snapshot, Map.of("workspace_id", ATTIC.value()))).containsExactly("a4");
        assertThat(with(snapshot, Map.of("agent_id", SCOUT.value(), "session_id", EVENING.value())))
            .containsExactly("a3");
        assertThat(with(snapshot, Map.of("agent_id", SCOUT.value(), "event_type", "note")))
            .isEmpty();
      }
    }
  }

  @Test
  default void events_happened_not_before_the_first_time_and_before_the_last() {
    try (var storage = open()) {
      tell(storage);

      try (var snapshot = whole(storage, ACME)) {
        assertThat(during(snapshot, NOON, null)).containsExactly("a3", "a4");
        assertThat(during(snapshot, NOON.plusNanos(1000), null)).containsExactly("a4");
        assertThat(during(snapshot, null, NOON)).containsExactly("a1", "a2");
        assertThat(during(snapshot, null, NOON.plusNanos(1000))).containsExactly("a1", "a2", "a3");
        assertThat(during(snapshot, NOON, DUSK)).containsExactly("a3");
        assertThat(during(snapshot, NOON, NOON)).isEmpty();
      }
    }
  }

  @Test
  default void events_are_seen_by_those_whom_their_access_admits() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").guarded(Envelopes.privateTo(ALICE)),
          Deed.of(ACME, "a2"),
          Deed.of(ACME, "a3").guarded(Envelopes.privateTo(BOB)),
          Deed.of(ACME, "a4").guarded(Envelopes.until(Envelopes.OPEN, DUSK)),
          Deed.of(ACME, "a5"),
          Deed.of(ACME, "a6").and(new Step.Quarantine(ObjectRef.of(event("a5")), true)));

      try (var alice = seenBy(storage, Callers.user(ACME, ALICE));
          var bob = seenBy(storage, Callers.user(ACME, BOB))) {
        assertThat(ids(alice, ALL)).containsExactly("a1", "a2", "a6");
        assertThat(ids(bob, ALL)).containsExactly("a2", "a3", "a6");
        assertThat(alice.event(event("a1"))).isNotNull();
        assertThat(bob.event(event("a1"))).isNull();
        assertThat(bob.event(event("a4"))).isNull();
        assertThat(bob.event(event("a5"))).isNull();
      }
    }
  }

  private static void tell(Storage storage) {
    done(
        storage,
        Deed.of(ACME, "a1").by(SCOUT, MORNING).happening(DAWN),
        Deed.of(ACME, "a2").by(SCRIBE, EVENING).typed("note").happening(NOON.minusNanos(1000)),
        Deed.of(ACME, "a3").by(SCOUT, EVENING).happening(NOON),
        Deed.of(ACME, "a4").guarded(Envelopes.OPEN.in(ATTIC)).happening(DUSK));
  }

  private static EventListing between(long after, long upTo, boolean newestFirst, int limit) {
    return new EventListing(at(after), at(upTo), Map.of(), null, null, newestFirst, limit);
  }

  private static List<String> with(Snapshot snapshot, Map<String, String> fields) {
    return ids(
        snapshot, new EventListing(LogPosition.START, at(99), fields, null, null, false, 100));
  }

  private static List<String> during(
      Snapshot snapshot, @Nullable Instant from, @Nullable Instant to) {
    return ids(
        snapshot, new EventListing(LogPosition.START, at(99), Map.of(), from, to, false, 100));
  }

  private static List<String> ids(Snapshot snapshot, EventListing listing) {
    return snapshot.events(listing).stream().map(entry -> entry.eventId().value()).toList();
  }
}
