package dev.quipu.engine.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

final class PassagesTest {

  private static final Pattern WORD = Pattern.compile("\\S{1,5}");

  /// A long word has many tokens here, as with most models.
  private static int tokens(String text) {
    return Math.toIntExact(WORD.matcher(text).results().count());
  }

  private static List<String> cut(int limit, String text) {
    return new Passages(limit, PassagesTest::tokens)
        .cut(text).stream().map(passage -> passage.of(text)).toList();
  }

  @Test
  void a_short_text_is_one_passage() {
    assertThat(cut(8, " One. Two.\nThree. ")).containsExactly(" One. Two.\nThree. ");
  }

  @Test
  void a_text_without_tokens_has_no_passage() {
    assertThat(cut(8, "")).isEmpty();
    assertThat(cut(8, " \n ")).isEmpty();
  }

  @Test
  void a_long_text_is_cut_between_sentences() {
    assertThat(cut(4, "One two three. Four five six! Is it so? No. Not."))
        .containsExactly("One two three. ", "Four five six! ", "Is it so? ", "No. Not.");
  }

  @Test
  void lines_are_cut_apart_where_nothing_ends_a_sentence() {
    assertThat(cut(4, "- one two\n- four\n- five\n- six\n"))
        .containsExactly("- one two\n", "- four\n", "- five\n- six\n");
  }

  @Test
  void nothing_is_left_over_at_the_end_of_full_passages() {
    var sentences = "One two. ".repeat(21);

    assertThat(cut(40, sentences)).extracting(PassagesTest::tokens).containsExactly(20, 22);
  }

  @Test
  void a_sentence_that_is_too_long_is_cut_between_words() {
    assertThat(cut(3, "one two three four five six seven"))
        .allMatch(part -> tokens(part) <= 3)
        .allMatch(part -> part.matches("( ?[a-z]+)+ ?"))
        .hasSize(3);
  }

  @Test
  void a_word_that_is_too_long_is_cut_between_characters() {
    var word = "😀".repeat(100);

    assertThat(cut(3, word))
        .allMatch(part -> tokens(part) <= 3)
        .allMatch(part -> part.codePoints().noneMatch(c -> c >= 0xD800 && c < 0xE000));
  }

  @Property(tries = 2000)
  void passages_lie_side_by_side_cover_the_text_and_fit(
      @ForAll @StringLength(max = 400) String text,
      @ForAll @IntRange(min = 2, max = 12) int limit) {
    var passages = new Passages(limit, PassagesTest::tokens).cut(text);

    int at = 0;
    for (int i = 0; i < passages.size(); i++) {
      var passage = passages.get(i);
      assertThat(passage.ordinal()).isEqualTo(i);
      assertThat(passage.begin()).isEqualTo(at);
      assertThat(tokens(passage.of(text))).isLessThanOrEqualTo(limit);
      at = passage.end();
    }
    if (tokens(text) > 0) {
      assertThat(at).isEqualTo(text.length());
    } else {
      assertThat(passages).isEmpty();
    }
  }
}
