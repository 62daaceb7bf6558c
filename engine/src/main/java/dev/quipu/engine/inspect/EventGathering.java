package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayList;
import java.util.List;

/// Events of a listing, read in portions until there are enough of them or they weigh too much: a
/// thousand large events must not be in memory at once.
///
/// @param entries at most one more than `taken`
/// @param taken how many of them belong to the answer
record EventGathering(List<LogEntry> entries, int taken) {

  private static final int PORTION = 32;

  /// Whether there are more than those taken.
  boolean hasMore() {
    return entries.size() > taken;
  }

  List<LogEntry> takenEntries() {
    return entries.subList(0, Math.min(taken, entries.size()));
  }

  /// Reads a listing.
  ///
  /// @param listing its limit is how many are wanted
  /// @param maxBytes of payloads; the one that exceeds it is the last
  static EventGathering of(Snapshot snapshot, EventListing listing, long maxBytes) {
    var entries = new ArrayList<LogEntry>();
    int taken = listing.limit();
    long bytes = 0;
    var rest = listing.limitedTo(PORTION);
    while (true) {
      var portion = snapshot.events(rest);
      for (var entry : portion) {
        entries.add(entry);
        bytes += entry.content().payload().length;
        if (bytes > maxBytes) {
          taken = Math.min(taken, entries.size());
        }
        if (entries.size() > taken) {
          return new EventGathering(entries, taken);
        }
      }
      if (portion.size() < PORTION) {
        return new EventGathering(entries, taken);
      }
      rest = behind(rest, portion.getLast().position());
    }
  }

  private static EventListing behind(EventListing listing, LogPosition last) {
    return listing.newestFirst()
        ? listing.between(listing.after(), new LogPosition(last.value() - 1))
        : listing.between(last, listing.upTo());
  }
}
