package dev.quipu.engine.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonString;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TidyTextTest {

  @Test
  void lines_end_alike_and_what_json_cannot_keep_is_gone() {
    assertThat(TidyText.of("a\r\nb\rc\nd\fe\u0085f\u2028g")).isEqualTo("a\nb\nc\nd\ne\nf\ng");
    assertThat(TidyText.of("a\u0000b\u0007c\ufeffd\u009fe\tf")).isEqualTo("abcde\tf");
    assertThat(TidyText.of("lone \ud83d half, whole \ud83d\ude00, \ude00"))
        .isEqualTo("lone \ufffd half, whole \ud83d\ude00, \ufffd");
  }

  @Test
  void what_looks_alike_is_written_alike() {
    assertThat(TidyText.of("Gebu\u0308hr й")).isEqualTo("Gebühr й");
  }

  @Property
  void tidying_twice_changes_nothing_and_any_text_can_be_kept(@ForAll String text) {
    var tidy = TidyText.of(text);

    assertThat(TidyText.of(tidy)).isEqualTo(tidy);
    assertThat(Json.of(tidy)).isEqualTo(new JsonString(tidy));
  }
}
