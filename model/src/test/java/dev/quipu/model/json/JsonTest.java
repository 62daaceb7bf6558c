package dev.quipu.model.json;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @Test
  void an_object_does_not_change_when_the_map_it_was_made_of_does() {
    var members = new LinkedHashMap<String, Json>();
    members.put("a", Json.of(1));
    var object = new JsonObject(members);
    members.put("b", Json.of(2));

    assertThat(object.names()).containsExactly("a");
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> object.members().clear());
  }

  @Test
  void with_and_without_give_another_object() {
    var object = JsonObject.of("a", Json.of(1), "b", Json.of(2));

    assertThat(object.with("a", Json.of(3)).members())
        .containsExactly(entry("a", Json.of(3)), entry("b", Json.of(2)));
    assertThat(object.without("a")).isEqualTo(JsonObject.of("b", Json.of(2)));
    assertThat(object.without("c")).isSameAs(object);
    assertThat(object.get("a")).isEqualTo(Json.of(1));
  }

  @Test
  void a_member_is_asked_for_by_its_kind() {
    var object =
        JsonObject.of("text", Json.of("x"), "object", JsonObject.EMPTY, "array", JsonArray.EMPTY);

    assertThat(object.text("text")).isEqualTo("x");
    assertThat(object.object("object")).isEqualTo(JsonObject.EMPTY);
    assertThat(object.array("array")).isEqualTo(JsonArray.EMPTY);
    assertThat(object.text("array")).isNull();
    assertThat(object.object("absent")).isNull();
    assertThat(object.array("text")).isNull();
  }

  @Test
  void a_member_named_twice_cannot_be_built() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JsonObject.of("a", Json.of(1), "a", Json.of(2)));
  }

  @Test
  void what_may_be_null_in_java_is_null_in_json() {
    assertThat(Json.ofNullable((String) null)).isEqualTo(Json.NULL);
    assertThat(Json.ofNullable("x")).isEqualTo(Json.of("x"));
    assertThat(Json.ofNullable((Instant) null)).isEqualTo(Json.NULL);
    assertThat(Json.ofNullable((Json) null)).isEqualTo(Json.NULL);
  }

  @Test
  void a_time_is_written_to_the_microsecond() {
    assertThat(Json.of(Instant.parse("2026-11-15T08:30:00.123456789Z")))
        .isEqualTo(Json.of("2026-11-15T08:30:00.123456Z"));
  }

  @Test
  void texts_make_an_array() {
    assertThat(JsonArray.ofTexts(List.of("a", "b")))
        .isEqualTo(JsonArray.of(Json.of("a"), Json.of("b")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "\ud83d", "\ude02\ud83d", "\ud83dx", "x\ude02"})
  void text_with_a_nul_or_a_lone_surrogate_cannot_be_built(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Json.of(text));
    assertThatIllegalArgumentException().isThrownBy(() -> JsonObject.of(text, Json.NULL));
  }

  @Test
  void a_pointer_escapes_tilde_and_slash() {
    var pointer = Pointer.ROOT.child("a/b").child(0).child("~1").child("");

    assertThat(pointer.text()).isEqualTo("/a~1b/0/~01/");
  }

  @Test
  void a_pointer_to_a_name_that_no_answer_can_carry_is_still_text() {
    assertThat(Pointer.ROOT.child("a\0\ud83d\ud83d\ude02").text())
        .isEqualTo("/a\ufffd\ufffd\ud83d\ude02");
  }
}
