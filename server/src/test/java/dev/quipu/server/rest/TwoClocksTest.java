package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Section 7 of the design for every type that is written, read back at both clocks, by a get and
/// by a list.
class TwoClocksTest extends DoorTest {

  private static final String SPRING = "2026-03-01T00:00:00Z";

  private final String token = server.newTenant();

  @ParameterizedTest
  @EnumSource
  void every_act_moves_the_clocks_as_the_design_says(Kind kind) {
    Kind.prepare(server, token);
    var made = server.post(token, kind.path(), kind.made(1));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.object("object").names()).containsExactlyElementsOf(kind.fields());
    var thing = new Thing(kind, made.text("object_id"));
    long created = made.number("known_from");
    var begin = Instant.parse(made.text("valid_from"));
    var inTwoHours = begin.plus(Duration.ofHours(2)).toString();
    var inFourHours = begin.plus(Duration.ofHours(4)).toString();

    // planned: what holds until then stays
    long planned =
        thing.done(
            server.patch(
                token,
                thing.path() + "?effective_at=" + begin.plus(Duration.ofHours(1)),
                kind.patch(2)));
    assertThat(thing.now()).isEqualTo(1);
    assertThat(thing.at(inTwoHours)).isEqualTo(2);
    assertThat(thing.at(inTwoHours, created)).isEqualTo(1);

    // heard of late: what was known to come after it stays
    long late =
        thing.done(
            server.patch(
                token, thing.path() + "?effective_at=2026-02-01T00:00:00Z", kind.patch(3)));
    assertThat(thing.now()).isEqualTo(1);
    assertThat(thing.at(SPRING)).isEqualTo(3);
    assertThat(thing.at(SPRING, planned)).isNull();
    assertThat(thing.at("2026-01-15T00:00:00Z")).isNull();

    // corrected: the interval of what it corrects
    long corrected =
        thing.done(server.post(token, thing.path() + "/correct?at=" + inTwoHours, kind.patch(4)));
    assertThat(thing.now()).isEqualTo(1);
    assertThat(thing.at(inTwoHours)).isEqualTo(4);
    assertThat(thing.at(begin.plus(Duration.ofHours(1)).toString())).isEqualTo(4);
    assertThat(thing.at(inTwoHours, late)).isEqualTo(2);

    // ended
    var inThreeHours = begin.plus(Duration.ofHours(3));
    long ended =
        thing.done(
            server.post(token, thing.path() + "/invalidate", "{'when':'" + inThreeHours + "'}"));
    assertThat(thing.now()).isEqualTo(1);
    assertThat(thing.at(inTwoHours)).isEqualTo(4);
    assertThat(thing.listed("?as_of=" + inFourHours)).isFalse();
    assertThat(thing.at(inFourHours)).isEqualTo(kind == Kind.MEMORY ? 4 : null);
    assertThat(thing.at(inFourHours, corrected)).isEqualTo(4);

    // deleted, and not
    var deletion = server.delete(token, thing.path());
    long deleted = deletion.number("position");
    assertThat(thing.now()).isNull();
    assertThat(thing.at(SPRING)).isNull();
    assertThat(thing.known(ended)).isEqualTo(1);
    assertThat(thing.at(inTwoHours, ended)).isEqualTo(4);
    thing.done(server.send("POST", token, thing.path() + "/undo", null));
    assertThat(thing.now()).isEqualTo(1);
    assertThat(thing.known(deleted)).isNull();
    assertThat(thing.at(inTwoHours)).isEqualTo(4);

    assertThat(server.get(token, thing.path() + "/versions").list("versions")).hasSize(4);
  }

  /// One object, read back by a get and by a list, which must agree.
  private final class Thing {

    private final Kind kind;
    private final String id;

    Thing(Kind kind, String id) {
      this.kind = kind;
      this.id = id;
    }

    String path() {
      return kind.path() + "/" + id;
    }

    /// The position of a write that went well.
    long done(TestServer.Answer answer) {
      assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
      return Long.parseLong(answer.header("Log-Position"));
    }

    Integer now() {
      return read("");
    }

    Integer at(String asOf) {
      return read("?as_of=" + asOf);
    }

    Integer known(long position) {
      return read("?as_known_at=" + position);
    }

    Integer at(String asOf, long position) {
      return read("?as_of=" + asOf + "&as_known_at=" + position);
    }

    private Integer read(String time) {
      var answer = server.get(token, path() + time);
      boolean inForce =
          answer.status() == 200
              && (kind != Kind.MEMORY
                  || "true".equals(String.valueOf(answer.object("object").get("is_active"))));
      assertThat(listed(time)).as("listed " + time).isEqualTo(inForce);
      return kind.value(answer);
    }

    boolean listed(String time) {
      return server.get(token, kind.path() + time).list("objects").stream()
          .anyMatch(view -> id.equals(view.text("object_id")));
    }
  }
}
