package dev.quipu.wire.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.PayloadIdentity;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `vectors.json` was made by running the system behind seed 002 at its version 0.1.1,
/// `more-vectors.json` by its rules in Node.js, with our order of nested members and of items, and
/// NFC. Bodies are text there, so that numbers arrive as somebody would write them.
class PayloadVectorsTest {

  private static final JsonReader READER = new JsonReader();

  record Vector(JsonObject facts) {

    @Override
    public String toString() {
      return facts.has("name") ? text("name") : text("raw");
    }

    String text(String name) {
      return requireNonNull(facts.text(name), name);
    }

    JsonObject object(String name) {
      return requireNonNull(facts.object(name), name);
    }

    Capability capability() {
      return BuiltIns.capabilities().stream()
          .filter(each -> each.id().value().equals(text("capability_id")))
          .findFirst()
          .orElseThrow();
    }

    PayloadEnvelope envelope() {
      var body =
          facts.has("body_text")
              ? READER.readObject(text("body_text").getBytes(UTF_8))
              : object("body");
      var json =
          JsonObject.of(
              "capability_id", Json.of(text("capability_id")),
              "body", body,
              "provenance", object("provenance"));
      var violations = new Violations();
      var envelope = PayloadEnvelope.read(Fields.of(json, Pointer.ROOT, violations));
      violations.throwIfAny();
      return envelope;
    }
  }

  static Stream<Vector> payloads() {
    return vectors("payload_identity");
  }

  static Stream<Vector> names() {
    return vectors("entity_identity");
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void a_payload_has_the_id_that_the_other_system_gives_it(Vector vector) {
    var capability = vector.capability();
    var envelope = vector.envelope();

    assertThat(PayloadIdentity.hashInput(capability, envelope))
        .isEqualTo(vector.text("hash_input"));
    assertThat(PayloadIdentity.contentId(capability, envelope))
        .isEqualTo(vector.text("payload_content_id"));
    if (vector.facts().has("normalized_body")) {
      var normal = PayloadIdentity.normalBody(capability, envelope.body());
      assertThat(normal).isEqualTo(vector.object("normalized_body"));
      assertThat(List.copyOf(normal.names()))
          .isEqualTo(List.copyOf(vector.object("normalized_body").names()));
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void an_entity_has_the_id_that_the_other_system_gives_it(Vector vector) {
    var type = vector.text("entity_type");
    var name = EntityName.normal(type, vector.text("raw"));

    assertThat(name).isEqualTo(vector.text("normalized"));
    assertThat(EntityId.of(type, name).value())
        .isEqualTo(
            vector.facts().has("entity_id")
                ? vector.text("entity_id")
                : vector.text("entity_id_v0_1_1"));
  }

  private static Stream<Vector> vectors(String part) {
    return Stream.of("vectors.json", "more-vectors.json")
        .map(PayloadVectorsTest::read)
        .flatMap(file -> requireNonNull(file.array(part), part).items().stream())
        .map(facts -> new Vector((JsonObject) facts));
  }

  private static JsonObject read(String file) {
    try (var in = PayloadVectorsTest.class.getResourceAsStream("/payloads/" + file)) {
      return READER.readObject(requireNonNull(in, file));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
