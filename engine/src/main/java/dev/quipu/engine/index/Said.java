package dev.quipu.engine.index;

import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Event;
import org.jspecify.annotations.Nullable;

/// What an event or an object says: the text that an answer quotes.
public final class Said {

  private Said() {}

  /// The text that a payload brings; null if it brings none.
  public static @Nullable String in(JsonObject payload) {
    var text = payload.text("text");
    return text == null ? payload.text("content") : text;
  }

  public static String by(Event event) {
    var said = in(event.payload());
    return said == null ? Canonical.text(event.payload()) : said;
  }

  public static String by(ObjectType type, JsonObject body) {
    var text = type == ObjectType.MEMORY ? body.text("text") : null;
    return text == null ? Canonical.text(body) : text;
  }
}
