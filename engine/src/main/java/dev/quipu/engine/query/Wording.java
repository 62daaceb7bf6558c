package dev.quipu.engine.query;

import dev.quipu.engine.inspect.Node;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;

/// What something that was found says, in words.
final class Wording {

  private Wording() {}

  static String of(Node node) {
    return switch (node) {
      case Node.Happened(var entry, var _) -> {
        var payload = entry.event().payload();
        var text = payload.text("text");
        var said = text == null ? payload.text("content") : text;
        yield said == null ? Canonical.text(payload) : said;
      }
      case Node.Stored(var stored, var _) -> of(node.ref().type(), stored.version().body());
      case Node.Embedded _ -> "";
    };
  }

  private static String of(ObjectType type, JsonObject body) {
    var text = type == ObjectType.MEMORY ? body.text("text") : null;
    return text == null ? Canonical.text(body) : text;
  }
}
