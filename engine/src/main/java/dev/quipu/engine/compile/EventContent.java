package dev.quipu.engine.compile;

import dev.quipu.model.log.Event;
import org.jspecify.annotations.Nullable;

/// What an event brought along for the artifact that it makes. It stays in the log, where the
/// artifact's `content_ref` points to.
public final class EventContent {

  private EventContent() {}

  /// The content, or null if the event only says where it lies, or nothing of it.
  public static @Nullable String of(Event event) {
    return Claims.of(event).content();
  }
}
