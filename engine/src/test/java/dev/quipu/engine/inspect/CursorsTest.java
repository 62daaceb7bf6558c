package dev.quipu.engine.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.inspect.Cursors.Cursor;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cursor opens the next page of one list for one caller, and nothing else.
class CursorsTest {

  private static final String LIST = "objects/agent{status=active}";
  private static final Caller ALICE = caller("acme", Principal.Kind.USER, "alice");

  private final Cursors cursors = new Cursors("log_1", secret(1));
  private final Cursor cursor =
      new Cursor(
          new At(Instant.parse("2026-05-01T12:00:00.000001Z"), new LogPosition(77)),
          Instant.parse("2026-05-01T11:00:00Z"),
          List.of("12", "agt_1"));
  private final String text = cursors.write(cursor, ALICE, LIST);

  @Test
  void a_cursor_comes_back_as_it_was_written() {
    assertThat(cursors.read(text, ALICE, LIST)).isEqualTo(cursor);
  }

  @Test
  void a_cursor_may_have_no_place() {
    var start = new Cursor(cursor.at(), null, List.of());

    assertThat(cursors.read(cursors.write(start, ALICE, LIST), ALICE, LIST)).isEqualTo(start);
  }

  @Test
  void another_caller_cannot_use_it() {
    refused(cursors, text, caller("acme", Principal.Kind.USER, "bob"), LIST);
    refused(cursors, text, caller("acme", Principal.Kind.AGENT, "alice"), LIST);
    refused(cursors, text, caller("globex", Principal.Kind.USER, "alice"), LIST);
  }

  @Test
  void another_list_cannot_be_read_with_it() {
    refused(cursors, text, ALICE, "objects/agent{}");
    refused(cursors, text, ALICE, "versions/agent/agt_1");
  }

  @Test
  void another_history_or_secret_does_not_know_it() {
    refused(new Cursors("log_2", secret(1)), text, ALICE, LIST);
    refused(new Cursors("log_1", secret(2)), text, ALICE, LIST);
  }

  @Test
  void no_bit_of_it_can_be_changed() {
    var bytes = Base64.getUrlDecoder().decode(text);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      var forged = bytes.clone();
      forged[bit / 8] ^= (byte) (1 << (bit % 8));
      refused(cursors, Base64.getUrlEncoder().encodeToString(forged), ALICE, LIST);
    }
  }

  @Test
  void no_part_of_it_is_enough() {
    for (int length = 0; length < text.length(); length++) {
      refused(cursors, text.substring(0, length), ALICE, LIST);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "not base64!", "AAAA", "null", "AAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void what_is_no_cursor_is_refused_like_a_forged_one(String text) {
    refused(cursors, text, ALICE, LIST);
  }

  @Test
  void an_endless_one_is_not_even_decoded() {
    refused(cursors, "A".repeat(1_000_000), ALICE, LIST);
  }

  private static void refused(Cursors cursors, String text, Caller caller, String list) {
    assertThatThrownBy(() -> cursors.read(text, caller, list))
        .isInstanceOfSatisfying(
            Invalid.class,
            e ->
                assertThat(e.violations())
                    .singleElement()
                    .satisfies(
                        violation -> assertThat(violation.code()).isEqualTo("cursor.invalid")));
  }

  private static byte[] secret(int fill) {
    var secret = new byte[32];
    secret[0] = (byte) fill;
    return secret;
  }

  private static Caller caller(String tenant, Principal.Kind kind, String id) {
    return new Caller(
        new TenantId(tenant),
        new KeyId("key_1"),
        new Principal(kind, id),
        null,
        Set.of(),
        Set.of(),
        null,
        null,
        Set.of(),
        EnumSet.allOf(Grant.class),
        null);
  }
}
