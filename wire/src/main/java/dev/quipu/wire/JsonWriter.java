package dev.quipu.wire;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// Turns JSON values into UTF-8, members in the order they have. Thread-safe.
///
/// For answers. What is hashed or stored is written by [dev.quipu.model.json.Canonical].
public final class JsonWriter {

  private final JsonFactory factory = new JsonFactory();

  /// In one line.
  public byte[] compact(Json json) {
    return write(json, ObjectWriteContext.empty());
  }

  /// Indented by two spaces, for people.
  public byte[] pretty(Json json) {
    return write(json, new Pretty());
  }

  private byte[] write(Json json, ObjectWriteContext style) {
    var out = new ByteArrayOutputStream(512);
    try (var generator = factory.createGenerator(style, out)) {
      write(json, generator);
    }
    return out.toByteArray();
  }

  private static void write(Json json, JsonGenerator generator) {
    switch (json) {
      case JsonObject(var members) -> {
        generator.writeStartObject();
        members.forEach(
            (name, value) -> {
              generator.writeName(name);
              write(value, generator);
            });
        generator.writeEndObject();
      }
      case JsonArray(var items) -> {
        generator.writeStartArray();
        items.forEach(item -> write(item, generator));
        generator.writeEndArray();
      }
      case JsonString(var text) -> generator.writeString(text);
      case JsonNumber number -> generator.writeNumber(number.toString());
      case JsonBoolean(var value) -> generator.writeBoolean(value);
      case JsonNull.NULL -> generator.writeNull();
    }
  }

  private static final class Pretty extends ObjectWriteContext.Base {

    private static final DefaultIndenter LINE = new DefaultIndenter("  ", "\n");
    private static final DefaultPrettyPrinter PRINTER =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""))
            .withArrayIndenter(LINE)
            .withObjectIndenter(LINE);

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return PRINTER.createInstance(); // it counts the nesting, so one per document
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }
}
