package dev.quipu.model.payload;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTextTest {

  @ParameterizedTest
  @CsvSource({
    "ΟΔΥΣΣΕΥΣ, οδυσσευς",
    "Σ, σ",
    "ΑΣ.Β, ασ.β",
    "ΑΣ:Β, ασ:β",
    "ΑΣ., ας.",
    "ΑΣ1, ας1",
    "1Σ, 1σ",
    "İI, i̇i",
    "ẞ, ß",
    "ǅ, ǆ",
    "𐐀, 𐐨",
    "Ω, ω"
  })
  void letters_are_made_small_as_in_a_browser(String text, String lower) {
    assertThat(NormalText.of(text)).isEqualTo(lower);
  }

  @Test
  void all_white_space_at_the_ends_goes_and_none_within() {
    assertThat(NormalText.of("\ufeff\u00a0\u2003\u3000\t\u000b a \n\u00a0 b \u2028\u2029\r\n"))
        .isEqualTo("a \n\u00a0 b");
    assertThat(NormalText.collapsed(" a \n\u00a0 b ")).isEqualTo("a b");
    // these two are no white space there, though some call them so
    assertThat(NormalText.of("\u200ba\u0085")).isEqualTo("\u200ba\u0085");
  }

  @Test
  void composed_and_decomposed_are_one_text() {
    assertThat(NormalText.of("CAFE\u0301")).isEqualTo(NormalText.of("Café"));
  }

  /// The platform's own way takes minutes for these.
  @Test
  void a_long_text_of_sigmas_or_of_white_space_takes_no_time_to_speak_of() {
    assertTimeoutPreemptively(
        ofSeconds(20),
        () -> {
          assertThat(NormalText.of("Σ".repeat(1_000_000))).hasSize(1_000_000);
          assertThat(EntityName.normal("company", "a" + " ".repeat(1_000_000) + "x"))
              .isEqualTo("a x");
        });
  }
}
