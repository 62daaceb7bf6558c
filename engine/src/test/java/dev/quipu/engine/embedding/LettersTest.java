package dev.quipu.engine.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LettersTest {

  @ParameterizedTest
  @CsvSource({
    "Where is Rex?, 1, 1",
    "Де мешкає собака, 0, 1",
    "Де 4711 і 12, 0, 1",
    "два Rex, 0.5, 1",
    "犬はどこ, 0, 1",
    "4711, 1, 1",
    "12:30, 1, 1",
    "?!, 0, 0",
    "🎉, 0, 0",
    "'', 0, 0"
  })
  void letters_tell_how_much_of_a_text_a_model_understands_and_digits_are_read_by_all(
      String text, double latin, double all) {
    assertThat(Letters.LATIN.share(text)).isEqualTo(latin);
    assertThat(Letters.ALL.share(text)).isEqualTo(all);
  }
}
