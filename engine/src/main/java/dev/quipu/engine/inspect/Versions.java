package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.view.At;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads versions of objects by their number, wherever they stand on the clock of what is true.
/// Thread-safe.
public final class Versions {

  private static final int PORTION = 256;

  private final Reads reads;

  public Versions(ReadPorts ports) {
    this.reads = new Reads(ports);
  }

  /// One version, as known at a point in time; absent if it was not there yet.
  public Answer<ObjectView> version(Caller caller, ObjectRef ref, int number, ReadTime time) {
    return version(caller, ref.type(), ref, number, time);
  }

  /// The same.
  ///
  /// @param asked the type that is said to be absent
  public Answer<ObjectView> version(
      Caller caller, ObjectType asked, ObjectRef ref, int number, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<ObjectView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var view = version(new Standpoint(snapshot, at, caller, reading), ref, number);
              return view == null ? null : new Answer<>(view, at);
            });
    if (answer == null) {
      throw asked.absent();
    }
    reads.note(caller, answer.value().reason(), "version/" + ref + "@" + number);
    return answer;
  }

  /// Two versions of one object.
  public record Pair(ObjectView from, ObjectView to) {}

  /// Two versions, as known at a point in time. Numbers that the object does not have are refused:
  /// who sees the object may know its versions.
  public Answer<Pair> pair(Caller caller, ObjectRef ref, int from, int to, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<Pair>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var point = new Standpoint(snapshot, at, caller, reading);
              var latest = version(point, ref, Integer.MAX_VALUE);
              if (latest == null) {
                return null;
              }
              int last = latest.stored().version().version();
              var violations = new Violations();
              check("from", from, last, ref, violations);
              check("to", to, last, ref, violations);
              violations.throwIfAny();
              var first = version(point, ref, from);
              var second = version(point, ref, to);
              return first == null || second == null
                  ? null
                  : new Answer<>(new Pair(first, second), at);
            });
    if (answer == null) {
      throw ref.type().absent();
    }
    reads.note(caller, answer.value().from().reason(), "diff/" + ref);
    return answer;
  }

  private static void check(
      String name, int number, int last, ObjectRef ref, Violations violations) {
    if (number > last) {
      violations.add(
          Pointer.ROOT.child(name), "version.unknown", ref + " has versions 1 to " + last + ".");
    }
  }

  /// @param number [Integer#MAX_VALUE] for the last one
  static @Nullable ObjectView version(Standpoint point, ObjectRef ref, int number) {
    int before = number == Integer.MAX_VALUE ? number : number + 1;
    var page = new HistoryPage(before, 1);
    var history = point.snapshot().history(ref, point.at().asKnownAt(), page);
    if (history == null || history.versions().isEmpty()) {
      return null;
    }
    var found = history.versions().getFirst();
    boolean asked = number == Integer.MAX_VALUE || found.version().version() == number;
    return asked ? point.view(found) : null;
  }

  /// What was in force last before an instant at which nothing is; null if nothing ever was.
  static @Nullable StoredObject lastEnded(Snapshot snapshot, ObjectRef ref, At at) {
    StoredObject last = null;
    int before = Integer.MAX_VALUE;
    while (true) {
      var history = snapshot.history(ref, at.asKnownAt(), new HistoryPage(before, PORTION));
      var versions = history == null ? List.<StoredObject>of() : history.versions();
      for (var each : versions) {
        if (isEnded(each, at)
            && (last == null || each.span().validTo().isAfter(last.span().validTo()))) {
          last = each;
        }
      }
      if (versions.size() < PORTION) {
        return last;
      }
      before = versions.getLast().version().version();
    }
  }

  private static boolean isEnded(StoredObject version, At at) {
    var span = version.span();
    return !span.validTo().isAfter(at.asOf())
        && !span.sysFrom().isAfter(at.asKnownAt())
        && span.sysTo().isAfter(at.asKnownAt());
  }
}
