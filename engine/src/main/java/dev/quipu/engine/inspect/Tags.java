package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.SnapshotTag;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the names that positions of the log were given. Thread-safe.
///
/// Names are their owners': a caller's own counts before one that it merely sees, and among those
/// the oldest, so that no name comes to mean something else because somebody makes another.
public final class Tags {

  private final Reads reads;

  public Tags(ReadPorts ports) {
    this.reads = new Reads(ports);
  }

  /// What a name stands for.
  public Answer<ObjectView> find(Caller caller, String tag, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<ObjectView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var own = snapshot.object(SnapshotTag.ref(caller.principal(), tag), at);
              var stored = own == null ? oldest(snapshot, tag, at) : own;
              var view = stored == null ? null : view(stored, caller, reading);
              return view == null ? null : new Answer<>(view, at);
            });
    if (answer == null) {
      throw new NotFound("snapshot.not_found", "there is no snapshot with this tag");
    }
    reads.note(caller, answer.value().reason(), "snapshot/" + tag);
    return answer;
  }

  /// The position that a name stands for.
  public LogPosition position(Caller caller, String tag, @Nullable LogPosition after) {
    var found = find(caller, tag, new ReadTime(null, null, after));
    return SnapshotTag.of(found.value().stored().version().body()).position();
  }

  private static @Nullable StoredObject oldest(Snapshot snapshot, String tag, At at) {
    var fields = Map.of(SnapshotTag.TAG, tag);
    var found = snapshot.objects(new ObjectListing(ObjectType.SNAPSHOT, fields, null, 1), at);
    return found.isEmpty() ? null : found.getFirst();
  }

  private static @Nullable ObjectView view(StoredObject stored, Caller caller, Reading reading) {
    var verdict = Reads.judge(stored.object(), caller, reading);
    return verdict.allows() ? new ObjectView(stored, verdict) : null;
  }

  /// For each version the newest name in whose snapshot it is what is in force, by its number;
  /// versions that no snapshot shows are left out.
  public Map<Integer, String> showing(Caller caller, List<StoredObject> versions, At at) {
    return reads.read(
        caller,
        (snapshot, reading) -> {
          var search = new Search(snapshot, caller, reading);
          var tags = new HashMap<Integer, String>();
          if (search.newestBefore(at.asKnownAt().next(), at.asKnownAt()) == null) {
            return tags;
          }
          for (var version : versions) {
            var tag = search.showing(version, at.asKnownAt());
            if (tag != null) {
              tags.put(version.version().version(), tag.tag());
            }
          }
          return tags;
        });
  }

  /// Looks for names of positions at which a version was in force.
  private record Search(Snapshot snapshot, Caller caller, Reading reading) {

    /// How many rectangles of one version are looked at.
    private static final int MAX_RECTANGLES = 64;

    /// How many names are passed over that were made while an object was deleted.
    private static final int MAX_TAGS = 64;

    /// A version may have had several rectangles, one after the other on the clock of what is
    /// known: the newest comes first.
    @Nullable SnapshotTag showing(StoredObject version, LogPosition known) {
      var rectangle = version;
      var at = known;
      for (int i = 0; i < MAX_RECTANGLES; i++) {
        var tag = within(rectangle, at);
        var span = rectangle.span();
        if (tag != null || !span.sysFrom().isAfter(version.version().position())) {
          return tag;
        }
        at = new LogPosition(span.sysFrom().value() - 1);
        var page = new HistoryPage(version.version().version() + 1, 1);
        var history = snapshot.history(version.object().ref(), at, page);
        if (history == null || history.versions().isEmpty()) {
          return null;
        }
        rectangle = history.versions().getFirst();
      }
      return null;
    }

    private @Nullable SnapshotTag within(StoredObject rectangle, LogPosition known) {
      var span = rectangle.span();
      var end = known.next();
      if (end.isAfter(span.sysTo())) {
        end = span.sysTo();
      }
      if (!span.validTo().equals(ValidTime.FOREVER)) {
        var last = snapshot.positionAt(span.validTo().minusNanos(1000));
        end = last.next().isAfter(end) ? end : last.next();
      }
      for (int i = 0; i < MAX_TAGS; i++) {
        var tag = newestBefore(end, known);
        if (tag == null
            || span.sysFrom().isAfter(tag.position())
            || span.validFrom().isAfter(tag.time())) {
          return null;
        }
        if (isThere(rectangle.object(), tag)) {
          return tag;
        }
        end = tag.position();
      }
      return null;
    }

    /// What is deleted keeps its rectangles, but no snapshot of that time shows it.
    private boolean isThere(ObjectRow object, SnapshotTag tag) {
      return !object.everDeleted()
          || snapshot.object(object.ref(), new At(tag.time(), tag.position())) != null;
    }

    /// A name is made at the position that it names, so the newest one before some position is the
    /// first of a list.
    @Nullable SnapshotTag newestBefore(LogPosition end, LogPosition known) {
      var before = new ObjectListing.Place(end, "");
      var newest = new ObjectListing(ObjectType.SNAPSHOT, Map.of(), before, 1, true);
      for (var found : snapshot.objects(newest, new At(snapshot.head().visibleTime(), known))) {
        if (view(found, caller, reading) != null) {
          return SnapshotTag.of(found.version().body());
        }
      }
      return null;
    }
  }
}
