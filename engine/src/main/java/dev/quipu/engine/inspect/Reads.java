package dev.quipu.engine.inspect;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing.Place;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Origin;
import dev.quipu.model.payload.Catalogue;
import dev.quipu.model.view.At;
import dev.quipu.model.view.VersionTag;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What every read does: open a snapshot under the caller's scope, wait for it to show what the
/// caller knows to be written, cut pages, ask the rule again, keep a note of what an admin's right
/// alone has shown.
final class Reads {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Storage storage;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final Cursors cursors;
  private final CommitSignal signal;
  private final Catalogue catalogue;
  private final Duration skew;
  private final Duration maxWait;

  Reads(ReadPorts ports) {
    this.storage = ports.storage();
    this.skew = ports.limits().clockSkew();
    this.clock = ports.clock();
    this.audit = ports.audit();
    this.cursors = new Cursors(storage.logId(), storage.signingKeys().cursors());
    this.signal = ports.signal();
    this.catalogue = ports.catalogue();
    this.maxWait = ports.limits().maxWait();
  }

  interface Read<T extends @Nullable Object> {
    T in(Snapshot snapshot, Reading reading);
  }

  <T extends @Nullable Object> T read(Caller caller, Read<T> work) {
    caller.require(Grant.READ);
    var reading = reading();
    try (var snapshot = shown(ReadScope.of(caller, reading), caller, reading)) {
      return work.in(snapshot, reading);
    }
  }

  /// The same of what is kept, entities in their aspects.
  <T extends @Nullable Object> T readKept(Caller caller, Read<T> work) {
    var reading = reading();
    try (var snapshot = storage.read(ReadScope.of(caller, reading))) {
      return work.in(snapshot, reading);
    }
  }

  /// One moment of the store through a scope, entities as a whole.
  WholeEntities shown(ReadScope scope, Caller caller, Reading reading) {
    return new WholeEntities(
        storage.read(scope), aspect -> judge(aspect, caller, reading).allows(), catalogue);
  }

  /// Reads once the log has come to where the caller wants it, if it comes there in time.
  <T extends @Nullable Object> T read(Caller caller, ReadTime time, Read<T> work) {
    var after = time.after();
    if (after == null) {
      return read(caller, work);
    }
    record Done<T extends @Nullable Object>(T value) {}
    Read<@Nullable Done<T>> onceThere =
        (snapshot, reading) ->
            after.isAfter(snapshot.head().position())
                ? null
                : new Done<>(work.in(snapshot, reading));
    var done = read(caller, onceThere);
    if (done == null) {
      done = await(caller, after, onceThere);
    }
    return done.value();
  }

  /// No connection is held while waiting.
  private <T> T await(Caller caller, LogPosition after, Read<@Nullable T> onceThere) {
    long end = System.nanoTime() + maxWait.toNanos();
    // Taken before the next look, so that nothing falls between looking and waiting.
    try (var follower = signal.follow(caller.tenant())) {
      while (true) {
        var done = read(caller, onceThere);
        if (done != null) {
          return done;
        }
        if (!follower.await(Duration.ofNanos(end - System.nanoTime()))) {
          throw new Unavailable(
              "position.not_reached", "the log has not come to position " + after, RETRY_AFTER);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("server.stopping", "the server is stopping", RETRY_AFTER, e);
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
    var next = more ? cursor(start, placeOf.apply(kept.getLast()), caller, list) : null;
    return new Page<>(items, next, start.at());
  }

  /// What the page after this one is asked for by.
  ///
  /// @param start where this page began
  String cursor(Cursors.Cursor start, List<String> place, Caller caller, String list) {
    return cursors.write(new Cursors.Cursor(start.at(), start.asked(), place), caller, list);
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

  /// Where a list of objects goes on, as its cursor says it; null from the start.
  static @Nullable Place placeIn(List<String> cursor) {
    return cursor.isEmpty()
        ? null
        : new Place(new LogPosition(Long.parseLong(cursor.get(0))), cursor.get(1));
  }

  /// The place of an object, as cursors say it.
  static List<String> cursorAt(Place place) {
    return List.of(place.created().toString(), place.id());
  }

  static Verdict judge(ObjectRow object, Caller caller, Reading reading) {
    return judge(object.envelope(), object.quarantined(), caller, reading);
  }

  /// A version of an object. What a search does not cover is not told of beside what it finds
  /// either: as the end of an edge, or as an origin.
  static Verdict judge(StoredObject stored, Caller caller, Reading reading) {
    var object = stored.object();
    var agent = Origin.agent(object.ref().type(), stored.version().body());
    return reading.search() && !caller.searches(agent)
        ? Verdict.ABSENT
        : judge(object, caller, reading);
  }

  static Verdict judge(LogEntry entry, Caller caller, Reading reading) {
    if (reading.search() && !caller.searches(entry.event().agentId())) {
      return Verdict.ABSENT;
    }
    return judge(entry.recorded().envelope(), false, caller, reading);
  }

  private static Verdict judge(
      Envelope envelope, boolean quarantined, Caller caller, Reading reading) {
    return AccessRule.judge(caller, new Guarded(caller.tenant(), envelope, quarantined), reading);
  }

  void requireWritable(Caller caller, ObjectRef ref, @Nullable Set<VersionTag> ifTags) {
    caller.require(Grant.WRITE);
    var reading = reading();
    try (var snapshot = shown(ReadScope.of(caller, reading), caller, reading)) {
      var history =
          snapshot.history(ref, snapshot.head().position(), new HistoryPage(Integer.MAX_VALUE, 1));
      if (history == null || !judge(history.object(), caller, reading).allows()) {
        throw ref.type().absent();
      }
      var object = history.object();
      var guarded = new Guarded(caller.tenant(), object.envelope(), object.quarantined());
      if (!AccessRule.mayWrite(caller, guarded, reading)) {
        throw new Forbidden(
            "object.not_yours", "only the owner or a tenant admin may change " + ref, "");
      }
      var stored = snapshot.object(ref, at(ReadTime.NOW, snapshot, reading));
      VersionTag.require(ifTags, ref, stored == null ? null : stored.span());
    }
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
