package dev.quipu.model.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CellTest {

  private static final String FIELD = "amount";

  @Test
  void the_last_write_counts_in_whatever_order_they_come() {
    var early = cell(telling("obs_1", 1, FIELD, Json.of(100)));
    var late = cell(telling("obs_2", 2, FIELD, Json.of(200)));

    assertThat(early.join(late).value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of(200));
    assertThat(late.join(early)).isEqualTo(early.join(late));
  }

  @Test
  void each_strategy_has_its_winner_and_says_why_the_others_lost() {
    var late = observation("obs_late", 3, 0, 0.1, SourceKind.DEFAULT, Json.of("late"));
    var weighty = observation("obs_weighty", 2, 9, 0.1, SourceKind.DEFAULT, Json.of("weighty"));
    var close = observation("obs_close", 1, 0, 0.9, SourceKind.DEFAULT, Json.of("close"));
    var cell = cell(close).join(cell(late)).join(cell(weighty));

    assertThat(cell.value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of("late"));
    assertThat(cell.value(MergeStrategy.HIGHEST_PRIORITY)).isEqualTo(Json.of("weighty"));
    assertThat(cell.value(MergeStrategy.MOST_SPECIFIC)).isEqualTo(Json.of("close"));
    assertThat(cell.losers(MergeStrategy.HIGHEST_PRIORITY))
        .containsExactly(
            new Cell.Loser(new Told(late.stamp(), Json.of("late")), Criterion.PRIORITY),
            new Cell.Loser(new Told(close.stamp(), Json.of("close")), Criterion.PRIORITY));
    assertThat(cell.losers(MergeStrategy.LAST_WRITE).getLast().by())
        .isEqualTo(Criterion.OBSERVED_AT);
  }

  @Test
  void of_two_that_are_alike_the_better_source_wins_and_then_the_later_id() {
    var sensor = observation("obs_1", 1, 0, 1, SourceKind.SENSOR, Json.of("sensor"));
    var human = observation("obs_2", 1, 0, 1, SourceKind.HUMAN, Json.of("human"));
    var other = observation("obs_3", 1, 0, 1, SourceKind.SENSOR, Json.of("other"));
    var two = cell(sensor).join(cell(human));

    for (var strategy : MergeStrategy.values()) {
      assertThat(strategy.decidedBy(sensor.stamp(), human.stamp())).isEqualTo(Criterion.SOURCE);
    }
    assertThat(two.value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of("sensor"));
    assertThat(two.join(cell(other)).value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of("other"));
  }

  @Test
  void a_thousand_observations_take_no_more_room_than_a_few() {
    var cell =
        IntStream.range(0, 1_000)
            .mapToObj(i -> observation("obs_" + i, i % 77, i % 13, i % 7 / 7.0, i))
            .map(CellTest::cell)
            .reduce(Cell.EMPTY, Cell::join);

    assertThat(cell.told().size()).isBetween(1, 3);
  }

  @Test
  void a_correction_wins_over_later_observations_until_it_is_withdrawn() {
    var observed = cell(telling("obs_1", 9, FIELD, Json.of(100)));
    var first = Cell.of(correction("cor_1", 5, Json.of(200)));
    var second = Cell.of(correction("cor_2", 6, Json.of(300)));
    var corrected = second.join(observed).join(first);

    assertThat(corrected.value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of(300));
    assertThat(corrected.losers(MergeStrategy.LAST_WRITE))
        .singleElement()
        .extracting(Cell.Loser::by)
        .isNull();
    var back = corrected.join(Cell.withdrawing("cor_2"));
    assertThat(back.value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of(200));
    assertThat(back.corrections()).containsOnlyKeys("cor_1", "cor_2");
    var none = Cell.withdrawing("cor_1").join(back);
    assertThat(none.value(MergeStrategy.LAST_WRITE)).isEqualTo(Json.of(100));
  }

  @Test
  void a_correction_to_null_leaves_no_value() {
    var cell =
        cell(telling("obs_1", 9, FIELD, Json.of(1)))
            .join(Cell.of(correction("cor_1", 1, Json.NULL)));

    for (var strategy : MergeStrategy.values()) {
      assertThat(cell.value(strategy)).isNull();
    }
  }

  @Test
  void merging_keeps_equal_objects_once_and_the_order_in_which_items_came() {
    var one = JsonObject.of("x", Json.of(1), "y", Json.of(2));
    var same = JsonObject.of("y", Json.of(2), "x", Json.of(1));
    var late = cell(telling("obs_2", 2, FIELD, JsonArray.of(Json.of("a"), same)));
    var early = cell(telling("obs_1", 1, FIELD, JsonArray.of(one, Json.of("z"))));

    var cell = late.join(early);

    assertThat(cell.value(MergeStrategy.MERGE_ARRAY))
        .isEqualTo(JsonArray.of(Json.of("a"), Json.of("z"), one));
    assertThat(cell.grounds(MergeStrategy.MERGE_ARRAY))
        .isInstanceOfSatisfying(
            Grounds.Merged.class,
            merged -> {
              var twice = merged.elements().get(2);
              assertThat(twice.first().observation()).isEqualTo("obs_1");
              assertThat(twice.latest().observation()).isEqualTo("obs_2");
            });
  }

  @Test
  void a_null_clears_what_was_put_in_before_it_and_nothing_after() {
    var before = cell(telling("obs_1", 1, FIELD, JsonArray.of(Json.of("a"), Json.of("b"))));
    var clearing = cell(telling("obs_2", 2, FIELD, Json.NULL));
    var after = cell(telling("obs_3", 3, FIELD, JsonArray.of(Json.of("b"), Json.of("c"))));

    assertThat(before.join(clearing).value(MergeStrategy.MERGE_ARRAY)).isNull();
    assertThat(after.join(clearing).join(before).value(MergeStrategy.MERGE_ARRAY))
        .isEqualTo(JsonArray.of(Json.of("b"), Json.of("c")));
  }

  @Test
  void an_empty_array_is_a_value() {
    var cell = cell(telling("obs_1", 1, FIELD, JsonArray.EMPTY));

    assertThat(cell.value(MergeStrategy.MERGE_ARRAY)).isEqualTo(JsonArray.EMPTY);
  }

  @Test
  void a_single_value_is_the_only_item_where_a_schema_merges() {
    var told = telling("obs_1", 1, FIELD, Json.of("a"));
    var single =
        new Observation(
            told.stamp(),
            told.entity(),
            told.entityType(),
            told.schemaVersion(),
            told.fields(),
            Set.of(FIELD));
    var more = telling("obs_2", 2, FIELD, JsonArray.of(Json.of("b")));

    assertThat(cell(single).join(cell(more)).value(MergeStrategy.MERGE_ARRAY))
        .isEqualTo(JsonArray.of(Json.of("a"), Json.of("b")));
  }

  @Test
  void the_stored_form_is_short_and_does_not_change_unnoticed() {
    var fields =
        JsonObject.of(
            "amount",
            Json.of(5),
            "tags",
            JsonArray.of(Json.of("a"), Json.of("b")),
            "memo",
            Json.NULL);
    var cells =
        Cells.EMPTY
            .with(told("obs_1", 1, 0, 0.5, SourceKind.DEFAULT, fields))
            .with(correction("cor_1", 7, Json.of(6)))
            .withdrawing(FIELD, "cor_0");

    assertThat(cells.toJson())
        .hasToString(
            """
            {"f":{"amount":{"c":[["cor_1",6,7,"2025-01-15T10:00:00Z","user:ann"]],"o":[[0,5]],\
            "w":["cor_0"]},"memo":{"o":[[0,null]]},"tags":{"e":[["a",0],["b",0]],\
            "o":[[0,["a","b"]]]}},"s":[["obs_1","pay_of_obs_1","2025-01-15T10:00:01Z",0,0.5,\
            "llm_summary",true]]}""");
    assertThat(cells.lastObservedAt()).isEqualTo(Step.time(1));
    assertThat(cells.correction("cor_1")).isEqualTo(correction("cor_1", 7, Json.of(6)));
    assertThat(cells.correction("cor_0")).isNull();
  }

  static Observation telling(String id, int at, String field, Json value) {
    return told(id, at, 0, 0.5, SourceKind.DEFAULT, JsonObject.of(field, value));
  }

  /// Ahead of all others by every order.
  static Observation outweighing(String id, int at, String field, Json value) {
    return told(id, at, at, 1, SourceKind.SENSOR, JsonObject.of(field, value));
  }

  private static Observation observation(
      String id, int at, int priority, double specificity, int value) {
    return observation(id, at, priority, specificity, SourceKind.DEFAULT, Json.of(value));
  }

  private static Observation observation(
      String id, int at, int priority, double specificity, SourceKind source, Json value) {
    return told(id, at, priority, specificity, source, JsonObject.of(FIELD, value));
  }

  private static Observation told(
      String id, int at, int priority, double specificity, SourceKind source, JsonObject fields) {
    return new Observation(
        new Stamp(id, "pay_of_" + id, Step.time(at), priority, specificity, source, true),
        EntityId.of("thing", "it"),
        "thing",
        "1.0",
        fields,
        Set.of());
  }

  private static Cell cell(Observation observation) {
    return Cell.of(observation, FIELD);
  }

  private static Correction correction(String id, long position, Json value) {
    return new Correction(id, FIELD, value, new LogPosition(position), Step.time(0), "user:ann");
  }
}
