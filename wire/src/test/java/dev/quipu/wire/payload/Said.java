package dev.quipu.wire.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.wire.JsonReader;
import java.util.List;

/// JSON as a test writes it, with single quotes, and what is wrong with it.
final class Said {

  static final Shape<PayloadEnvelope> ENVELOPE =
      Shape.object(
          fields -> {
            var envelope = PayloadEnvelope.read(fields);
            fields.refuseOthers();
            return envelope;
          });

  private Said() {}

  static JsonObject object(String text) {
    return new JsonReader().readObject(text.replace('\'', '"').getBytes(UTF_8));
  }

  static Json json(String text) {
    return new JsonReader().read(text.replace('\'', '"').getBytes(UTF_8));
  }

  static <T> T read(Shape<T> shape, String text) {
    var violations = new Violations();
    var value = shape.read(json(text), Pointer.ROOT, violations);
    violations.throwIfAny();
    return value;
  }

  /// Each as `code@pointer`; empty if there is nothing wrong.
  static List<String> faults(Shape<?> shape, String text) {
    try {
      read(shape, text);
      return List.of();
    } catch (Invalid e) {
      return e.violations().stream().map(fault -> fault.code() + "@" + fault.pointer()).toList();
    }
  }

  static PayloadEnvelope envelope(String text) {
    var violations = new Violations();
    var envelope = PayloadEnvelope.read(Fields.of(object(text), Pointer.ROOT, violations));
    violations.throwIfAny();
    return envelope;
  }
}
