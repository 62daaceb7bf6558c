package dev.quipu.model.payload;

import static dev.quipu.model.payload.ExtractionType.ARRAY_ITEMS;
import static dev.quipu.model.payload.ExtractionType.FIELD_VALUE;
import static dev.quipu.model.payload.ExtractionType.PAYLOAD_SELF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtractionRuleTest {

  private static final FieldRule FIELD =
      new FieldRule(ValueType.STRING, List.of(), MergeStrategy.LAST_WRITE);

  @Test
  void the_payload_itself_is_told_all_of_its_body_or_what_the_rule_names() {
    var body = JsonObject.of("title", Json.of("x"), "memo", Json.NULL);

    assertThat(rule(PAYLOAD_SELF, null, Map.of()).extract(body)).containsExactly(body);
    assertThat(rule(PAYLOAD_SELF, null, Map.of()).extract(JsonObject.EMPTY))
        .containsExactly(JsonObject.EMPTY);
    assertThat(rule(PAYLOAD_SELF, null, Map.of("name", "title", "size", "none")).extract(body))
        .containsExactly(JsonObject.of("name", Json.of("x")));
  }

  @Test
  void a_vendor_is_told_its_own_fields_and_not_the_amount() {
    var vendor = rule(FIELD_VALUE, "vendor", Map.of("name", "", "address", "vendor_address"));

    assertThat(
            vendor.extract(
                JsonObject.of(
                    "vendor", Json.of("Acme"),
                    "amount", Json.of(5),
                    "vendor_address", Json.of("Main Street"))))
        .containsExactly(JsonObject.of("name", Json.of("Acme"), "address", Json.of("Main Street")));
    assertThat(vendor.extract(JsonObject.of("vendor", Json.of("Acme"))))
        .containsExactly(JsonObject.of("name", Json.of("Acme")));
  }

  @Test
  void a_vendor_that_is_an_object_speaks_for_itself() {
    var acme = JsonObject.of("name", Json.of("Acme"), "address", Json.of("Main Street"));
    var body = JsonObject.of("vendor", acme, "name", Json.of("not this one"));

    assertThat(rule(FIELD_VALUE, "vendor", Map.of()).extract(body)).containsExactly(acme);
    assertThat(rule(FIELD_VALUE, "vendor", Map.of("name", "")).extract(body))
        .containsExactly(JsonObject.of("name", Json.of("Acme")));
  }

  @Test
  void a_title_is_a_name_where_that_is_what_is_asked_for() {
    var titled = JsonObject.of("title", Json.of("Acme"), "email", Json.of("a@example.org"));
    var body = JsonObject.of("vendor", titled);

    assertThat(rule(FIELD_VALUE, "vendor", Map.of("name", "")).extract(body))
        .containsExactly(JsonObject.of("name", Json.of("Acme")));
    assertThat(rule(FIELD_VALUE, "vendor", Map.of("phone", "")).extract(body)).isEmpty();
    assertThat(rule(FIELD_VALUE, "vendor", Map.of("name", "nickname")).extract(body)).isEmpty();
  }

  @Test
  void what_the_rules_of_a_type_can_name_is_left_as_it_was_told() {
    var rule = rule(FIELD_VALUE, "vendor", Map.of());
    var byName =
        new EntitySchema(
            "company",
            "1.0",
            Map.of("name", FIELD, "vat_id", FIELD),
            List.of(List.of("vat_id"), List.of("name")),
            Map.of(),
            Map.of());
    var titled = JsonObject.of("title", Json.of("Acme"));
    var numbered = titled.with("vat_id", Json.of("7"));
    var named = titled.with("name", Json.of("Globex"));

    assertThat(rule.named(titled, byName)).isEqualTo(titled.with("name", Json.of("Acme")));
    assertThat(rule.named(numbered, byName)).isEqualTo(numbered);
    assertThat(rule.named(named, byName)).isEqualTo(named);
    assertThat(rule.named(titled, EntitySchema.undeclared("company"))).isEqualTo(titled);
  }

  @Test
  void what_is_absent_null_blank_or_no_name_at_all_is_no_entity() {
    var rule = rule(FIELD_VALUE, "vendor", Map.of());

    assertThat(rule.extract(JsonObject.EMPTY)).isEmpty();
    for (var value :
        new Json[] {Json.NULL, Json.of(""), Json.of(" \u00a0"), Json.of(true), JsonArray.EMPTY}) {
      assertThat(rule.extract(JsonObject.of("vendor", value))).as(value.toString()).isEmpty();
    }
  }

  @Test
  void each_item_is_an_entity_and_equal_ones_are_one() {
    var body =
        JsonObject.of(
            "tasks",
            JsonArray.of(
                Json.of("a"),
                JsonObject.of("title", Json.of("b")),
                Json.of("a"),
                Json.NULL,
                Json.of(7)));

    assertThat(rule(ARRAY_ITEMS, "tasks", Map.of()).extract(body))
        .containsExactly(
            JsonObject.of("name", Json.of("a")),
            JsonObject.of("title", Json.of("b")),
            JsonObject.of("name", Json.of(7)));
    assertThat(rule(ARRAY_ITEMS, "tasks", Map.of("title", "")).extract(body))
        .containsExactly(
            JsonObject.of("title", Json.of("a")),
            JsonObject.of("title", Json.of("b")),
            JsonObject.of("title", Json.of(7)));
    assertThat(
            rule(ARRAY_ITEMS, "tasks", Map.of())
                .extract(JsonObject.of("tasks", Json.of("not a list"))))
        .isEmpty();
  }

  @Test
  void only_the_payload_itself_has_no_source() {
    assertThatThrownBy(() -> rule(PAYLOAD_SELF, "x", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rule(FIELD_VALUE, null, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ExtractionRule rule(
      ExtractionType type, @Nullable String source, Map<String, String> fields) {
    return new ExtractionRule(type, source, "thing", fields, null);
  }
}
