package dev.quipu.engine.query;

import static dev.quipu.engine.query.FiledSketch.NOW;
import static dev.quipu.engine.query.FiledSketch.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits.Word;
import dev.quipu.engine.query.Ranker.Lender;
import dev.quipu.model.object.Lifecycle;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankerTest {

  private static final List<Word> WORDS =
      List.of(new Word("tea", false, false), new Word("alice", true, false));

  @Test
  void more_of_the_words_comes_first() {
    assertThat(order(message("a", 1).hit(1, 0), message("b", 2).hit(2, 0)))
        .containsExactly("b", "a");
  }

  @Test
  void equals_are_ordered_by_id() {
    assertThat(order(message("b", 1).hit(1, 0), message("a", 2).hit(1, 0)))
        .containsExactly("a", "b");
  }

  @Test
  void what_neither_matches_nor_stands_beside_a_match_is_left_out() {
    assertThat(order(message("a", 1).hit(1, 0), message("b", 2).hit(0, 0))).containsExactly("a");
  }

  @Test
  void a_neighbour_lends_what_the_message_lacks_and_a_nearer_one_more() {
    var match = message("m", 2).hit(1, 0);
    var next = message("n", 3).hit(0, 0);
    var far = message("f", 4).hit(0, 0);
    var ranked = rank(List.of(match, next, far), Map.of(next, lend(match, 1), far, lend(match, 2)));
    assertThat(ids(ranked)).containsExactly("m", "n", "f");
    assertThat(ranked.get(1).parts().named().get("neighbours")).isPositive();
    assertThat(ranked.get(1).parts().named().get("words")).isZero();
  }

  @Test
  void a_name_is_not_lent() {
    var match = message("m", 2).hit(0, 1);
    var next = message("n", 3).hit(0, 0);
    assertThat(ids(rank(List.of(match, next), Map.of(next, lend(match, 1))))).containsExactly("m");
  }

  @Test
  void a_message_that_has_the_word_itself_is_lent_nothing_of_it() {
    var match = message("m", 2).hit(1, 0);
    var next = message("n", 3).hit(1, 0);
    var ranked = rank(List.of(match, next), Map.of(next, lend(match, 1)));
    assertThat(ranked).allMatch(each -> each.parts().named().get("neighbours") == 0);
  }

  @Test
  void a_long_text_takes_less_of_its_neighbours() {
    var match = message("m", 2).hit(1, 0);
    var brief = message("b", 3).hit(0, 0);
    var page = message("a", 4).longHit(0, 0);
    var ranked =
        rank(List.of(match, brief, page), Map.of(brief, lend(match, 1), page, lend(match, 1)));
    assertThat(ids(ranked)).containsExactly("m", "b", "a");
  }

  @Test
  void what_a_person_said_comes_before_what_a_model_answered() {
    assertThat(
            order(
                message("a", 1).by(Filed.Role.ASSISTANT, "").hit(1, 0), message("b", 2).hit(1, 0)))
        .containsExactly("b", "a");
  }

  @Test
  void who_asks_the_same_on_the_same_day_gets_the_same_scores() {
    for (var said : List.of(NOW, NOW.plus(Duration.ofHours(3)), NOW.minus(Duration.ofHours(3)))) {
      var one = message("m", 1).at(said).filed();
      var morning = scoreAt(NOW.plus(Duration.ofHours(4)), one);
      assertThat(scoreAt(NOW.plus(Duration.ofHours(23)), one)).isEqualTo(morning);
      assertThat(scoreAt(NOW.plus(Duration.ofHours(24)), one)).isLessThan(morning);
    }
  }

  private static double scoreAt(Instant asOf, Filed one) {
    return Ranker.rounded(new Ranker(WORDS, null, asOf, Weights.DEFAULT).times(1, one));
  }

  @Test
  void importance_confidence_and_freshness_decide_between_equals_only() {
    var plain = message("p", 1);
    for (var better : List.of(plain.weighing(1, 1), plain.at(NOW.minus(Duration.ofDays(1))))) {
      var rival =
          message("z", 2).at(better.time()).weighing(better.importance(), better.confidence());
      assertThat(order(plain.hit(1, 0), rival.hit(1, 0))).containsExactly("z", "p");
      assertThat(order(plain.hit(2, 0), rival.hit(1, 0))).containsExactly("p", "z");
    }
    assertThat(order(plain.hit(1, 0), message("a", 2).weighing(0.5, 0).hit(1, 0)))
        .containsExactly("p", "a");
  }

  @Test
  void what_is_stale_counts_less() {
    assertThat(
            order(message("a", 1).standing(Lifecycle.STALE).hit(1, 0), message("b", 2).hit(1, 0)))
        .containsExactly("b", "a");
  }

  @Test
  void what_happened_when_the_question_says_comes_before_its_equals() {
    var march = TimeExpressions.find("last march", LocalDate.parse("2026-06-01")).orElseThrow();
    var then = message("z", 1).at(march.from().plus(Duration.ofDays(3)));
    var other = message("a", 2).at(march.from().minus(Duration.ofDays(30)));
    var ranker = new Ranker(WORDS, march, NOW, Weights.DEFAULT);
    assertThat(
            ids(
                ranker.rank(
                    List.of(then.hit(1, 0), other.hit(1, 0)),
                    List.of(List.of(), List.of()),
                    _ -> false)))
        .containsExactly("z", "a");
  }

  @Test
  void the_order_in_which_candidates_come_does_not_matter() {
    var random = new Random(7);
    var hits = new ArrayList<WeighedHit>();
    for (int i = 0; i < 50; i++) {
      hits.add(message("m" + i, i + 1).hit(random.nextInt(4), random.nextInt(2)));
    }
    var once = told(rank(hits, Map.of()));
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(hits, random);
      assertThat(told(rank(hits, Map.of()))).isEqualTo(once);
    }
  }

  private static List<String> told(List<Candidate> ranked) {
    return ranked.stream()
        .map(each -> each.filed().ref() + " " + each.score() + " " + each.parts().named())
        .toList();
  }

  private static List<String> order(WeighedHit... hits) {
    return ids(rank(List.of(hits), Map.of()));
  }

  private static List<Candidate> rank(List<WeighedHit> hits, Map<WeighedHit, Loan> loans) {
    var lenders =
        hits.stream()
            .map(loans::get)
            .map(
                loan ->
                    loan == null
                        ? List.<Lender>of()
                        : List.of(new Lender(hits.indexOf(loan.from), loan.distance)))
            .toList();
    return new Ranker(WORDS, null, NOW, Weights.DEFAULT).rank(hits, lenders, _ -> false);
  }

  private record Loan(WeighedHit from, int distance) {}

  private static Loan lend(WeighedHit hit, int distance) {
    return new Loan(hit, distance);
  }

  private static List<String> ids(List<Candidate> ranked) {
    return ranked.stream().map(each -> each.filed().ref().id()).toList();
  }
}
