package dev.quipu.model.json;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.number;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Violation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {

  private final Violations violations = new Violations();

  private record Name(String value) {
    Name {
      if (!value.startsWith("n_")) {
        throw new IllegalArgumentException("Start it with n_.");
      }
    }
  }

  private record Principal(Kind kind, Name id) {

    static Principal read(Fields fields) {
      var kind = fields.required("kind", Shape.word(Kind.values(), Kind::wireName));
      var id = fields.required("id", Shape.id(Name::new));
      fields.refuseOthers();
      return fields.build(() -> new Principal(kind, id));
    }
  }

  private enum Kind {
    USER,
    AGENT;

    String wireName() {
      return this == USER ? "user" : "agent";
    }
  }

  @Test
  void fields_of_every_shape_are_read() {
    var fields =
        fields(
            JsonObject.of(
                    "text",
                    Json.of("x"),
                    "id",
                    Json.of("n_1"),
                    "at",
                    Json.of("2026-01-01T00:00:00+01:00"))
                .with("flag", Json.of(true))
                .with("count", Json.of(7))
                .with("ratio", Json.of(0.5))
                .with("tags", JsonArray.of(Json.of("a"), Json.of("b")))
                .with("free", JsonObject.of("k", Json.NULL))
                .with("any", Json.of(1))
                .with("principal", JsonObject.of("kind", Json.of("agent"), "id", Json.of("n_2"))));

    assertThat(fields.required("text", text(1, 10))).isEqualTo("x");
    assertThat(fields.required("id", id(Name::new))).isEqualTo(new Name("n_1"));
    assertThat(fields.required("at", instant())).isEqualTo(Instant.parse("2025-12-31T23:00:00Z"));
    assertThat(fields.required("flag", bool())).isTrue();
    assertThat(fields.required("count", integer(0, 10))).isEqualTo(7);
    assertThat(fields.required("ratio", number(0, 1))).isEqualTo(0.5);
    assertThat(fields.required("tags", listOf(text(1, 10), 2))).containsExactly("a", "b");
    assertThat(fields.required("free", object())).isEqualTo(JsonObject.of("k", Json.NULL));
    assertThat(fields.required("any", json())).isEqualTo(Json.of(1));
    assertThat(fields.required("principal", object(Principal::read)))
        .isEqualTo(new Principal(Kind.AGENT, new Name("n_2")));
    fields.refuseOthers();
    violations.throwIfAny();
  }

  @Test
  void every_fault_is_told_at_once_with_its_pointer() {
    var fields =
        fields(
            JsonObject.of("name", Json.of(""), "count", Json.of(1.5), "odd/key", Json.of(1))
                .with("tags", JsonArray.of(Json.of("a"), Json.NULL, Json.of(2)))
                .with("principal", JsonObject.of("kind", Json.of("dog"), "id", Json.of("x"))));
    fields.required("name", text(1, 10));
    fields.required("count", integer(0, 10));
    fields.required("missing", bool());
    fields.optional("tags", listOf(text(1, 5), 10));
    fields.required("principal", object(Principal::read));
    fields.refuseOthers();

    assertThat(faults())
        .containsExactly(
            "/name text.length",
            "/count number.range",
            "/missing field.required",
            "/tags/1 field.type",
            "/tags/2 field.type",
            "/principal/kind enum.unknown",
            "/principal/id id.format",
            "/odd~1key field.unknown");
  }

  @Test
  void null_counts_as_absent() {
    var fields = fields(JsonObject.of("a", Json.NULL, "b", Json.NULL));

    assertThat(fields.optional("a", text(1, 10))).isNull();
    assertThat(fields.optional("a", integer(0, 5), 3L)).isEqualTo(3);
    assertThat(fields.has("a")).isTrue();
    assertThat(fields.has("c")).isFalse();
    fields.required("b", text(1, 10));

    assertThat(faults()).containsExactly("/b field.required");
  }

  @Test
  void primitives_can_be_used_even_after_a_fault() {
    var fields = fields(JsonObject.EMPTY);
    long count = fields.required("count", integer(1, 5));
    double ratio = fields.required("ratio", number(0, 1));
    boolean flag = fields.required("flag", bool());

    assertThat(count).isEqualTo(1);
    assertThat(ratio).isEqualTo(0);
    assertThat(flag).isFalse();
    assertThat(faults()).hasSize(3);
  }

  @Test
  void a_body_that_is_no_object_is_one_fault_and_not_one_for_each_field() {
    var fields = fields(JsonArray.EMPTY);
    fields.required("name", text(1, 10));
    fields.refuseOthers();

    assertThat(faults()).containsExactly(" field.type");
  }

  @Test
  void an_unknown_field_is_answered_with_the_known_ones() {
    var fields = fields(JsonObject.of("nmae", Json.of("x")));
    fields.optional("name", text(1, 10));
    fields.optional("tags", listOf(text(1, 10), 10));
    fields.refuseOthers();

    assertThat(violations())
        .containsExactly(new Violation("/nmae", "field.unknown", "Known here: name, tags."));
  }

  @Test
  void an_unknown_word_is_answered_with_the_allowed_ones() {
    fields(JsonObject.of("kind", Json.of("User")))
        .required("kind", word(Kind.values(), Kind::wireName));

    assertThat(violations())
        .containsExactly(new Violation("/kind", "enum.unknown", "Send one of: user, agent."));
  }

  @Test
  void an_id_that_is_refused_with_its_own_code_keeps_it() {
    Shape<String> shape =
        id(
            text -> {
              throw new Invalid("id.decomposed", "Send it as NFC.");
            });
    fields(JsonObject.of("id", Json.of("x"))).required("id", shape);

    assertThat(violations())
        .containsExactly(new Violation("/id", "id.decomposed", "Send it as NFC."));
  }

  @Test
  void a_text_is_measured_in_code_points() {
    var fields = fields(JsonObject.of("a", Json.of("\ud83d\ude02\ud83d\ude02")));
    fields.required("a", text(2, 2));
    violations.throwIfAny();

    fields.required("a", text(3, 4));
    assertThat(faults()).containsExactly("/a text.length");
  }

  @Test
  void a_list_has_a_limit() {
    fields(JsonObject.of("a", JsonArray.of(Json.of(1), Json.of(2))))
        .required("a", listOf(integer(0, 9), 1));

    assertThat(faults()).containsExactly("/a list.length");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-15T08:30:00Z, 2026-11-15T08:30:00Z",
    "2026-11-15T08:30:00.123456789Z, 2026-11-15T08:30:00.123456Z",
    "2026-11-15T08:30:00+02:00, 2026-11-15T06:30:00Z",
    "2026-11-15t08:30:00.5z, 2026-11-15T08:30:00.500Z",
    "2026-11-15T08:30Z, 2026-11-15T08:30:00Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999Z",
    "1969-12-31T23:59:59.9999999Z, 1969-12-31T23:59:59.999999Z",
  })
  void a_time_with_a_zone_is_read_to_the_microsecond(String given, String expected) {
    var fields = fields(JsonObject.of("at", Json.of(given)));

    assertThat(fields.required("at", instant())).isEqualTo(Instant.parse(expected));
    violations.throwIfAny();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2026-11-15",
        "2026-11-15T08:30:00",
        "2026-11-15 08:30:00Z",
        "2026-02-30T00:00:00Z",
        "2026-11-15T24:00:00Z",
        "2026-12-31T23:59:60Z",
        "2026-11-15T08:30:00Z\n",
        " 2026-11-15T08:30:00Z",
        "2026-11-15T08:30:00+99:00",
        "2026-11-15T08:30:00[Europe/Kyiv]",
        "1763195400",
        "٢٠٢٦-11-15T08:30:00Z",
      })
  void what_is_no_time_with_a_zone_is_refused(String given) {
    fields(JsonObject.of("at", Json.of(given))).required("at", instant());

    assertThat(faults()).containsExactly("/at time.format");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+10000-01-01T00:00:00Z",
        "+999999999-12-31T23:59:59Z",
        "0000-12-31T23:59:59Z",
        "-0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
      })
  void a_year_without_four_digits_in_utc_is_refused(String given) {
    fields(JsonObject.of("at", Json.of(given))).required("at", instant());

    assertThat(faults()).containsExactly("/at time.range");
  }

  @Test
  void a_wrong_kind_of_value_is_named() {
    var fields = fields(JsonObject.of("a", Json.of(true)));
    fields.required("a", text(0, 1));
    fields.required("a", instant());
    fields.required("a", integer(0, 1));
    fields.required("a", number(0, 1));
    fields.required("a", listOf(bool(), 1));
    fields.required("a", object());
    fields.required("a", id(Name::new));

    assertThat(violations())
        .extracting(Violation::message)
        .containsExactly(
            "Send a text, not true.",
            "Send a time as text, not true.",
            "Send a whole number, not true.",
            "Send a number, not true.",
            "Send a list, not true.",
            "Send an object, not true.",
            "Send an id as text, not true.");
  }

  @Test
  void only_the_first_hundred_faults_are_listed_and_the_rest_is_counted() {
    for (int i = 0; i < 123; i++) {
      violations.add(Pointer.ROOT.child(i), "field.type", "Send a text.");
    }

    assertThatExceptionOfType(Invalid.class)
        .isThrownBy(violations::throwIfAny)
        .satisfies(
            invalid -> {
              assertThat(invalid.violations()).hasSize(100);
              assertThat(invalid.unlisted()).isEqualTo(23);
              assertThat(invalid.hint()).contains("23 more");
            });
  }

  private Fields fields(Json json) {
    return Fields.of(json, Pointer.ROOT, violations);
  }

  private List<String> faults() {
    return violations().stream().map(fault -> fault.pointer() + " " + fault.code()).toList();
  }

  private List<Violation> violations() {
    try {
      violations.throwIfAny();
      return List.of();
    } catch (Invalid e) {
      return e.violations();
    }
  }
}
