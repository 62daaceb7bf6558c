package dev.quipu.engine.compile;

import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When a session ends: one that is over has an end, which is not before its beginning, and one
/// that goes on has none yet.
record SessionEnd(JsonObject session) {

  static SessionEnd of(JsonObject session) {
    return new SessionEnd(session);
  }

  boolean isOver() {
    var status = session.text("status");
    return "completed".equals(status) || "failed".equals(status);
  }

  /// The session with an end if it needs one, and without if it must not have one.
  JsonObject at(Instant end) {
    if (isOver() == (session.text("end_ts") != null)) {
      return session;
    }
    return session.with("end_ts", isOver() ? Json.of(notBeforeStart(end)) : Json.NULL);
  }

  /// A session whose end may have been told: if that is past it is over, unless it is said not to
  /// be.
  ///
  /// @param said whether its status was given
  JsonObject told(boolean said, Instant now) {
    var end = time("end_ts");
    if (!said && end != null && !end.isAfter(now)) {
      return session.with("status", Json.of("completed"));
    }
    return isOver() ? at(now) : session;
  }

  /// An end that comes late in the log is no earlier than the beginning.
  Instant notBeforeStart(Instant end) {
    var start = time("start_ts");
    return start != null && start.isAfter(end) ? start : end;
  }

  private @Nullable Instant time(String field) {
    var text = session.text(field);
    return text == null ? null : Iso8601.parse(text);
  }
}
