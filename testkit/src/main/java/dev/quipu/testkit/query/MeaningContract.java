package dev.quipu.testkit.query;

import static dev.quipu.testkit.query.AskingWorld.ids;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.VectorUse;
import dev.quipu.engine.query.VectorsPin;
import dev.quipu.engine.query.Ways;
import dev.quipu.engine.query.Ways.Way;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What who asks is promised of meaning, over any index.
public interface MeaningContract {

  SearchIndex openIndex();

  private AskingWorld world() {
    var world = new AskingWorld(openIndex());
    world.memory("mem_tea", "green tea in the morning");
    world.memory("mem_car", "the car needs new tyres");
    world.memory("mem_cat", "a cat sleeps on the sofa");
    world.means("beverage", "green tea");
    return world;
  }

  @Test
  default void what_has_none_of_the_words_is_found_by_its_meaning() {
    try (var world = world()) {
      assertThat(ids(world.byWords("beverage"))).isEmpty();
      var found = world.ask("beverage");
      assertThat(ids(found).getFirst()).isEqualTo("mem_tea");
      assertThat(found.search().vectors()).isEqualTo(VectorUse.USED);
      assertThat(found.vectorsPosition()).isEqualTo(found.wordsPosition());
    }
  }

  @Test
  default void a_score_is_what_its_parts_say() {
    try (var world = world()) {
      world.means("tea or beverage", "green tea");
      var best = world.ask("tea or beverage").objects().getFirst();
      var parts = best.parts();
      double sum =
          part(best, "words_share") * (part(best, "words") + part(best, "neighbours"))
              + part(best, "meaning_share") * part(best, "meaning");
      for (var factor :
          List.of("role", "time", "importance", "confidence", "freshness", "standing")) {
        sum *= part(best, factor);
      }
      assertThat(best.score()).as("%s", parts).isCloseTo(sum, within(1e-4));
      assertThat(part(best, "words")).isPositive();
      assertThat(part(best, "meaning")).isEqualTo(1);
      assertThat(requireNonNull(best.cosine())).isBetween(0.5, 1.0);
    }
  }

  @Test
  default void where_no_vectors_are_the_ranking_is_that_of_words() {
    try (var world = world()) {
      world.index.rest();
      var words = world.byWords("tea");
      world.loseModel();
      var lost = world.ask("tea");
      assertThat(lost.search().vectors()).isEqualTo(VectorUse.NONE);
      assertThat(lost.vectorsPosition()).isNull();
      assertThat(lost.trace().results()).isEqualTo(words.trace().results());
      assertThat(lost.objects().getFirst().parts()).isEqualTo(words.objects().getFirst().parts());
    }
  }

  @Test
  default void where_there_is_nothing_to_be_found_by_vectors_nothing_is_found() {
    var world = new AskingWorld(openIndex());
    try (world) {
      world.index.rest();
      assertThat(ids(world.ask(world.question("tea", Ways.VECTORS)))).isEmpty();
      world.loseModel();
      assertThat(ids(world.ask(world.question("tea", Ways.VECTORS)))).isEmpty();
      world.memory("mem_tea", "green tea");
      assertThatThrownBy(() -> world.ask(world.question("tea", Ways.VECTORS)))
          .isInstanceOfSatisfying(Unavailable.class, MeaningContract::isUnavailable);
    }
  }

  @Test
  default void before_the_first_vectors_words_answer_and_say_so() {
    var world = new AskingWorld(openIndex());
    try (world) {
      world.index.rest();
      world.memory("mem_tea", "green tea");
      var found = world.ask("tea");
      assertThat(ids(found)).containsExactly("mem_tea");
      assertThat(found.search().vectors()).isEqualTo(VectorUse.NOT_YET);
      assertThat(found.trace().results()).isEqualTo(world.byWords("tea").trace().results());
      assertThatThrownBy(() -> world.ask(world.question("tea", Ways.VECTORS)))
          .isInstanceOfSatisfying(Unavailable.class, MeaningContract::isUnavailable);
    }
  }

  @Test
  default void before_the_first_vectors_a_vector_without_words_has_no_answer() {
    var world = new AskingWorld(openIndex());
    try (world) {
      world.index.rest();
      world.memory("mem_tea", "green tea");
      var given = new Ways.Given("words", requireNonNull(world.vector("tea")));
      var ways = new Ways(Set.of(Way.values()), given, false);
      assertThatThrownBy(() -> world.ask(world.question("", ways)))
          .isInstanceOfSatisfying(Unavailable.class, MeaningContract::isUnavailable);
      assertThat(ids(world.ask(world.question("tea", ways)))).containsExactly("mem_tea");
    }
  }

