package dev.quipu.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.files.Unreadable.Kind;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FileTextJsonTest {

  private static final Instant THEN = Instant.parse("2024-01-15T10:00:00Z");

  static Stream<Structure> structures() {
    return Stream.of(
        new Structure.Prose(List.of(0, 7)),
        Structure.Prose.PLAIN,
        new Structure.Picture(64, 48),
        new Structure.Mail(
            "a@example.org", List.of("b", "c"), List.of(), "hello", THEN, List.of("x.pdf")),
        new Structure.Mail(null, List.of(), List.of(), null, null, List.of()));
  }

  @ParameterizedTest
  @MethodSource("structures")
  void what_is_written_is_read_back(Structure structure) throws Unreadable {
    var about = JsonObject.of("pages", Json.of(2));
    var file = new FileText("application/pdf", "a\nb", "t", "me", THEN, about, structure);
    var bare = FileText.of("image/png", "", structure);

    assertThat(FileTextJson.read(FileTextJson.of(file))).isEqualTo(file);
    assertThat(FileTextJson.read(FileTextJson.of(bare))).isEqualTo(bare);
  }

  @ParameterizedTest
  @EnumSource
  void so_is_why_a_file_cannot_be_read(Kind kind) {
    assertThatThrownBy(() -> FileTextJson.read(FileTextJson.of(new Unreadable(kind))))
        .isInstanceOfSatisfying(Unreadable.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(kind.sentence());
  }

  @Test
  void whoever_writes_something_else_is_not_believed() {
    var good = FileTextJson.of(FileText.of("text/html", "x", Structure.Prose.PLAIN));
    var tooMany = JsonArray.ofTexts(List.of("x".repeat(Limits.FILES.maxMetadata() + 1)));
    var mail =
        FileTextJson.of(
            FileText.of(
                "message/rfc822",
                "",
                new Structure.Mail(null, List.of(), List.of(), null, null, List.of())));
    for (var bad :
        List.of(
            Json.NULL,
            good.without("text"),
            good.without("prose"),
            good.with("text", Json.of("untidy\r\n")),
            good.with("text", Json.of(7)),
            good.with("created", Json.of("yesterday")),
            good.with("more", Json.of(1)),
            good.with("prose", JsonObject.of("pages", JsonArray.of(Json.of(-1)))),
            mail.with("mail", mail.object("mail").with("attachments", tooMany)),
            JsonObject.of("unreadable", JsonObject.of("kind", Json.of("TIRED"))))) {
      assertThatThrownBy(() -> FileTextJson.read(bad)).isInstanceOf(Invalid.class);
    }
  }
}
