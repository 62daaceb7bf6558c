package dev.quipu.wire;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

  private final JsonReader reader = new JsonReader();

  @Test
  void every_kind_of_value_is_read_in_the_order_it_came() {
    var json = read(" {\"b\": [1, -2.5e1, true, false, null], \"a\": {\"\": \"\\u00e9\\n\"}} ");

    assertThat(json)
        .isEqualTo(
            JsonObject.of(
                "b",
                JsonArray.of(Json.of(1), Json.of(-25), Json.of(true), Json.of(false), Json.NULL),
                "a",
                JsonObject.of("", Json.of("\u00e9\n"))));
    assertThat(((JsonObject) json).names()).containsExactly("b", "a");
  }

  @Test
  void a_stream_is_read_like_bytes() throws IOException {
    assertThat(reader.readObject(new ByteArrayInputStream("{\"a\":1}".getBytes(UTF_8))))
        .isEqualTo(JsonObject.of("a", Json.of(1)));
  }

  @Test
  void a_number_that_a_double_cannot_hold_is_refused_with_its_pointer() {
    assertThat(violations("{\"a\": [1, {\"b/c\": 9007199254740993}]}"))
        .containsExactly(
            new Violation(
                "/a/1/b~1c",
                "number.inexact",
                "A double does not hold this number: send it as a string."));
  }

  @Test
  void who_keeps_nothing_takes_the_nearest_number() {
    var rounding = JsonReader.rounding(JsonReader.Limits.DEFAULT);

    assertThat(rounding.read("[0.123456789012345678901, 9007199254740993]".getBytes(UTF_8)))
        .isEqualTo(JsonArray.of(Json.of(0.12345678901234568), Json.of(9007199254740992.0)));
    assertThatExceptionOfType(Invalid.class)
        .isThrownBy(() -> rounding.read("1e400".getBytes(UTF_8)));
  }

  @Test
  void all_inexact_numbers_nuls_surrogates_and_doubles_are_told_at_once() {
    var body =
        """
        {"n": 1e400, "m": [333333333.33333329, 0.5], "s": "a\\u0000", "t": ["\\ud83d", "\\ud83d\\ude02"],
         "k\\u0000": {"deep": 9007199254740993}, "s": 1, "m": {"s": 2, "s": 3}}""";

    assertThat(faults(body))
        .containsExactly(
            "/n number.inexact",
            "/m/0 number.inexact",
            "/s text.nul",
            "/t/0 text.surrogate",
            "/k\ufffd text.nul",
            "/k\ufffd/deep number.inexact",
            "/s json.duplicate_key",
            "/m/s json.duplicate_key",
            "/m json.duplicate_key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud83d", "\\ude02", "\\ude02\\ud83d", "a\\ud83dz", "\\ud83d\\n"})
  void a_lone_surrogate_in_a_name_is_refused_at_its_object(String name) {
    assertThat(faults("{\"n\": 1e400, \"a\": [0, {\"" + name + "\": 1}]}"))
        .containsExactly("/n number.inexact", "/a/1 text.surrogate");
  }

  @Test
  void only_the_first_hundred_faults_are_listed_and_the_rest_is_counted() {
    var body = IntStream.range(0, 250).mapToObj(i -> "1e400").collect(joining(",", "[", "]"));

    assertThatExceptionOfType(Invalid.class)
        .isThrownBy(() -> read(body))
        .satisfies(
            invalid -> {
              assertThat(invalid.violations()).hasSize(100);
              assertThat(invalid.unlisted()).isEqualTo(150);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[1,",
        "\"abc",
        "{\"a\"",
        "{\"a\":",
        "}",
        "[1 2]",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\" 1}",
        "[,1]",
        "nul",
        "nulls",
        "True",
        "NaN",
        "[Infinity]",
        "-Infinity",
        "+1",
        "-",
        "01",
        "-01",
        ".5",
        "1.",
        "1e",
        "0x10",
        "1a",
        "[1a]",
        "\"\\x\"",
        "\"\\u12\"",
        "\"a\nb\"",
        "\"\t\"",
        "// c\n1",
        "/* c */ 1",
        "# c\n1",
        "1 // c",
        "{} {}",
        "1 2",
        "{}]",
        "{}x",
        "\ufeff\ufeff1",
        "\u00a01",
      })
  void what_is_not_json_is_one_fault_of_the_whole_body(String body) {
    assertThat(faults(body)).containsExactly(" json.malformed");
  }

  @Test
  void malformed_json_is_told_by_line_and_column_and_not_in_the_words_of_a_library() {
    assertThat(violations("{\n  \"a\": 1,\n  \"b\" 2\n}"))
        .singleElement()
        .extracting(Violation::message)
        .asString()
        .contains("line 3", "column 7")
        .doesNotContainIgnoringCase("jackson", "source", "feature", "token");
    assertThat(violations("{} {}"))
        .singleElement()
        .extracting(Violation::message)
        .asString()
        .contains("line 1", "column 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t\r ", "\ufeff"})
  void an_empty_body_is_called_empty(String body) {
    assertThat(faults(body)).containsExactly(" json.empty");
  }

  @Test
  void a_byte_order_mark_is_forgiven() {
    assertThat(read("\ufeff{}")).isEqualTo(JsonObject.EMPTY);
  }

  @ParameterizedTest
  @CsvSource({
    "22ff22, 1",
    "22c0af22, 1", // a slash in two bytes
    "22eda08022, 1", // half of a surrogate pair
    "22f4908080, 1", // beyond Unicode
    "7b7d80, 2",
    "22e282, 1", // cut short
  })
  void bytes_that_are_not_utf8_are_refused_with_their_offset(String hex, int offset) {
    assertThat(violations(HexFormat.of().parseHex(hex)))
        .containsExactly(
            new Violation(
                "", "json.encoding", "Send UTF-8: the byte at offset " + offset + " is none."));
  }

  @Test
  void utf16_is_not_guessed() {
    assertThat(violations("{}".getBytes(UTF_16)))
        .extracting(Violation::code)
        .containsExactly("json.encoding");
    assertThat(violations(new byte[] {0, '{', 0, '}'}))
        .extracting(Violation::code)
        .containsExactly("json.malformed");
  }

  @Test
  void nesting_up_to_the_limit_is_read() {
    assertThat(read("[".repeat(128) + "]".repeat(128))).isInstanceOf(JsonArray.class);
    assertThat(faults("[".repeat(129) + "]".repeat(129))).containsExactly(" json.depth");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void twenty_thousand_levels_are_refused_before_the_stack_feels_them(String opening) {
    assertThat(faults(opening.repeat(20_000))).containsExactly(" json.depth");
    assertThat(faults(opening.repeat(1_000_000))).containsExactly(" json.depth");
  }

  @Test
  @Timeout(10)
  void a_number_of_a_million_digits_is_inexact_and_nothing_worse() {
    assertThat(faults("[" + "9".repeat(1_000_000) + ", 1e999999999]"))
        .containsExactly("/0 number.inexact", "/1 number.inexact");
  }

  @Test
  void a_document_beyond_the_limit_of_bytes_is_too_large() {
    var small = new JsonReader(new JsonReader.Limits(10, 5, 5, 5));

    assertThat(small.read("\"12345678\"".getBytes(UTF_8))).isEqualTo(Json.of("12345678"));
    assertThatExceptionOfType(TooLarge.class)
        .isThrownBy(() -> small.read("\"123456789\"".getBytes(UTF_8)));
    assertThatExceptionOfType(TooLarge.class)
        .isThrownBy(() -> small.read(new ByteArrayInputStream(new byte[100])));
  }

  @Test
  void a_document_of_too_many_values_is_refused() {
    var small = new JsonReader(new JsonReader.Limits(100, 5, 3, 5));

    assertThat(small.read("[1,2]".getBytes(UTF_8))).isNotNull();
    assertThat(violations(small, "[1,2,3]".getBytes(UTF_8)))
        .extracting(Violation::code)
        .containsExactly("json.values");
  }

  @Test
  void a_name_that_is_too_long_is_refused_without_being_repeated() {
    assertThat(faults("{\"a\": {\"" + "x".repeat(1025) + "\": 1e400}, \"b\": 1e400}"))
        .hasSize(3)
        .startsWith("/a json.name_length")
        .endsWith("/b number.inexact");
  }

  @Test
  void a_limit_is_positive() {
    assertThatIllegalArgumentException().isThrownBy(() -> new JsonReader.Limits(0, 1, 1, 1));
  }

  @Test
  void an_object_is_asked_for_and_a_list_is_sent() {
    assertThatExceptionOfType(Invalid.class)
        .isThrownBy(() -> reader.readObject("[]".getBytes(UTF_8)))
        .satisfies(
            invalid ->
                assertThat(invalid.violations())
                    .containsExactly(
                        new Violation("", "field.type", "Send an object, not a list.")));
  }

  @Test
  void decomposed_text_is_kept() {
    assertThat(read("\"A\u030a\"")).isEqualTo(Json.of("A\u030a"));
  }

  private Json read(String body) {
    return reader.read(body.getBytes(UTF_8));
  }

  private List<String> faults(String body) {
    return violations(body).stream().map(fault -> fault.pointer() + " " + fault.code()).toList();
  }

  private List<Violation> violations(String body) {
    return violations(body.getBytes(UTF_8));
  }

  private List<Violation> violations(byte[] body) {
    return violations(reader, body);
  }

  private static List<Violation> violations(JsonReader reader, byte[] body) {
    try {
      reader.read(body);
      return List.of();
    } catch (Invalid e) {
      return e.violations();
    }
  }
}
