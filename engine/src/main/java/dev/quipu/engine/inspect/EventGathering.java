package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// Reads several listings as one, in the order of the log. They differ in their fields only; an
  /// event that several of them have is taken once.
  static EventGathering merged(Snapshot snapshot, List<EventListing> listings, long maxBytes) {
    return merged(snapshot, listings, List.of(), maxBytes);
  }

  /// The same, and some events that are in none of them.
  ///
  /// @param others in the order of the listings, within their bounds
  static EventGathering merged(
      Snapshot snapshot, List<EventListing> listings, List<LogEntry> others, long maxBytes) {
    int portion = Math.max(1, PORTION / listings.size());
    var sources = new ArrayList<Source>();
    listings.forEach(each -> sources.add(new Source(snapshot, each, portion)));
    sources.add(new Source(snapshot, listings.getFirst(), others));
    boolean newestFirst = listings.getFirst().newestFirst();
    var entries = new ArrayList<LogEntry>();
    int taken = listings.getFirst().limit();
    long bytes = 0;
    while (entries.size() <= taken) {
      var next = first(sources, newestFirst);
      if (next == null) {
        break;
      }
      var entry = next.ready.remove();
      if (!entries.isEmpty() && entries.getLast().position().equals(entry.position())) {
        continue;
      }
      entries.add(entry);
      bytes += entry.content().payload().length;
      if (bytes > maxBytes) {
        taken = Math.min(taken, entries.size());
      }
    }
    return new EventGathering(entries, taken);
  }

  /// The one whose next event comes first; null if none has any.
  private static @Nullable Source first(List<Source> sources, boolean newestFirst) {
    Source first = null;
    LogPosition best = null;
    for (var source : sources) {
      var entry = source.peek();
      if (entry != null && (best == null || entry.position().isAfter(best) == newestFirst)) {
        first = source;
        best = entry.position();
      }
    }
    return first;
  }

  /// One of several listings, read a few events ahead.
  private static final class Source {

    private final Snapshot snapshot;
    private final ArrayDeque<LogEntry> ready = new ArrayDeque<>();
    private EventListing rest;
    private boolean ended;

    Source(Snapshot snapshot, EventListing listing, int portion) {
      this.snapshot = snapshot;
      this.rest = listing.limitedTo(portion);
    }

    /// All of it is there.
    Source(Snapshot snapshot, EventListing listing, List<LogEntry> all) {
      this.snapshot = snapshot;
      this.rest = listing;
      this.ready.addAll(all);
      this.ended = true;
    }

    @Nullable LogEntry peek() {
      if (ready.isEmpty() && !ended) {
        var portion = snapshot.events(rest);
        ready.addAll(portion);
        ended = portion.size() < rest.limit();
        rest = portion.isEmpty() ? rest : behind(rest, portion.getLast().position());
      }
      return ready.peek();
    }
  }

  private static EventListing behind(EventListing listing, LogPosition last) {
    return listing.newestFirst()
        ? listing.between(listing.after(), new LogPosition(last.value() - 1))
        : listing.between(last, listing.upTo());
  }
}
