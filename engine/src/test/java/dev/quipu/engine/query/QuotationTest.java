package dev.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotationTest {

  @Test
  void what_cannot_be_seen_or_misleads_is_written_out() {
    int[] signs = {
      0x0b, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028,
      0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xe0041, 0xe0101, 0xfe00, 0xfe0e,
      0xfe0f, 0x180b, 0x180f, 0x115f, 0x1160, 0x3164, 0xffa0, 0x34f, 0x17b4, 0x17b5, 0x16fe4,
      0x2065, 0x2800, 0xfff0, 0xfff8, 0x1d159, 0xe0000, 0xe01f0, 0xe0fff
    };
    for (int sign : signs) {
      var text = "a" + Character.toString(sign) + "b";
      var quoted = Quotation.of(text).text();
      assertThat(quoted).as("U+%04X", sign).matches("\"a(\\\\u[0-9a-f]{4})+b\"");
    }
    assertThat(Quotation.of("a\u202eb").text()).isEqualTo("\"a\\u202eb\"");
    assertThat(Quotation.of("\\u202e").text()).isEqualTo("\"\\\\u202e\"");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      value = {"☕", "❤", "5", "#", "*", "‼", "ℹ", "👁", "👁️‍🗨"})
  void an_emoji_keeps_the_one_selector_behind_it(String emoji) {
    assertThat(Quotation.of(emoji + "\ufe0f").text()).isEqualTo("\"" + emoji + "\ufe0f\"");
    assertThat(Quotation.of(emoji + "\ufe0f\ufe0f").text())
        .isEqualTo("\"" + emoji + "\ufe0f\\ufe0f\"");
  }

  @Test
  void a_selector_behind_anything_else_is_written_out() {
    for (var before : new String[] {"", "a", "я", " ", "\u200d", "茶", "."}) {
      assertThat(Quotation.of(before + "\ufe0f").text()).isEqualTo("\"" + before + "\\ufe0f\"");
    }
    assertThat(Quotation.of("\u0001\ufe0f").text()).isEqualTo("\"\\u0001\\ufe0f\"");
    assertThat(Quotation.of("\\u0001\ufe0f").text()).isEqualTo("\"\\\\u0001\ufe0f\"");
    assertThat(Quotation.of("\u2801\ufe0f").text()).isEqualTo("\"\u2801\\ufe0f\"");
  }

  @Test
  void what_words_are_spelled_with_stays() {
    for (var text :
        new String[] {"п’ять ґав", "می‌خواهم", "👨‍👩‍👧 ☕️", "क्‍ष", "茶 é e\u0301", "a\u00a0b"}) {
      assertThat(Quotation.of(text).text()).isEqualTo("\"" + text + "\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "tea with milk | 15 | \"tea with milk\"",
        "tea with milk and honey | 20 | \"tea with milk\"…",
        "tea with milk and honey | 18 | \"tea with milk\"…",
        "tea with milk and honey | 17 | \"tea with\"…",
        "tea with milk and honey | 8 | \"tea\"…",
        "茶茶茶茶 | 11 | \"茶茶\"…",
        "茶茶茶茶 | 13 | \"茶茶\"…",
        "👨‍👩‍👧👨‍👩‍👧 | 30 | \"👨‍👩‍👧\"…",
        "👨‍👩‍👧👨‍👩‍👧 | 23 | \"👨‍👩‍👧\"…"
      })
  void a_text_is_cut_behind_the_last_word_that_has_room(String text, int room, String expected) {
    var quotation = Quotation.of(text, room).orElseThrow();
    assertThat(quotation.text()).isEqualTo(expected);
    assertThat(quotation.truncated()).isEqualTo(expected.endsWith("…"));
    assertThat(expected.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(room);
  }

  @Test
  void where_not_even_a_word_has_room_there_is_nothing() {
    for (int room = -3; room < 6; room++) {
      assertThat(Quotation.of("tea with milk", room)).isEmpty();
      assertThat(Quotation.of("", room).isPresent()).isEqualTo(room >= 2);
    }
    assertThat(Quotation.of("   \n   tea", 9)).isEmpty();
  }

  @Test
  void a_long_word_is_cut_within() {
    var quotation = Quotation.of("a " + "b".repeat(1_000), 500).orElseThrow();
    assertThat(quotation.text()).hasSizeGreaterThan(400).endsWith("b\"…");
  }
}
