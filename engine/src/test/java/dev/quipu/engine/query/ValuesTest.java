package dev.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.query.Values.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void amounts_of_money_are_told_from_counts() {
    assertThat(kinds("$1,000 and 20 грн and 5 dollars")).containsOnly(Kind.MONEY);
    assertThat(kinds("500 euros, 500 євро, 10 гривень, 3 гривні")).containsOnly(Kind.MONEY);
    assertThat(kinds("3 cats")).containsExactly(Kind.COUNT);
  }

  @Test
  void shares_times_and_dates_are_told_apart() {
    assertThat(kinds("15% or 15 percent")).containsOnly(Kind.PERCENT);
    assertThat(kinds("at 10:30 or 5pm or 7 am")).containsOnly(Kind.TIME);
    assertThat(kinds("May 8 or 8 травня")).containsOnly(Kind.DATE);
    assertThat(kinds("on Monday or у п’ятницю")).containsExactly(Kind.WEEKDAY, Kind.WEEKDAY);
  }

  @Test
  void a_number_is_read_whole() {
    assertThat(texts("1,000 4.5 10:30 6-9")).containsExactly("1000", "4.5", "10:30", "6-9");
  }

  @Test
  void numbers_in_words_are_values_too() {
    assertThat(texts("two cats and дві кішки")).containsExactly("two", "дві");
  }

  @Test
  void words_of_change_are_seen_in_both_languages() {
    assertThat(Values.of("I moved it").saysChange()).isTrue();
    assertThat(Values.of("тепер так").saysChange()).isTrue();
    assertThat(Values.of("it went up to 600").saysChange()).isTrue();
    assertThat(Values.of("I know").saysChange()).isFalse();
    assertThat(Values.of("I went home").saysChange()).isFalse();
  }

  @Test
  void two_values_near_the_same_words_of_the_question_are_a_restatement() {
    var older = Values.of("the meeting starts at 10:00");
    var newer = Values.of("the meeting starts at 11:00");
    assertThat(newer.restate(older, List.of("meeting", "starts"), 2)).isTrue();
    assertThat(newer.restate(older, List.of("meeting"), 2)).isFalse();
    assertThat(newer.restate(older, List.of("lunch", "menu"), 2)).isFalse();
    assertThat(newer.restate(newer, List.of("meeting", "starts"), 2)).isFalse();
  }

  @Test
  void a_word_of_change_is_a_sign() {
    var older = Values.of("the meeting starts at 10:00");
    var newer = Values.of("the meeting moved to 11:00");
    assertThat(newer.restate(older, List.of("meeting"), 2)).isTrue();
  }

  @Test
  void a_sum_that_has_gone_up_is_another_value() {
    var older = Values.of("The rent is 500 euros.");
    var newer = Values.of("The rent has gone up to 600 euros.");
    assertThat(newer.restate(older, List.of("rent"), 2)).isTrue();
  }

  @Test
  void a_day_of_the_week_is_a_value() {
    var older = Values.of("The meeting is on Monday at 10:00.");
    var newer = Values.of("The meeting has been moved to Tuesday at 11:00.");
    assertThat(newer.restate(older, List.of("meeting"), 2)).isTrue();
    assertThat(Values.of("The meeting is now on Monday.").restate(older, List.of("meeting"), 2))
        .isFalse();
  }

  @Test
  void odd_texts_are_read_without_harm() {
    for (var text : List.of("", " ", "'", "1", "1,", ",1", "1:", "$", "%%%", "’’1’", "\uD83D")) {
      assertThat(Values.of(text).list()).hasSizeLessThan(2);
    }
    assertThat(Values.of("1 ".repeat(100_000)).list()).hasSizeLessThan(1_000);
  }

  private static List<Kind> kinds(String text) {
    return Values.of(text).list().stream().map(Values.Value::kind).toList();
  }

  private static List<String> texts(String text) {
    return Values.of(text).list().stream().map(Values.Value::text).toList();
  }
}
