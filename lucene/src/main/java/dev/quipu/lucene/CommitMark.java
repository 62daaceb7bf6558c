package dev.quipu.lucene;

import dev.quipu.model.log.LogPosition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a commit says of itself.
///
/// That of `now` names the commit of `past` that belongs to it: the two are committed one after the
/// other, and a crash may come between.
///
/// @param logId of the log that it was made from
/// @param format of what it holds
/// @param position what it holds is the log up to here
/// @param complete whether it has been taken into service
/// @param past number of the commit of `past`, 0 for none; in a mark of `past`, its own number
record CommitMark(
    String logId,
    String format,
    LogPosition position,
    int generation,
    boolean complete,
    long past) {

  Map<String, String> written() {
    return Map.of(
        "log_id", logId,
        "position", position.toString(),
        "format", format,
        "generation", Integer.toString(generation),
        "complete", Boolean.toString(complete),
        "past", Long.toString(past));
  }

  /// Null if it is none of ours.
  static @Nullable CommitMark read(Map<String, String> written) {
    var logId = written.get("log_id");
    var format = written.get("format");
    var position = written.get("position");
    var generation = written.get("generation");
    var past = written.get("past");
    if (logId == null || position == null || generation == null || past == null || format == null) {
      return null;
    }
    try {
      return new CommitMark(
          logId,
          format,
          new LogPosition(Long.parseLong(position)),
          Integer.parseInt(generation),
          Boolean.parseBoolean(written.get("complete")),
          Long.parseLong(past));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
