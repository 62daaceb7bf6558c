package dev.quipu.engine.query;

import dev.quipu.engine.index.Said;
import dev.quipu.engine.inspect.Node;

/// What something that was found says, in words.
final class Wording {

  private Wording() {}

  static String of(Node node) {
    return switch (node) {
      case Node.Happened(var entry, var _) -> Said.by(entry.event());
      case Node.Stored(var stored, var _) -> Said.by(node.ref().type(), stored.version().body());
      case Node.Embedded _ -> "";
    };
  }
}
