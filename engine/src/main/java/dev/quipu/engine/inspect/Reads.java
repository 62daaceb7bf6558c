package dev.quipu.engine.inspect;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What every read does: open a snapshot under the caller's scope, cut pages, ask the rule again,
/// keep a note of what an admin's right alone has shown.
final class Reads {

  private final Storage storage;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final Cursors cursors;
  private final Duration skew;

  Reads(Storage storage, InstantSource clock, AuditTrail audit, Limits limits) {
    this.storage = storage;
    this.skew = limits.clockSkew();
    this.clock = clock;
    this.audit = audit;
    this.cursors = new Cursors(storage.logId(), storage.signingKeys().cursors());
  }

  interface Read<T extends @Nullable Object> {
    T in(Snapshot snapshot, Reading reading);
  }

  <T extends @Nullable Object> T read(Caller caller, Read<T> work) {
    caller.require(Grant.READ);
    var reading = reading();
    try (var snapshot = storage.read(ReadScope.of(caller, reading))) {
      return work.in(snapshot, reading);
    }
  }

  Reading reading() {
    return Reading.plain(clock.instant().truncatedTo(ChronoUnit.MICROS));
  }

  /// The point that was asked for.
  At at(ReadTime time, Snapshot snapshot, Reading reading) {
    return time.resolve(snapshot, reading.clock(), skew);
  }

  /// Cuts a page out of what was found, which is one more than asked for if there is more.
  ///
  /// @param start where the page begins
  /// @param placeOf where the page after an item begins
  /// @param shown what the caller sees of an item; null = nothing
  <S, T> Page<T> page(
      Page.Request request,
      Cursors.Cursor start,
      String list,
      Caller caller,
      List<S> found,
      Function<S, List<String>> placeOf,
      Function<S, @Nullable T> shown) {
    boolean more = found.size() > request.limit();
    var kept = more ? found.subList(0, request.limit()) : found;
    var items = new ArrayList<T>(kept.size());
    for (var each : kept) {
      var item = shown.apply(each);
      if (item != null) {
        items.add(item);
      }
    }
    var next =
        more
            ? cursors.write(
                new Cursors.Cursor(start.at(), start.asked(), placeOf.apply(kept.getLast())),
                caller,
                list)
            : null;
    return new Page<>(items, next, start.at());
  }

  /// Where a page begins: at its cursor, or at the point in time that was asked for.
  Cursors.Cursor start(
      Page.Request page,
      String list,
      Caller caller,
      ReadTime time,
      Snapshot snapshot,
      Reading reading) {
    var asked = at(time, snapshot, reading);
    if (page.cursor() == null) {
      return new Cursors.Cursor(asked, time.asked(), List.of());
    }
    var cursor = cursors.read(page.cursor(), caller, list);
    if (!time.agreesWith(cursor, snapshot)) {
      throw Cursors.forged();
    }
    return cursor;
  }

  static Verdict judge(ObjectRow object, Caller caller, Reading reading) {
    return judge(object.envelope(), object.quarantined(), caller, reading);
  }

  static Verdict judge(LogEntry entry, Caller caller, Reading reading) {
    return judge(entry.recorded().envelope(), false, caller, reading);
  }

  private static Verdict judge(
      Envelope envelope, boolean quarantined, Caller caller, Reading reading) {
    return AccessRule.judge(caller, new Guarded(caller.tenant(), envelope, quarantined), reading);
  }

  void note(Caller caller, Verdict reason, String what) {
    if (reason == Verdict.ADMIN) {
      audit.adminRead(caller, what);
    }
  }

  void noteAll(Caller caller, List<Verdict> reasons, String list) {
    long count = reasons.stream().filter(reason -> reason == Verdict.ADMIN).count();
    if (count > 0) {
      audit.adminRead(caller, list + " (" + count + ")");
    }
  }
}
