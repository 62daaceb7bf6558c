package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing.Place;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityName;
import dev.quipu.model.view.At;
import dev.quipu.model.view.VersionTag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads objects and their versions. Thread-safe.
public final class Inspect {

  private final Reads reads;
  private final int maxLookedAt;

  public Inspect(ReadPorts ports) {
    this.reads = new Reads(ports);
    this.maxLookedAt = ports.limits().maxLookedAt();
  }

  /// One object at a point in time. A memory that has ended is still shown, as what it was last:
  /// people ask for what they remember to have known.
  public Answer<ObjectView> object(Caller caller, ObjectRef ref, ReadTime time) {
    var answer =
        reads.read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var view = view(snapshot, stored(snapshot, ref, at), at, caller, reading);
              return view == null ? null : new Answer<>(view, at);
            });
    if (answer == null) {
      throw ref.type().absent();
    }
    reads.note(caller, answer.value().reason(), "object/" + ref);
    return answer;
  }

  /// What is in force, or of a memory what was last. What is known of an entity has no end.
  static @Nullable StoredObject stored(Snapshot snapshot, ObjectRef ref, At at) {
    var inForce = snapshot.object(ref, at);
    return inForce == null && ref.type() == ObjectType.MEMORY && Standpoint.isKept(ref)
        ? Versions.lastEnded(snapshot, ref, at)
        : inForce;
  }

  /// Objects of a type at a point in time, in the order in which they were made. A page can be
  /// short and yet have another behind it, if little of what it looked at has the values of the
  /// fields.
  public Page<ObjectView> objects(
      Caller caller,
      ObjectType type,
      Map<String, String> fields,
      ReadTime time,
      Page.Request page) {
    return objects(caller, type, fields, false, time, page);
  }

  /// The same, and if `nested` also those of the sessions below the one in `session_id`.
  public Page<ObjectView> objects(
      Caller caller,
      ObjectType type,
      Map<String, String> fields,
      boolean nested,
      ReadTime time,
      Page.Request page) {
    return objects(
        caller,
        list(type, fields, nested),
        wish(caller, type, fields, nested, page),
        time,
        page,
        (_, found) -> found);
  }

  /// Something else that is made of a page, in the same moment of the store.
  interface Making<T> {
    Page<T> of(Snapshot snapshot, Page<ObjectView> found);
  }

  /// What is made of memories.
  <T> Page<T> memories(
      Caller caller,
      Map<String, String> fields,
      ReadTime time,
      Page.Request page,
      Making<T> making) {
    return objects(
        caller,
        list(ObjectType.MEMORY, fields, false),
        wish(caller, ObjectType.MEMORY, fields, false, page),
        time,
        page,
        making);
  }

  /// What is made of entities that were ever called so, as names of their types are compared: by
  /// each of the ways to compare names those whose type has it.
  <T> Page<T> called(
      Caller caller, String name, ReadTime time, Page.Request page, Making<T> making) {
    var filters =
        EntityName.allNormal(name).stream()
            .map(key -> Map.of(AspectBody.KIND, AspectBody.KIND_ENTITY, AspectBody.NAMED, key))
            .toList();
    return objects(
        caller,
        "called/" + name,
        (_, after) ->
            new ObjectGathering.Wanted(
                ObjectType.MEMORY,
                filters,
                (view, fields) -> isCalled(view, name, fields.get(AspectBody.NAMED)),
                after,
                page.limit()),
        time,
        page,
        making);
  }

  private static boolean isCalled(ObjectView entity, String name, @Nullable String key) {
    var type = entity.stored().version().body().text(AspectBody.TYPE);
    return type != null && EntityName.normal(type, name).equals(key);
  }

  private static String list(ObjectType type, Map<String, String> fields, boolean nested) {
    return "objects/" + type.wireName() + new TreeMap<>(fields) + (nested ? "nested" : "");
  }

  /// What a page of a list is to have.
  private interface Wish {
    ObjectGathering.Wanted at(Standpoint point, @Nullable Place after);
  }

  private static Wish wish(
      Caller caller,
      ObjectType type,
      Map<String, String> fields,
      boolean nested,
      Page.Request page) {
    return (point, after) -> {
      var filters =
          nested
              ? new NestedSessions(point.snapshot(), point.at(), caller, point.reading())
                  .below(fields).stream()
                      .map(session -> NestedSessions.in(session, fields))
                      .toList()
              : List.of(fields);
      return new ObjectGathering.Wanted(type, filters, (_, _) -> true, after, page.limit());
    };
  }

  private <T> Page<T> objects(
      Caller caller, String list, Wish wish, ReadTime time, Page.Request page, Making<T> making) {
    record Made<T>(Page<ObjectView> found, Page<T> made) {}
    var result =
        reads.<Made<T>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var point = new Standpoint(snapshot, start.at(), caller, reading);
              var wanted = wish.at(point, Reads.placeIn(start.place()));
              var gathered = ObjectGathering.of(point, wanted, maxLookedAt);
              var end = gathered.end();
              Page<ObjectView> found =
                  end != null
                      ? new Page<>(
                          gathered.found(),
                          reads.cursor(start, Reads.cursorAt(end), caller, list),
                          start.at())
                      : reads.page(
                          page,
                          start,
                          list,
                          caller,
                          gathered.found(),
                          view -> Reads.cursorAt(ObjectGathering.placeOf(view)),
                          view -> view);
              return new Made<>(found, making.of(snapshot, found));
            });
    reads.noteAll(caller, result.found().items().stream().map(ObjectView::reason).toList(), list);
    return result.made();
  }

  /// Refuses what a change of an object would be refused for, before anything is sent along with it
  /// that takes long. Shows nothing of the object, so that it needs no right to read.
  ///
  /// @param ifTags one of these must be in force; null = whatever is
  public void requireWritable(Caller caller, ObjectRef ref, @Nullable Set<VersionTag> ifTags) {
    reads.requireWritable(caller, ref, ifTags);
  }

  /// The versions of an object, newest first, as known at a point in time.
  public Page<ObjectView> versions(Caller caller, ObjectRef ref, ReadTime time, Page.Request page) {
    var result = history(caller, ref, time, page);
    if (result.items().isEmpty()) {
      throw ref.type().absent();
    }
    return result;
  }

  /// The same; nothing if there is no such object.
  public Page<ObjectView> history(Caller caller, ObjectRef ref, ReadTime time, Page.Request page) {
    var list = "versions/" + ref;
    var result =
        reads.<Page<ObjectView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              int before =
                  start.place().isEmpty()
                      ? Integer.MAX_VALUE
                      : Integer.parseInt(start.place().getFirst());
              var history =
                  snapshot.history(
                      ref, start.at().asKnownAt(), new HistoryPage(before, page.limit() + 1));
              var verdict =
                  history == null ? Verdict.ABSENT : Reads.judge(history.object(), caller, reading);
              if (history == null
                  || !verdict.allows()
                  || history.versions().stream()
                      .anyMatch(
                          stored ->
                              !joinsWhatIsThere(snapshot, stored, start.at(), caller, reading))) {
                return new Page<>(List.of(), null, start.at());
              }
              return reads.page(
                  page,
                  start,
                  list,
                  caller,
                  history.versions(),
                  stored -> List.of(Integer.toString(stored.version().version())),
                  stored -> new ObjectView(stored, verdict));
            });
    reads.noteAll(caller, result.items().stream().map(ObjectView::reason).toList(), list);
    return result;
  }

  /// Why the caller may see what is at a node.
  private static Verdict reason(
      Snapshot snapshot, ObjectRef ref, At at, Caller caller, Reading reading) {
    if (ref.type() == ObjectType.EVENT) {
      var entry = snapshot.event(new EventId(ref.id()));
      return entry == null || !Standpoint.isThere(entry, at)
          ? Verdict.ABSENT
          : Reads.judge(entry, caller, reading);
    }
    var view = view(snapshot, snapshot.object(ref, at), at, caller, reading);
    return view == null ? Verdict.ABSENT : view.reason();
  }

  static @Nullable ObjectView view(
      Snapshot snapshot, @Nullable StoredObject stored, At at, Caller caller, Reading reading) {
    if (stored == null) {
      return null;
    }
    var verdict = Reads.judge(stored, caller, reading);
    return verdict.allows() && joinsWhatIsThere(snapshot, stored, at, caller, reading)
        ? new ObjectView(stored, verdict)
        : null;
  }

  /// An edge is seen by those who see both its ends: it would tell of them otherwise.
  private static boolean joinsWhatIsThere(
      Snapshot snapshot, StoredObject stored, At at, Caller caller, Reading reading) {
    if (stored.object().ref().type() != ObjectType.EDGE) {
      return true;
    }
    var ends = EdgeEnds.of(stored.version().body());
    return reason(snapshot, ends.source(), at, caller, reading).allows()
        && reason(snapshot, ends.target(), at, caller, reading).allows();
  }
}
