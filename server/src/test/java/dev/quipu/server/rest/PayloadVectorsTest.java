package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Ids of payloads that were made elsewhere, by the rules of seed 002.
class PayloadVectorsTest extends DoorTest {

  @Test
  void every_identity_vector_is_reproduced() throws IOException {
    for (var file : List.of("vectors.json", "more-vectors.json")) {
      var vectors = new JsonReader().readObject(Files.readAllBytes(resources().resolve(file)));
      var list = vectors.array("payload_identity");
      for (var item : list == null ? List.<Json>of() : list.items()) {
        var vector = (JsonObject) item;
        var text = vector.text("body_text");
        var envelope =
            "{\"capability_id\":"
                + vector.get("capability_id")
                + ",\"body\":"
                + (text == null ? String.valueOf(vector.get("body")) : text)
                + ",\"provenance\":"
                + vector.get("provenance")
                + "}";
        var answer = server.send("POST", server.newTenant(), "/v1/payloads", envelope);
        assertThat(answer.text("payload_content_id"))
            .as(vector.text("name") + answer.bodyText())
            .isEqualTo(vector.text("payload_content_id"));
      }
    }
  }

  private static Path resources() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("quipu"))) {
      folder = folder.getParent();
    }
    return folder.resolve("wire/src/test/resources/payloads");
  }
}
