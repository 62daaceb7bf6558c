package dev.quipu.testkit.storage;

import static dev.quipu.testkit.fixture.Acts.done;
import static dev.quipu.testkit.fixture.Acts.unit;
import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.BOB;
import static dev.quipu.testkit.fixture.Names.DAWN;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static dev.quipu.testkit.fixture.Names.at;
import static dev.quipu.testkit.fixture.Names.edge;
import static dev.quipu.testkit.fixture.Names.event;
import static dev.quipu.testkit.fixture.Names.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.Audience;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.FactKey.AllWith;
import dev.quipu.model.view.FactKey.AudienceKnown;
import dev.quipu.model.view.FactKey.CounterOf;
import dev.quipu.model.view.FactKey.EdgesOf;
import dev.quipu.model.view.FactKey.FirstWith;
import dev.quipu.model.view.FactKey.LineAt;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.Listed;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import dev.quipu.testkit.fixture.Deed;
import dev.quipu.testkit.fixture.Envelopes;
import dev.quipu.testkit.fixture.Step;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a rule is answered, for every kind of question.
public interface FactsContract extends OpensStorage {

  @Test
  default void a_line_is_found_by_its_event_id() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(ACME, "a2"), Deed.of(GLOBEX, "g1"));

      assertThat(fact(storage, new LineOf(event("a2"))))
          .isInstanceOfSatisfying(
              LogEntry.class, entry -> assertThat(entry.position()).isEqualTo(at(2)));
      assertThat(fact(storage, new LineOf(event("g1")))).isNull();
      assertThat(fact(storage, new LineOf(event("nobody")))).isNull();
    }
  }

  @Test
  default void a_line_is_found_by_its_position() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1"), Deed.of(GLOBEX, "g1"), Deed.of(ACME, "a2"));

      assertThat(fact(storage, new LineAt(at(2))))
          .isInstanceOfSatisfying(
              LogEntry.class, entry -> assertThat(entry.eventId()).isEqualTo(event("a2")));
      assertThat(fact(storage, new LineAt(at(3)))).isNull();
    }
  }

  @Test
  default void an_object_is_found_by_type_and_id() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));

      assertThat(fact(storage, new ObjectOf(memory("m"))))
          .isEqualTo(new ObjectRow(memory("m"), at(1), 1, Envelopes.OPEN, false, false));
      assertThat(fact(storage, new ObjectOf(memory("M")))).isNull();
      assertThat(fact(storage, new ObjectOf(edge("m")))).isNull();
      assertThat(fact(storage, GLOBEX, new ObjectOf(memory("m")))).isNull();
    }
  }

  @Test
  default void a_version_is_found_by_its_number() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      done(storage, Deed.of(ACME, "a2").change(memory("m"), named("new"), DAWN.plusSeconds(5)));

      assertThat(fact(storage, new VersionOf(memory("m"), 1)))
          .isEqualTo(new VersionRow(memory("m"), 1, at(1), named("m")));
      assertThat(fact(storage, new VersionOf(memory("m"), 2)))
          .isEqualTo(new VersionRow(memory("m"), 2, at(2), named("new")));
      assertThat(fact(storage, new VersionOf(memory("m"), 3))).isNull();
    }
  }

  @Test
  default void the_believed_rectangle_at_an_instant_begins_there_and_does_not_end_there() {
    try (var storage = open()) {
      split(storage);

      assertThat(fact(storage, new SpanAt(memory("m"), DAWN.minusNanos(1000)))).isNull();
      assertThat(fact(storage, new SpanAt(memory("m"), DAWN))).isEqualTo(BEFORE_NOON);
      assertThat(fact(storage, new SpanAt(memory("m"), NOON.minusNanos(1000))))
          .isEqualTo(BEFORE_NOON);
      assertThat(fact(storage, new SpanAt(memory("m"), NOON))).isEqualTo(AFTER_NOON);
      assertThat(fact(storage, new SpanAt(memory("m"), NOON.plusSeconds(1_000_000))))
          .isEqualTo(AFTER_NOON);
      assertThat(fact(storage, new SpanAt(memory("other"), NOON))).isNull();
    }
  }

  @Test
  default void the_believed_rectangle_after_an_instant_begins_later() {
    try (var storage = open()) {
      split(storage);

      assertThat(fact(storage, new SpanAfter(memory("m"), DAWN.minusNanos(1000))))
          .isEqualTo(BEFORE_NOON);
      assertThat(fact(storage, new SpanAfter(memory("m"), DAWN))).isEqualTo(AFTER_NOON);
      assertThat(fact(storage, new SpanAfter(memory("m"), NOON))).isNull();
      assertThat(fact(storage, new SpanAfter(memory("other"), DAWN))).isNull();
    }
  }

  @Test
  default void the_believed_rectangle_before_an_instant_ends_there_or_earlier() {
    try (var storage = open()) {
      split(storage);
      assertThat(fact(storage, new SpanBefore(memory("m"), NOON.minusNanos(1000)))).isNull();
      assertThat(fact(storage, new SpanBefore(memory("m"), NOON))).isEqualTo(BEFORE_NOON);
      assertThat(fact(storage, new SpanBefore(memory("m"), NOON.plusSeconds(1_000_000))))
          .isEqualTo(BEFORE_NOON);
      assertThat(fact(storage, new SpanBefore(memory("other"), NOON))).isNull();

      var evening = NOON.plusSeconds(6 * 3600);
      done(storage, Deed.of(ACME, "a3").and(new Step.End(memory("m"), evening)));
      assertThat(fact(storage, new SpanBefore(memory("m"), evening.minusNanos(1000))))
          .isEqualTo(BEFORE_NOON);
      assertThat(fact(storage, new SpanBefore(memory("m"), evening.plusSeconds(1))))
          .isEqualTo(SpanRow.believed(memory("m"), at(3), NOON, evening, 2));
    }
  }

  @Test
  default void rectangles_that_are_no_longer_believed_are_no_facts() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      done(storage, Deed.of(ACME, "a2").and(new Step.End(memory("m"), DAWN)));

      assertThat(fact(storage, new SpanAt(memory("m"), NOON))).isNull();
      assertThat(fact(storage, new SpanAfter(memory("m"), DAWN.minusSeconds(1)))).isNull();
      assertThat(fact(storage, new SpanBefore(memory("m"), NOON))).isNull();
    }
  }

  @Test
  default void the_tombstone_in_force_is_the_open_one() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      assertThat(fact(storage, new TombstoneOn(memory("m")))).isNull();

      done(storage, Deed.of(ACME, "a2").delete(memory("m")));
      assertThat(fact(storage, new TombstoneOn(memory("m"))))
          .isEqualTo(new TombstoneRow(memory("m"), at(2), LogPosition.FOREVER));

      done(storage, Deed.of(ACME, "a3").undelete(memory("m")));
      assertThat(fact(storage, new TombstoneOn(memory("m")))).isNull();

      done(storage, Deed.of(ACME, "a4").delete(memory("m")));
      assertThat(fact(storage, new TombstoneOn(memory("m"))))
          .isEqualTo(new TombstoneRow(memory("m"), at(4), LogPosition.FOREVER));
    }
  }

  @Test
  default void an_object_is_listed_under_every_value_that_some_version_has_had() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m")));
      done(storage, Deed.of(ACME, "a2").change(memory("m"), named("new"), NOON));

      assertThat(holds(storage, listed("m", "m"))).isTrue();
      assertThat(holds(storage, listed("m", "new"))).isTrue();
      assertThat(holds(storage, listed("m", "New"))).isFalse();
      assertThat(holds(storage, listed("other", "m"))).isFalse();
    }
  }

  @Test
  default void the_first_object_with_a_value_is_the_one_created_first() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("z"), Envelopes.OPEN, named("one"), DAWN),
          Deed.of(ACME, "a2").create(memory("a"), Envelopes.OPEN, named("both"), DAWN),
          Deed.of(ACME, "a3").change(memory("z"), named("both"), NOON));

      assertThat(fact(storage, new FirstWith(ObjectType.MEMORY, "name", "both")))
          .isEqualTo(memory("z"));
      assertThat(fact(storage, new FirstWith(ObjectType.MEMORY, "name", "one")))
          .isEqualTo(memory("z"));
      assertThat(fact(storage, new FirstWith(ObjectType.MEMORY, "name", "none"))).isNull();
      assertThat(fact(storage, new FirstWith(ObjectType.MEMORY, "title", "one"))).isNull();
      assertThat(fact(storage, new FirstWith(ObjectType.AGENT, "name", "one"))).isNull();
    }
  }

  @Test
  default void all_objects_with_a_value_come_in_the_order_of_their_making() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("z"), Envelopes.OPEN, named("one"), DAWN),
          Deed.of(ACME, "a2").create(memory("a"), Envelopes.OPEN, named("both"), DAWN),
          Deed.of(ACME, "a3").change(memory("z"), named("both"), NOON));

      assertThat(fact(storage, new AllWith(ObjectType.MEMORY, "name", "both")))
          .containsExactly(memory("z"), memory("a"));
      assertThat(fact(storage, new AllWith(ObjectType.MEMORY, "name", "one")))
          .containsExactly(memory("z"));
      assertThat(fact(storage, new AllWith(ObjectType.MEMORY, "name", "none"))).isEmpty();
      assertThat(fact(storage, new AllWith(ObjectType.AGENT, "name", "one"))).isEmpty();
    }
  }

  @Test
  default void an_audience_is_known_once_its_tokens_are_written_down() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").create(memory("m"), Envelopes.privateTo(BOB)));

      assertThat(holds(storage, new AudienceKnown(Audience.of(Envelopes.privateTo(BOB))))).isTrue();
      assertThat(holds(storage, new AudienceKnown(Audience.of(Envelopes.forEverybody(BOB)))))
          .isFalse();
    }
  }

  @Test
  default void a_counter_tells_the_last_number_given_out_for_a_kind() {
    try (var storage = open()) {
      done(storage, Deed.of(ACME, "a1").and(new Step.Count(ObjectType.MEMORY)));
      done(storage, Deed.of(ACME, "a2").and(new Step.Count(ObjectType.MEMORY)));

      assertThat(fact(storage, new CounterOf(ObjectType.MEMORY)))
          .isEqualTo(new CounterRow(ObjectType.MEMORY, 2));
      assertThat(fact(storage, new CounterOf(ObjectType.AGENT))).isNull();
    }
  }

  @Test
  default void the_edges_of_a_type_at_a_node_are_found_in_the_order_of_their_ids() {
    try (var storage = open()) {
      done(
          storage,
          Deed.of(ACME, "a1").create(memory("m")).create(memory("n")).create(memory("o")),
          Deed.of(ACME, "a2").link("e2", "summarizes", memory("m"), memory("n")),
          Deed.of(ACME, "a3").link("e1", "summarizes", memory("m"), memory("o")),
          Deed.of(ACME, "a4").link("e3", "supports", memory("m"), memory("o")),
          Deed.of(ACME, "a5").delete(new ObjectRef(ObjectType.EDGE, "e2")));

      assertThat(edges(storage, memory("m"), Direction.OUT)).containsExactly("e1", "e2");
      assertThat(edges(storage, memory("n"), Direction.IN)).containsExactly("e2");
      assertThat(edges(storage, memory("n"), Direction.OUT)).isEmpty();
      assertThat(edges(storage, memory("nowhere"), Direction.IN)).isEmpty();
    }
  }

  private static List<String> edges(Storage storage, ObjectRef node, Direction direction) {
    var rows = fact(storage, new EdgesOf(node, direction, "summarizes"));
    return rows == null ? List.of() : rows.stream().map(row -> row.edge().id()).toList();
  }

  Instant NOON = DAWN.plusSeconds(12 * 3600);

  SpanRow BEFORE_NOON = SpanRow.believed(memory("m"), at(2), DAWN, NOON, 1);

  SpanRow AFTER_NOON = SpanRow.believed(memory("m"), at(2), NOON, ValidTime.FOREVER, 2);

  /// One version until noon, another from then on.
  private static void split(Storage storage) {
    done(storage, Deed.of(ACME, "a1").create(memory("m")));
    done(storage, Deed.of(ACME, "a2").change(memory("m"), named("new"), NOON));
  }

  static JsonObject named(String name) {
    return JsonObject.of("name", Json.of(name));
  }

  private static Listed listed(String id, String name) {
    return new Listed(new ListKeyRow(memory(id), "name", name, at(1)));
  }

  private static <T> @Nullable T fact(Storage storage, FactKey<T> key) {
    return fact(storage, ACME, key);
  }

  private static boolean holds(Storage storage, FactKey<Boolean> key) {
    return Boolean.TRUE.equals(fact(storage, ACME, key));
  }

  private static <T> @Nullable T fact(Storage storage, TenantId tenant, FactKey<T> key) {
    var found = new AtomicReference<@Nullable T>();
    done(storage, unit(tenant, tx -> found.set(tx.facts().find(key))));
    return found.get();
  }
}
