package dev.quipu.engine.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class GistTest {

  @Property(tries = 500)
  void texts_have_one_gist_if_and_only_if_they_have_the_same_words(
      @ForAll @Size(max = 30) List<@AlphaChars @StringLength(min = 2, max = 8) String> one,
      @ForAll @Size(max = 30) List<@AlphaChars @StringLength(min = 2, max = 8) String> two) {
    var here = String.join(" ", one);
    var there = String.join(", ", two);
    assertThat(Gist.of(here).equals(Gist.of(there)))
        .isEqualTo(
            SaidWords.of(here).equals(SaidWords.of(there))
                && (!SaidWords.of(here).isEmpty() || here.equals(there)));
  }

  @Test
  void marks_at_the_end_do_not_matter_and_marks_between_words_do() {
    assertThat(Gist.of("The café is in Lviv!")).isEqualTo(Gist.of("the café is in Lviv"));
    assertThat(Gist.of("The café is, in Lviv")).isNotEqualTo(Gist.of("the café is in Lviv"));
    assertThat(Gist.of("The cafe is in Lviv")).isNotEqualTo(Gist.of("the café is in Lviv"));
  }

  @Test
  void texts_without_words_are_told_by_their_signs() {
    assertThat(Gist.of("…")).isEqualTo(Gist.of("…"));
    assertThat(new HashSet<>(List.of(Gist.of("…"), Gist.of("!!"), Gist.of(""))))
        .isEqualTo(Set.of(Gist.of("…"), Gist.of("!!"), Gist.of("")))
        .hasSize(3);
  }
}
