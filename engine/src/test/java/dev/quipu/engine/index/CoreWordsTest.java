package dev.quipu.engine.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The user prefers dark mode|User prefers the dark mode.",
        "Anna bought a red car|Anna bought red car",
        "Red, green, and blue lamps were ordered|red, green and blue lamps were ordered",
        "After the long meeting, we ordered the lamps|After the long meeting we ordered lamps",
        "Після довгої зустрічі, ми замовили лампи|Після довгої зустрічі ми замовили лампи",
        "An office in Lviv, with a garden|office in Lviv with garden"
      })
  void articles_and_commas_in_the_midst_of_a_sentence_hardly_matter(String one, String two) {
    assertThat(core(one).isNearly(core(two))).isTrue();
    assertThat(core(two).isNearly(core(one))).isTrue();
    assertThat(Gist.of(one)).isEqualTo(Gist.of(two));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "No, deploy today.|No deploy today.",
        "Let us all eat, grandma|Let us all eat grandma",
        "Execute not, pardon.|Execute, not pardon.",
        "Do execute him not, pardon him now|Do execute him, not pardon him now",
        "Страчувати не можна, помилувати.|Страчувати, не можна помилувати.",
        "Few friends came.|A few friends came.",
        "There is little hope.|There is a little hope.",
        "That is out of the question|That is out of question",
        "Please the crowd|the crowd",
        "vitamin a is good|vitamin is good",
        "plan a failed us|plan failed us",
        "rooms 2, 3 are free for us|rooms 2 3 are free for us",
        "a = b|= b",
        "Anna, Ben and my old boss agreed|Anna Ben and my old, boss agreed",
        "My boss Anna, Ben and Carl agreed|My boss, Anna Ben and Carl agreed",
        "The office is in Lviv|The office is in Kyiv"
      })
  void those_that_make_another_thing_of_it_do(String one, String two) {
    assertThat(core(one).isNearly(core(two))).as("%s | %s", one, two).isFalse();
    assertThat(core(two).isNearly(core(one))).as("%s | %s", two, one).isFalse();
  }

  private static CoreWords core(String text) {
    return CoreWords.of(SaidWords.of(text));
  }
}
