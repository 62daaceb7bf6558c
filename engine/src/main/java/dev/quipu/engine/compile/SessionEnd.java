package dev.quipu.engine.compile;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.time.Duration;
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

  /// The session with an end if it needs one, and without if it must not have one. If an end is
  /// told that is past it is over, unless its status is told too.
  ///
  /// @param before the session as it was; empty = it was not
  /// @param said what was told of it just now
  /// @param skew how far ahead of ours the clock of who tells it may be
  JsonObject told(JsonObject before, JsonObject said, Instant now, Duration skew) {
    var end = said.text("end_ts") == null ? null : time("end_ts");
    if (end == null) {
      return untold(of(before).isOver(), now);
    }
    if (isOver() && end.isAfter(now.plus(skew))) {
      throw new Invalid("/end_ts", "time.future", "Send when it ended, or leave it out.");
    }
    if (said.text("status") == null) {
      return isOver() || end.isAfter(now) ? session : session.with("status", Json.of("completed"));
    }
    if (!isOver() && !end.isAfter(now)) {
      throw new Invalid(
          "/end_ts", "time.order", "A session that goes on ends later: leave it out, or close it.");
    }
    return session;
  }

  /// Who closes it ends it, though another end was planned; who lets it go on ends it no more.
  private JsonObject untold(boolean wasOver, Instant now) {
    var end = time("end_ts");
    if (isOver()) {
      boolean ends = end != null && (wasOver || !end.isAfter(now));
      return ends ? session : session.with("end_ts", Json.of(notBeforeStart(now)));
    }
    return wasOver ? session.with("end_ts", Json.NULL) : session;
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
