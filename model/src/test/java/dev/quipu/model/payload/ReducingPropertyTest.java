package dev.quipu.model.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class ReducingPropertyTest {

  @Provide
  Arbitrary<List<Step>> histories() {
    return Step.histories();
  }

  @Provide
  Arbitrary<Json> values() {
    return Arbitraries.oneOf(
        Step.values(),
        Arbitraries.of(
            Json.of("12.50"), Json.of("true"), Json.of(1736935200), Json.of(1e300), Json.of("")));
  }

  @Property
  void a_snapshot_is_what_looking_through_all_observations_gives(
      @ForAll("histories") List<Step> history) {
    var cells = Step.joined(history);
    var naive = new NaiveReducer(history);

    assertThat(cells.snapshot(Step.SCHEMA)).isEqualTo(naive.snapshot());
    for (var field : Step.FIELDS) {
      assertThat(decider(cells, field)).as(field).isEqualTo(naive.decider(field));
    }
  }

  @Property
  void neither_order_nor_grouping_makes_a_difference(
      @ForAll("histories") List<Step> history, @ForAll long seed) {
    var random = new Random(seed);
    var parts = new ArrayList<>(history.stream().map(Step::alone).toList());
    Collections.shuffle(parts, random);
    while (parts.size() > 1) {
      var one = parts.remove(random.nextInt(parts.size()));
      var other = parts.remove(random.nextInt(parts.size()));
      parts.add(one.join(other));
    }

    assertSame(parts.isEmpty() ? Cells.EMPTY : parts.getFirst(), Step.joined(history));
  }

  @Property
  void joining_is_associative_and_commutative(
      @ForAll("histories") List<Step> history, @ForAll long seed) {
    var random = new Random(seed);
    var thirds = List.of(new ArrayList<Step>(), new ArrayList<Step>(), new ArrayList<Step>());
    history.forEach(step -> thirds.get(random.nextInt(3)).add(step));
    var a = Step.joined(thirds.get(0));
    var b = Step.joined(thirds.get(1));
    var c = Step.joined(thirds.get(2));

    assertSame(a.join(b).join(c), a.join(b.join(c)));
    assertSame(a.join(b), b.join(a));
  }

  @Property
  void joining_again_changes_nothing_and_nothing_is_ever_lost(
      @ForAll("histories") List<Step> history, @ForAll("histories") List<Step> more) {
    var some = Step.joined(history);
    var all = some.join(Step.joined(more));

    assertSame(some.join(some), some);
    assertSame(all.join(some), all);
    history.forEach(step -> assertSame(all.join(step.alone()), all));
  }

  @Property
  void one_write_touches_only_its_fields(
      @ForAll("histories") List<Step> history, @ForAll("histories") List<Step> more) {
    var before = Step.joined(history);
    for (var step : more) {
      var alone = step.alone();
      var after = before.join(alone);
      after
          .cells()
          .forEach(
              (name, cell) -> {
                if (!alone.cells().containsKey(name)) {
                  assertThat(cell).isEqualTo(before.cell(name));
                }
              });
    }
  }

  @Property
  void what_was_written_is_read_back(@ForAll("histories") List<Step> history) {
    var cells = Step.joined(history);

    assertThat(Cells.read(cells.toJson())).isEqualTo(cells);
    cells
        .cells()
        .forEach((name, cell) -> assertThat(Cell.read(cell.toJson(), name)).isEqualTo(cell));
  }

  @Property
  void the_items_of_arrays_suffice_for_a_schema_that_comes_later(
      @ForAll("histories") List<Step> history) {
    var known = Cells.EMPTY;
    var unknown = Cells.EMPTY;
    for (var step : history) {
      if (step instanceof Step.Observed(var each) && isArrayOrNull(each.fields().get("merged"))) {
        known = known.with(each);
        unknown =
            unknown.with(
                new Observation(
                    each.stamp(),
                    each.entity(),
                    each.entityType(),
                    each.schemaVersion(),
                    each.fields(),
                    Set.of()));
      }
    }

    assertThat(unknown.snapshot(Step.SCHEMA)).isEqualTo(known.snapshot(Step.SCHEMA));
    assertThat(unknown.provenance(Step.SCHEMA)).isEqualTo(known.provenance(Step.SCHEMA));
  }

  @Property
  void what_is_known_already_changes_nothing_that_is_shown(
      @ForAll("histories") List<Step> history, @ForAll("histories") List<Step> more) {
    var known = Step.joined(history);
    for (var step : more) {
      var learnt = step.alone();
      var all = known.join(learnt);
      assertThat(all.knows(known)).isTrue();
      assertThat(all.knows(learnt)).isTrue();
      if (known.knows(learnt)) {
        assertThat(all.snapshot(Step.SCHEMA)).isEqualTo(known.snapshot(Step.SCHEMA));
        for (var field : Step.FIELDS) {
          assertThat(decider(all, field)).isEqualTo(decider(known, field));
        }
      } else {
        assertThat(all).isNotEqualTo(known);
      }
    }
  }

  @Property
  void a_correction_wins_whatever_is_observed_until_it_is_withdrawn(
      @ForAll("histories") List<Step> history, @ForAll("values") Json value) {
    var before = Step.joined(history);
    for (var field : Step.FIELDS) {
      var correction =
          new Correction(
              "last word", field, value, new LogPosition(1_000), Step.time(-1_000), "user:ann");
      var corrected = before.with(correction);

      assertThat(corrected.snapshot(Step.SCHEMA).get(field))
          .isEqualTo(value == JsonNull.NULL ? null : Step.SCHEMA.shown(field, value));
      assertThat(corrected.withdrawing(field, "last word").snapshot(Step.SCHEMA))
          .isEqualTo(before.snapshot(Step.SCHEMA));
    }
  }

  @Property
  void a_null_that_wins_clears_a_field_and_a_value_that_beats_it_fills_it_again(
      @ForAll("histories") List<Step> history) {
    var observed = history.stream().filter(Step.Observed.class::isInstance).toList();
    for (var field : Step.FIELDS) {
      var cleared =
          Step.joined(observed).with(CellTest.outweighing("obs_y", 100, field, Json.NULL));
      assertThat(cleared.snapshot(Step.SCHEMA).has(field)).isFalse();
      assertThat(cleared.provenance(Step.SCHEMA)).doesNotContainKey(field);

      var filled = cleared.with(CellTest.outweighing("obs_z", 200, field, Json.of("new")));
      assertThat(filled.snapshot(Step.SCHEMA).has(field)).isTrue();
    }
  }

  @Property
  void what_is_shown_converted_is_kept_as_it_was_told(
      @ForAll("values") Json raw, @ForAll ValueType type, @ForAll List<Converter> converters) {
    var fitting = converters.stream().filter(each -> each.gives() == type).toList();
    var rule = new FieldRule(type, fitting, MergeStrategy.LAST_WRITE);
    var cells = Cells.EMPTY.with(CellTest.telling("obs_1", 0, "field", raw));

    var shown = rule.convert(raw);
    assertThat(shown.equals(raw) || type.admits(shown)).isTrue();
    assertThat(type.admits(raw) && !shown.equals(raw)).isFalse();
    assertThat(Cells.read(cells.toJson()).cell("field").told().getFirst().value()).isEqualTo(raw);
  }

  private static boolean isArrayOrNull(@Nullable Json value) {
    return value instanceof JsonArray || value == JsonNull.NULL;
  }

  private static @Nullable String decider(Cells cells, String field) {
    return switch (cells.cell(field).grounds(Step.SCHEMA.mergeOf(field))) {
      case null -> null;
      case Grounds.Corrected(var correction) -> correction.id();
      case Grounds.Observed(var told) -> told.stamp().observation();
      case Grounds.Merged _ ->
          Objects.requireNonNull(cells.cell(field).winner(MergeStrategy.MERGE_ARRAY))
              .stamp()
              .observation();
    };
  }

  private static void assertSame(Cells one, Cells other) {
    assertThat(one).isEqualTo(other);
    assertThat(one.provenance(Step.SCHEMA)).isEqualTo(other.provenance(Step.SCHEMA));
    assertThat(Canonical.text(one.snapshot(Step.SCHEMA)))
        .isEqualTo(Canonical.text(other.snapshot(Step.SCHEMA)));
    assertThat(Canonical.bytes(one.toJson())).isEqualTo(Canonical.bytes(other.toJson()));
  }
}
