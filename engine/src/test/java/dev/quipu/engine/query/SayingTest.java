package dev.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SayingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "The office is in Lviv.|the office is in Lviv",
        "Anna likes green tea|Anna likes green tea!",
        "Wait|Wait …",
        "Wait; then go|wait ;then  go,",
        "She said “no”|she said \"no\"",
        "i like tea|I like tea",
        "A few friends came. I was there|a few friends came. i was there.",
        "І ми прийшли|і ми прийшли",
        "Зустріч о 10:30 у Львові|зустріч о 10:30 у Львові.",
        "Ім’я Олена|ім'я Олена",
        "The budget is 1,000 dollars|the budget is 1,000 dollars",
        "A dog and a cat|a dog and a cat",
        "私は犬が好きです|私は犬が好きです。"
      })
  void capitals_at_the_beginning_and_marks_at_the_end_change_nothing(String one, String two) {
    assertSame(one, two, true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "the budget is 100|the budget is 200",
        "the budget is $100|the budget is €100",
        "costs us two dollars|costs us two million dollars",
        "lunch with Anna on Monday|lunch with Anna on Tuesday",
        "two cats|three cats",
        "Anna owes Ben money|Ben owes Anna money",
        "I like tea|I do not like tea",
        "he can take it|he can hardly take it",
        "Herr Reiher darf Ibuprofen nehmen|Herr Reiher darf Ibuprofen nicht nehmen",
        "она сказала|она якобы сказала",
        "the deal is done|the deal is done?",
        "it works 👍|it works 👎",
        "його звати Іван|його звати Їван",
        "a = b|a != b",
        "if (enabled)|if (!enabled)",
        "written in C|written in C#",
        "run it with v|run it with -v",
        "10² people|102 people",
        "5 mW|5 MW",
        "5 mg|5 Mg",
        "5'|5\"",
        "the password is Hunter2|the password is hunter2",
        "he told US|he told us",
        "tiene un año|tiene un ano",
        "No, deploy today.|No deploy today.",
        "Don't. Stop the pump.|Don't stop the pump.",
        "Execute not, pardon.|Execute, not pardon.",
        "Страчувати не можна, помилувати.|Страчувати, не можна помилувати.",
        "There is little hope.|There is a little hope.",
        "Few friends came.|A few friends came.",
        "Temperature is — 5 outside.|Temperature is 5 outside.",
        "He is fine|He is “fine”",
        "Please the crowd|the crowd",
        "It comes to 5!|It comes to 5",
        "M stands for mega|m stands for mega",
        "vitamin A is good|vitamin a is good",
        "vitamin A|vitamin",
        "the grade is A|the grade is"
      })
  void whatever_may_make_another_thing_of_it_does(String one, String two) {
    assertSame(one, two, false);
  }

  @Test
  void a_line_ends_what_a_comma_would_end_and_other_white_space_ends_nothing() {
    assertSame("No\ndeploy today", "No deploy today", false);
    assertSame("No\n\n  deploy today\n", "\nNo\r\ndeploy today", true);
    assertSame("No  deploy\ttoday", "No deploy\u00a0today ", true);
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I saw her yesterday",
        "This morning Bream called.",
        "Bream has just called",
        "The bus leaves in two hours",
        "We meet at 17:30",
        "He agreed",
        "Побачимось у п’ятницю",
        "Щойно телефонував Лящ",
        "Позавчора він телефонував"
      })
  void some_things_are_other_things_elsewhere_or_on_another_day(String text) {
    assertThat(Saying.of(text).leans()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"The office is in Lviv", "I saw Anna on 2026-05-08", "Офіс у Львові"})
  void others_are_the_same(String text) {
    assertThat(Saying.of(text).leans()).isFalse();
  }

  private static void assertSame(String one, String two, boolean same) {
    assertThat(Saying.of(one).saysSameAs(Saying.of(two))).as("%s | %s", one, two).isEqualTo(same);
    assertThat(Saying.of(two).saysSameAs(Saying.of(one))).as("%s | %s", two, one).isEqualTo(same);
  }
}
