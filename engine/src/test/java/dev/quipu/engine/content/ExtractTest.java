package dev.quipu.engine.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtractTest {

  @Test
  void a_short_source_is_told_as_it_is() {
    assertThat(Extract.of(List.of("Tea at five."))).isEqualTo("Tea at five.");
  }

  @Test
  void sentences_are_whole_and_in_the_order_of_the_sources() {
    var text =
        Extract.of(
            List.of(
                "The kettle is on. Tea is made in the kettle.",
                "Nobody asked! Is there tea in the kettle?"));
    var first = text.indexOf("Tea is made in the kettle.");
    var second = text.indexOf("Is there tea in the kettle?");
    assertThat(first).isGreaterThanOrEqualTo(0);
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void what_many_sources_share_is_told_before_what_one_says() {
    var sources = new ArrayList<String>();
    for (int i = 0; i < 60; i++) {
      sources.add("Filler " + "abcdefghij".charAt(i % 10) + i + " stands alone here today.");
    }
    sources.add("The harbour bridge closes on Monday.");
    sources.add("Because of the harbour bridge, buses are late.");
    sources.add("The harbour bridge needs paint.");
    var text = Extract.of(sources);
    assertThat(text).contains("harbour bridge");
    assertThat(text.length()).isLessThanOrEqualTo(Extract.MAX_LENGTH);
  }

  @Test
  void nothing_is_told_twice() {
    var text = Extract.of(List.of("Tea is hot.", "Tea is hot.", "TEA IS HOT."));
    assertThat(text).isEqualTo("Tea is hot.");
  }

  @Test
  void equal_sources_give_equal_texts() {
    var sources = new ArrayList<String>();
    for (int i = 0; i < 300; i++) {
      sources.add("Item " + i % 17 + " goes to shelf " + i % 13 + ". Row " + i + " is done!");
    }
    var once = Extract.of(sources);
    for (int i = 0; i < 5; i++) {
      assertThat(Extract.of(new ArrayList<>(sources))).isEqualTo(once);
    }
    assertThat(once.length()).isBetween(500, Extract.MAX_LENGTH);
  }

  @Test
  void it_knows_no_language() {
    assertThat(Extract.of(List.of("Чайник закипів. Чай готовий!", "Чай у чайнику.")))
        .contains("Чай");
    assertThat(Extract.of(List.of("お茶が入りました。どうぞ。"))).contains("お茶が入りました。");
    assertThat(Extract.of(List.of("🍵 🍵 🍵"))).isEqualTo("🍵 🍵 🍵");
  }

  @Test
  void a_sentence_that_is_too_long_is_cut_between_characters() {
    var text = Extract.of(List.of("🍵".repeat(5_000)));
    assertThat(text.length()).isBetween(Extract.MAX_LENGTH - 2, Extract.MAX_LENGTH);
    assertThat(text).endsWith("…");
    assertThat(text.codePoints().noneMatch(c -> 0xd800 <= c && c <= 0xdfff)).isTrue();
  }

  @Test
  void long_sources_take_bounded_time() {
    var sources = new ArrayList<String>();
    for (int i = 0; i < 500; i++) {
      sources.add(("word" + i + " and more. ").repeat(100) + "a".repeat(10_000));
    }
    assertThat(Extract.of(sources).length()).isLessThanOrEqualTo(Extract.MAX_LENGTH);
    assertThat(Extract.of(List.of("."))).isEqualTo(".");
  }
}
