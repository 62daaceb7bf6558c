package dev.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SayingTest {

  private static final String LONG =
      "we met in the old library and talked about plans for a garden behind the house";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The office is in Lviv.|the office is in Lviv",
        "Anna likes green tea|Anna likes the green teas!",
        "Le café est fermé|le cafe est ferme",
        "Зустріч о 10:30 у Львові|зустріч о 10:30 у Львові.",
        "The budget is 1,000 dollars|the budget is 1,000 dollars",
        "私は犬が好きです|私は犬が好きです。"
      })
  void case_signs_accents_and_articles_change_nothing(String one, String two) {
    assertSame(one, two, true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the budget is 100|the budget is 200",
        "the budget is $100|the budget is €100",
        "lunch with Anna on Monday|lunch with Anna on Tuesday",
        "lunch in May|lunch in June",
        "two cats|three cats",
        "Anna owes Ben money|Ben owes Anna money",
        "I like tea|I do not like tea",
        "the deal is done|the deal is done?",
        "it works 👍|it works 👎",
        "його звати Іван|його звати Їван"
      })
  void another_value_name_order_or_sign_is_another_thing(String one, String two) {
    assertSame(one, two, false);
  }

  @Test
  void a_tenth_more_says_the_same_unless_it_decides() {
    assertSame(LONG, LONG + " together", true);
    assertSame(LONG, LONG + " together with the whole family", false);
    for (var decides : new String[] {"3", "never", "three", "maybe", "Friday", "?", "didn't"}) {
      assertSame(LONG, LONG + " " + decides, false);
    }
  }

  @Test
  void where_each_has_a_word_of_its_own_they_may_be_of_different_things() {
    assertSame(LONG + " with Anna and the dogs", LONG + " with Olga and the dogs", false);
  }

  @Test
  void very_long_texts_say_the_same_if_they_are_equal() {
    var page = "tea and milk ".repeat(5_000);
    assertSame(page, page, true);
    assertSame(page, page + " too", false);
    assertSame(page, "tea and milk", false);
  }

  @Test
  void runs_without_an_end_are_read() {
    for (var run : new String[] {"1.", "1-", "a_", "a'", "a1", "\u0301", "?", "é", "9"}) {
      var text = run.repeat(20_000 / run.length());
      assertSame(text, text, true);
    }
  }

  @Test
  void what_is_said_of_yesterday_leans_on_its_day() {
    assertThat(Saying.of("I saw her yesterday").leansOnItsDay()).isTrue();
    assertThat(Saying.of("Побачимось у п’ятницю").leansOnItsDay()).isTrue();
    assertThat(Saying.of("I saw her on 2026-05-08").leansOnItsDay()).isFalse();
  }

  private static void assertSame(String one, String two, boolean same) {
    assertThat(Saying.of(one).saysSameAs(Saying.of(two))).as("%s | %s", one, two).isEqualTo(same);
    assertThat(Saying.of(two).saysSameAs(Saying.of(one))).as("%s | %s", two, one).isEqualTo(same);
  }
}
