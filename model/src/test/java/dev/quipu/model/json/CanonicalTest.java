package dev.quipu.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalTest {

  /// The numbers of RFC 8785, appendix B: the bits of a double and its text.
  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2",
  })
  void a_number_has_the_text_of_the_rfc(String bits, String text) {
    var value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

    assertThat(Canonical.text(Json.of(value))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"7fffffffffffffff", "7ff0000000000000", "fff0000000000000"})
  void the_two_rows_that_are_no_numbers_cannot_be_built(String bits) {
    var value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

    assertThatIllegalArgumentException().isThrownBy(() -> Json.of(value));
  }

  @Test
  void members_are_sorted_by_utf16_code_units_at_every_level() {
    // U+FB33 comes after the smiley U+1F602 here, whose first unit is D83D
    var object =
        JsonObject.of("\ufb33", Json.of(1), "\ud83d\ude02", Json.of(2), "b", Json.of(3))
            .with("a", JsonArray.of(JsonObject.of("z", Json.NULL, "", Json.of(true))));

    assertThat(Canonical.text(object))
        .isEqualTo("{\"a\":[{\"\":true,\"z\":null}],\"b\":3,\"\ud83d\ude02\":2,\"\ufb33\":1}");
  }

  @Test
  void only_what_must_be_escaped_is_escaped() {
    assertThat(Canonical.text(Json.of("\u0001\b\t\n\u000b\f\r\u001f \"\\/\u007f\u2028<")))
        .isEqualTo("\"\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \\\"\\\\/\u007f\u2028<\"");
  }

  @Test
  void text_of_every_width_is_written_in_utf8() {
    var text = "a\u00e9\u20ac\ud83d\ude02\uffff".repeat(100) + "\u0001".repeat(300);

    var expected = "\"" + text.replace("\u0001", "\\u0001") + "\"";
    assertThat(Canonical.bytes(Json.of(text))).isEqualTo(expected.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void empty_values_are_short() {
    assertThat(Canonical.text(JsonArray.of(JsonObject.EMPTY, JsonArray.EMPTY, Json.of(""))))
        .isEqualTo("[{},[],\"\"]");
  }

  @Test
  void decomposed_text_stays_as_it_is() {
    assertThat(Canonical.text(Json.of("A\u030a"))).isEqualTo("\"A\u030a\"");
  }

  @Test
  void the_order_in_which_members_came_takes_no_part_in_equality() {
    var members = new LinkedHashMap<String, Json>();
    members.put("b", Json.of(1));
    members.put("a", Json.of("x"));
    var object = new JsonObject(members);

    assertThat(object).isEqualTo(JsonObject.of("a", Json.of("x"), "b", Json.of(1)));
    assertThat(object.names()).containsExactly("b", "a");
    assertThat(object).hasToString("{\"a\":\"x\",\"b\":1}");
    assertThat(new JsonObject(Map.of())).isEqualTo(JsonObject.EMPTY);
  }
}
