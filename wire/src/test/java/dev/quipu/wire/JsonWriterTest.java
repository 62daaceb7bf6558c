package dev.quipu.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

  private static final Json SAMPLE =
      JsonObject.of(
          "b",
          JsonArray.of(Json.of(1), Json.of(1e21), Json.of("\u00e9\ud83d\ude02\"\n")),
          "a",
          JsonObject.of("x", Json.NULL, "y", Json.of(true)),
          "empty",
          JsonArray.of(JsonArray.EMPTY, JsonObject.EMPTY));

  private final JsonWriter writer = new JsonWriter();

  @Test
  void compact_json_is_one_line_in_the_order_of_its_members() {
    assertThat(new String(writer.compact(SAMPLE), UTF_8))
        .isEqualTo(
            "{\"b\":[1,1e+21,\"\u00e9\ud83d\ude02\\\"\\n\"],\"a\":{\"x\":null,\"y\":true},\"empty\":[[],{}]}");
  }

  @Test
  void pretty_json_is_indented_by_two_spaces() {
    assertThat(new String(writer.pretty(SAMPLE), UTF_8))
        .isEqualTo(
            """
            {
              "b": [
                1,
                1e+21,
                "\u00e9\ud83d\ude02\\"\\n"
              ],
              "a": {
                "x": null,
                "y": true
              },
              "empty": [
                [],
                {}
              ]
            }""");
  }

  @Test
  void a_writer_may_be_used_again() {
    assertThat(writer.pretty(SAMPLE)).isEqualTo(writer.pretty(SAMPLE));
    assertThat(writer.compact(Json.of(1))).isEqualTo("1".getBytes(UTF_8));
  }
}
