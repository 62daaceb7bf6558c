package dev.quipu.engine.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SketchTest {

  @Property(tries = 500)
  void a_text_with_all_words_of_another_is_never_told_apart(
      @ForAll @Size(min = 1, max = 300) List<@StringLength(min = 1, max = 8) String> words,
      @ForAll @Size(max = 30) List<@StringLength(min = 1, max = 8) String> more) {
    Assume.that(!SaidWords.of(said(words)).isEmpty());
    var longer = new ArrayList<>(words);
    longer.addAll(more);
    assertThat(Sketch.of(said(words)).mayHoldOrBeHeldBy(Sketch.of(said(longer)))).isTrue();
  }

  @Test
  void spelling_does_not_matter() {
    assertThat(Sketch.of("The Café is in Lviv!")).isEqualTo(Sketch.of("the cafes is in lviv"));
  }

  @Test
  void texts_without_words_are_told_by_their_signs() {
    assertThat(Sketch.of("…").mayHoldOrBeHeldBy(Sketch.of("…"))).isTrue();
    assertThat(Sketch.of("…").mayHoldOrBeHeldBy(Sketch.of("!!"))).isFalse();
  }

  /// What it is for: of texts that share half of their words, hardly any has to be read.
  @Test
  void short_and_long_texts_are_mostly_told_apart() {
    for (int length : List.of(8, 20, 60, 200, 1_000)) {
      var sketches =
          IntStream.range(0, 100).mapToObj(text -> Sketch.of(halfCommon(text, length))).toList();
      long alike = 0;
      for (int one = 0; one < sketches.size(); one++) {
        for (int two = 0; two < one; two++) {
          alike += sketches.get(one).mayHoldOrBeHeldBy(sketches.get(two)) ? 1 : 0;
        }
      }
      assertThat(alike).as("of 4950 pairs of %d words", length).isLessThan(50);
    }
  }

  private static String halfCommon(int text, int length) {
    return IntStream.range(0, length)
        .mapToObj(word -> word % 2 == 0 ? "word" + word : "own" + text + "x" + word)
        .collect(Collectors.joining(" "));
  }

  private static String said(List<String> words) {
    return String.join(" ", words);
  }
}
