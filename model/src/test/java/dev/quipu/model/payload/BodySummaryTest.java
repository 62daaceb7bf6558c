package dev.quipu.model.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BodySummaryTest {

  private static final Capability NOTE =
      new Capability(
          new CapabilityId("acme:store_note:v1"),
          "note",
          "1.0",
          new CanonicalizationRules(List.of("title", "content", "tasks"), true, true),
          List.of(new ExtractionRule(ExtractionType.PAYLOAD_SELF, null, "note", Map.of(), null)));

  @Test
  void what_is_short_is_told_in_the_order_of_the_capability_then_of_the_alphabet() {
    var body =
        JsonObject.of(
            "zone", Json.of(true),
            "tasks",
                JsonArray.of(
                    Json.of("Design UI"), JsonObject.of("title", Json.of("Book")), Json.NULL),
            "amount", Json.of(12.5),
            "title", Json.of("  Project \n Alpha "),
            "memo", Json.NULL);

    assertThat(BodySummary.of(NOTE, body))
        .isEqualTo("title: Project Alpha; tasks: Design UI, Book; amount: 12.5; zone: true");
    assertThat(BodySummary.of(NOTE, JsonObject.EMPTY)).isEmpty();
  }

  @Test
  void of_what_is_long_the_first_sentences_are_taken_whole() {
    var sentence = "This is a sentence of some length, which says hardly anything at all. ";
    var body = JsonObject.of("content", Json.of(sentence.repeat(100)), "title", Json.of("Long"));

    var summary = BodySummary.of(NOTE, body);

    assertThat(summary).startsWith("title: Long This is a sentence").endsWith("anything at all.");
    assertThat(summary.length()).isBetween(900, BodySummary.MAX_LENGTH);
  }

  @Test
  void prose_without_an_end_is_cut() {
    var body = JsonObject.of("content", Json.of("😀".repeat(5_000)));

    assertThat(BodySummary.of(NOTE, body)).endsWith("😀…").hasSizeLessThanOrEqualTo(1_000);
  }

  @Test
  void of_many_items_the_first_are_named_and_the_rest_counted() {
    var items =
        new JsonArray(
            List.of(
                Json.of(1),
                Json.of(2),
                Json.of(3),
                Json.of(4),
                Json.of(5),
                Json.of(6),
                Json.of(7)));

    assertThat(BodySummary.of(NOTE, JsonObject.of("tasks", items)))
        .isEqualTo("tasks: 1, 2, 3, 4, 5, and 2 more");
  }
}
