package dev.quipu.engine.query;

import static dev.quipu.engine.query.FiledSketch.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RestatementsTest {

  private static final List<Word> WORDS =
      List.of(new Word("trip", false, false), new Word("budget", false, false));
  private static final String OLD = "The budget for the trip is $1,000.";
  private static final String NEW = "The budget for the trip is now $1,500.";

  private final List<WeighedHit> hits = new ArrayList<>();
  private final Map<Filed, String> texts = new HashMap<>();
  private final List<Candidate> ranked = new ArrayList<>();

  @Test
  void the_newer_of_two_values_moves_right_above_the_older() {
    add(message("old", 1), OLD);
    add(message("other", 2), "The trip needs a budget, I think.");
    add(message("new", 3), NEW);
    assertThat(applied()).containsExactly("new", "old", "other");
  }

  @Test
  void of_three_values_the_last_comes_out_on_top() {
    add(message("old", 1), OLD);
    add(message("new", 2), NEW);
    add(message("newest", 3), "The budget for the trip changed to $2,000.");
    assertThat(applied().getFirst()).isEqualTo("newest");
  }

  @Test
  void an_older_value_never_overtakes() {
    add(message("new", 3), NEW);
    add(message("old", 1), OLD);
    assertThat(applied()).containsExactly("new", "old");
  }

  @Test
  void the_value_of_another_thing_restates_nothing() {
    add(message("asked", 1), "The budget for the trip to Rome is $1,000.");
    add(message("other", 2), "The budget for the dinner to Rome is now $1,500.");
    assertThat(applied()).containsExactly("asked", "other");
  }

  @Test
  void what_was_said_later_is_newer_though_it_came_first() {
    var day = FiledSketch.NOW.minus(Duration.ofDays(10));
    add(message("late", 2).at(day), OLD);
    add(message("early", 1).at(day.plus(Duration.ofDays(1))), NEW);
    assertThat(applied()).containsExactly("early", "late");
  }

  @Test
  void the_same_value_said_again_restates_nothing() {
    add(message("old", 1), OLD);
    add(message("new", 2), "As I said now, the budget for the trip is $1,000.");
    assertThat(applied()).containsExactly("old", "new");
  }

  @Test
  void values_of_different_kinds_do_not_stand_for_one_another() {
    add(message("old", 1), OLD);
    add(message("new", 2), "The budget for the trip is now settled by 15 May.");
    assertThat(applied()).containsExactly("old", "new");
  }

  @Test
  void another_speaker_restates_nothing() {
    add(message("old", 1).by(Filed.Role.USER, "Alice"), OLD);
    add(message("new", 2).by(Filed.Role.USER, "Bob"), NEW);
    assertThat(applied()).containsExactly("old", "new");
  }

  @Test
  void another_conversation_restates_nothing() {
    add(message("old", 1), OLD);
    add(message("new", 2).in("ses_2"), NEW);
    assertThat(applied()).containsExactly("old", "new");
  }

  @Test
  void a_model_does_not_restate_what_a_person_said() {
    add(message("old", 1), OLD);
    add(message("new", 2).by(Filed.Role.ASSISTANT, ""), NEW);
    assertThat(applied()).containsExactly("old", "new");
  }

  @Test
  void a_page_full_of_values_restates_nothing() {
    add(message("old", 1), OLD);
    var page = message("new", 2);
    add(page, NEW);
    hits.set(hits.size() - 1, page.longHit(1, 1));
    assertThat(applied()).containsExactly("old", "new");
  }

  @Test
  void beyond_the_best_few_nobody_looks() {
    add(message("old", 1), OLD);
    for (int i = 0; i < 4; i++) {
      add(message("m" + i, 2), "nothing");
    }
    add(message("new", 9), NEW);
    assertThat(applied()).containsExactly("old", "m0", "m1", "m2", "m3", "new");
  }

  @Test
  void the_set_stays_the_same_and_no_score_rises_above_the_one_overtaken() {
    add(message("old", 1), OLD);
    add(message("new", 3), NEW);
    var after = new Restatements(WORDS, hits, this::text, Weights.DEFAULT.restated()).apply(ranked);
    assertThat(after).hasSameSizeAs(ranked);
    assertThat(after.getFirst().score()).isEqualTo(after.getLast().score());
    assertThat(after.getFirst().parts().named()).containsKey("restates");
  }

  private void add(FiledSketch sketch, String text) {
    var filed = sketch.filed();
    texts.put(filed, text);
    hits.add(sketch.hit(1, 1));
    ranked.add(new Candidate(filed, 10 - ranked.size(), Candidate.Parts.NONE));
  }

  private String text(Filed filed) {
    return texts.getOrDefault(filed, "");
  }

  private List<String> applied() {
    return new Restatements(WORDS, hits, this::text, Weights.DEFAULT.restated())
        .apply(ranked).stream().map(each -> each.filed().ref().id()).toList();
  }
}