  @Test
  default void a_question_may_want_words_alone_or_vectors_alone() {
    try (var world = world()) {
      var words = world.ask(world.question("tea", Ways.WORDS));
      assertThat(words.trace().results()).isEqualTo(world.byWords("tea").trace().results());
      assertThat(words.search().vectors()).isEqualTo(VectorUse.NOT_ASKED);

      world.means("sofa", "new tyres");
      var vectors = world.ask(world.question("sofa", Ways.VECTORS));
      assertThat(ids(vectors)).hasSize(3).startsWith("mem_car");
      assertThat(vectors.objects()).allMatch(found -> part(found, "words") == 0);
    }
  }

  @Test
  default void vectors_alone_give_as_many_as_there_are() {
    try (var world = world()) {
      for (int i = 0; i < 120; i++) {
        world.memory("mem_" + i, "note " + i);
      }
      var question = world.question("note", Ways.VECTORS, 200, null);
      assertThat(ids(world.ask(question))).hasSize(123).doesNotHaveDuplicates();
    }
  }

  @Test
  default void a_vector_of_the_callers_takes_the_place_of_ours() {
    try (var world = world()) {
      var given = new Ways.Given("words", requireNonNull(world.vector("cat sofa")));
      var ways = new Ways(Set.of(Way.values()), given, false);
      assertThat(ids(world.ask(world.question("", ways))).getFirst()).isEqualTo("mem_cat");
      assertThat(ids(world.ask(world.question("sleeps", ways))).getFirst()).isEqualTo("mem_cat");
    }
  }

  @Test
  default void a_vector_of_another_model_is_refused_with_all_its_faults() {
    try (var world = world()) {
      var given = new Ways.Given("other", Vector.towards(new float[] {1, 2}));
      var question = world.question("", new Ways(Set.of(Way.values()), given, false));
      assertThatThrownBy(() -> world.ask(question))
          .isInstanceOfSatisfying(
              Invalid.class,
              refused ->
                  assertThat(refused.violations())
                      .extracting(Violation::pointer)
                      .containsExactly("/query_vector/model_id", "/query_vector/vector"));
    }
  }

  @Test
  default void what_was_taken_away_since_the_vectors_looked_is_not_found() {
    try (var world = world()) {
      world.ask("beverage");
      world.index.rest();
      world.delete("mem_tea");
      var found = world.ask("beverage");
      assertThat(ids(found)).doesNotContain("mem_tea").isNotEmpty();
      assertThat(requireNonNull(found.vectorsPosition())).isLessThan(found.wordsPosition());
    }
  }

  @Test
  default void what_the_vectors_have_not_reached_is_found_by_words() {
    try (var world = world()) {
      world.ask("tea");
      world.index.rest();
      world.memory("mem_new", "black tea in the evening");
      assertThat(ids(world.ask("black tea"))).contains("mem_new", "mem_tea");
    }
  }

  @Test
  default void pages_fit_together_though_vectors_come_meanwhile() {
    try (var world = world()) {
      for (int i = 0; i < 12; i++) {
        world.memory("mem_a" + i, "tea of kind " + i);
      }
      world.ask("tea");
      world.index.rest();
      for (int i = 0; i < 12; i++) {
        world.memory("mem_b" + i, "tea " + "leaf ".repeat(i + 1));
      }
      var all = ids(world.ask(world.question("tea", Ways.DEFAULT, 100, null)));
      assertThat(all).contains("mem_b3", "mem_a3");
      assertThat(world.pages("tea", 4, world.index::follow)).isEqualTo(all);
    }
  }

  @Test
  default void a_page_after_one_by_words_alone_is_by_words_alone() {
    var world = new AskingWorld(openIndex());
    try (world) {
      world.index.rest();
      for (int i = 0; i < 6; i++) {
        world.memory("mem_" + i, "tea " + "leaf ".repeat(i + 1));
      }
      var all = ids(world.byWords("tea"));
      assertThat(world.pages("tea", 2, world.index::follow)).isEqualTo(all);
      assertThat(world.ask("tea").search().vectors()).isEqualTo(VectorUse.USED);
    }
  }

  @Test
  default void a_cursor_whose_model_is_gone_is_refused() {
    try (var world = world()) {
      var cursor = world.ask(world.question("tea", Ways.DEFAULT, 1, null)).nextCursor();
      world.loseModel();
      assertThatThrownBy(() -> world.ask(world.question("tea", Ways.DEFAULT, 1, cursor)))
          .isInstanceOfSatisfying(
              Invalid.class,
              refused ->
                  assertThat(refused.violations().getFirst().code()).isEqualTo("cursor.outdated"));
    }
  }

  @Test
  default void an_answer_comes_out_again_at_its_positions() {
    try (var world = world()) {
      world.ask("tea");
      world.index.rest();
      world.memory("mem_late", "tea late at night");
      var first = world.ask("tea");
      var point = point(first);
      world.index.follow();
      world.memory("mem_later", "tea tea tea");
      assertThat(ids(world.ask("tea"))).contains("mem_later");
      assertThat(world.again(world.question("tea"), point).trace()).isEqualTo(first.trace());

      world.loseModel();
      var gone = world.again(world.question("tea"), point);
      assertThat(gone.search().vectors()).isEqualTo(VectorUse.GONE);
      assertThat(gone.trace().plan()).isNotEqualTo(first.trace().plan());
    }
  }

