package dev.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExcerptTest {

  private static final String ANSWER = "The spare key lies under the blue flowerpot.";

  /// So many sentences, with the answer at one place.
  private static String text(int sentences, int place) {
    return IntStream.range(0, sentences)
        .mapToObj(i -> i == place ? ANSWER : "Sentence " + i + " is about the weather of the day.")
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String text, int room, String question) {
    var quotation = Excerpt.of(text, room, Excerpt.asked(question)).orElseThrow();
    assertThat(quotation.text().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(room);
    assertThat(quotation.truncated())
        .isEqualTo(quotation.text().startsWith("…") || quotation.text().endsWith("…"));
    return quotation.text();
  }

  @Test
  void a_long_text_is_quoted_around_what_answers_with_what_stands_beside_it() {
    var quoted = quoted(text(120, 60), 1_100, "Where is the spare key?");
    assertThat(quoted)
        .startsWith("…\"Sentence ")
        .contains("Sentence 58 ", "Sentence 59 ", ANSWER, "Sentence 61 ", "Sentence 62 ")
        .endsWith("\"…");
    assertThat(quoted.getBytes(StandardCharsets.UTF_8)).hasSizeGreaterThan(1_000);
  }

  @Test
  void wherever_the_answer_stands_and_however_little_room_there_is_it_is_quoted() {
    for (int place = 0; place < 120; place += 7) {
      for (int room : new int[] {80, 100, 200, 400, 1_000, 3_000}) {
        assertThat(quoted(text(120, place), room, "the spare key, under which flowerpot?"))
            .as("%s in %s", place, room)
            .contains("spare key lies");
      }
    }
    assertThat(quoted(text(120, 119), 400, "spare key")).endsWith(ANSWER + "\"");
    assertThat(quoted(text(120, 0), 400, "spare key")).startsWith("\"" + ANSWER).endsWith("…");
  }

  @Test
  void what_fits_is_quoted_whole() {
    assertThat(quoted(ANSWER, 100, "key")).isEqualTo("\"" + ANSWER + "\"");
  }

  @Test
  void without_any_of_the_words_it_is_the_beginning() {
    var text = text(120, 60);
    for (var question : new String[] {"", "?!", "elephants"}) {
      assertThat(quoted(text, 300, question))
          .isEqualTo(Quotation.of(text, 300).orElseThrow().text());
    }
  }

  @Test
  void of_equals_the_earliest_is_quoted() {
    var text = text(40, 10) + " " + text(40, 10);
    assertThat(quoted(text, 300, "spare key")).contains("Sentence 9 ").contains(ANSWER);
    assertThat(text.indexOf(quoted(text, 300, "spare key").substring(2, 80))).isLessThan(800);
  }

  @Test
  void a_text_without_sentences_is_cut_between_words() {
    var words = "lorem ipsum dolor ".repeat(200) + "spare key flowerpot " + "sit amet ".repeat(200);
    assertThat(quoted(words, 200, "the spare key"))
        .startsWith("…\"")
        .contains("spare key flowerpot")
        .endsWith("\"…");
  }

  @Test
  void where_not_even_a_word_has_room_there_is_nothing() {
    assertThat(Excerpt.of(text(120, 60), 5, Excerpt.asked("spare key"))).isEmpty();
  }
}