  @Test
  default void equal_questions_have_equal_answers() {
    try (var world = world()) {
      assertThat(world.ask("tea").trace()).isEqualTo(world.ask("tea").trace());
    }
  }

  @Test
  default void who_waits_for_vectors_that_do_not_come_is_told_so() {
    try (var world = world()) {
      var waits = new Ways(Set.of(Way.values()), null, true);
      assertThat(ids(world.ask(world.question("beverage", waits)))).isNotEmpty();
      world.index.rest();
      world.memory("mem_new", "coffee");
      assertThatThrownBy(() -> world.ask(world.question("beverage", waits)))
          .isInstanceOfSatisfying(
              Unavailable.class,
              late -> {
                assertThat(late.code()).isEqualTo("position.not_reached");
                assertThat(late).hasMessageContaining("vectors");
              });
      world.loseModel();
      assertThatThrownBy(() -> world.ask(world.question("beverage", waits)))
          .isInstanceOfSatisfying(Unavailable.class, MeaningContract::isUnavailable);
    }
  }

  @Test
  default void who_waits_for_vectors_is_not_answered_without_one_of_the_question() {
    try (var world = world()) {
      var waits = new Ways(Set.of(Way.values()), null, true);
      world.memory("mem_chai", "зелений чай вранці");
      assertThat(world.ask(world.question("чай", waits)).search().vectors())
          .as("it never has one")
          .isEqualTo(VectorUse.NOT_KNOWN);
      world.silenceModel();
      assertThat(world.ask("tea").search().vectors()).isEqualTo(VectorUse.UNAVAILABLE);
      assertThatThrownBy(() -> world.ask(world.question("tea", waits)))
          .isInstanceOfSatisfying(Unavailable.class, MeaningContract::isUnavailable);
    }
  }

  @Test
  default void recall_tells_how_much_could_be_found_by_its_meaning() {
    try (var world = world()) {
      int before = ids(world.ask(world.question("beverage", Ways.VECTORS))).size();
      assertThat(before).isPositive();
      assertThat(world.ask("beverage").search().recall()).isEqualTo(1);
      world.index.rest();
      for (int i = 0; i < before; i++) {
        world.memory("mem_new_" + i, "coffee " + i);
      }
      assertThat(world.ask("beverage").search().recall()).isEqualTo(0.5);
      assertThat(world.ask(world.question("beverage", Ways.WORDS)).search().recall()).isNull();
      world.silenceModel();
      assertThat(world.ask("beverage").search().recall()).isNull();
    }
  }

  @Test
  default void a_question_in_letters_that_the_model_does_not_know_is_answered_by_words() {
    try (var world = world()) {
      world.memory("mem_chai", "зелений чай вранці");
      var found = world.ask("чай");
      assertThat(ids(found)).containsExactly("mem_chai");
      assertThat(found.search().vectors()).isEqualTo(VectorUse.NOT_KNOWN);
    }
  }

  @Test
  default void who_wants_vectors_alone_has_no_answer_to_letters_that_the_model_does_not_know() {
    try (var world = world()) {
      for (var question : List.of("де чайник", "😀 !!!")) {
        assertThatThrownBy(() -> world.ask(world.question(question, Ways.VECTORS)))
            .isInstanceOfSatisfying(Unavailable.class, MeaningContract::isUnavailable);
      }
      assertThat(ids(world.ask(world.question("чай or tea", Ways.VECTORS)))).hasSize(3);
    }
  }

  @Test
  default void what_others_keep_to_themselves_is_not_found_and_moves_nothing() {
    try (var world = world()) {
      var before = world.ask("beverage");
      world.memory(world.bob, "mem_bobs", "green tea");
      var after = world.ask("beverage");
      assertThat(ids(after)).isEqualTo(ids(before));
      assertThat(after.trace().results()).isEqualTo(before.trace().results());
    }
  }

  private static void isUnavailable(Unavailable refused) {
    assertThat(refused.code()).isEqualTo("vectors.unavailable");
  }

  private static double part(Evidence.Found found, String name) {
    return found.parts().getOrDefault(name, 0.0);
  }

  /// Where an answer was asked, as its trace tells.
  private static Ask.Point point(Evidence evidence) {
    var plan = evidence.trace().plan();
    var vectors = (JsonObject) requireNonNull(plan.get("vectors"));
    return new Ask.Point(
        evidence.at(),
        0,
        (int) number(plan, "window"),
        new VectorsPin.By(
            text(vectors, "model_id"),
            text(vectors, "revision"),
            new LogPosition(number(vectors, "position")),
            Hash.ofHex(text(vectors, "question"))));
  }

  private static String text(JsonObject object, String name) {
    return requireNonNull(object.text(name));
  }

  private static long number(JsonObject object, @Nullable String name) {
    return Long.parseLong(String.valueOf(object.get(requireNonNull(name))));
  }
}
