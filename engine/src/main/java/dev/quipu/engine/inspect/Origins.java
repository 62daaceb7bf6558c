package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells where an object comes from, and proves it by the log. Thread-safe.
public final class Origins {

  private static final int MOST_HIDDEN = 256;

  private final Reads reads;

  public Origins(ReadPorts ports) {
    this.reads = new Reads(ports);
  }

  /// The events and objects that something comes from, as far as the caller sees them.
  public Answer<Provenance> provenance(Caller caller, Subject subject, ReadTime time) {
    var verdict = new Verdict[] {Verdict.ABSENT};
    var answer =
        reads.<@Nullable Answer<Provenance>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var search = new ProvenanceSearch(new Standpoint(snapshot, at, caller, reading));
              var found = search.of(subject);
              verdict[0] = search.reason();
              return found == null ? null : new Answer<>(found, at);
            });
    if (answer == null) {
      throw subject.type().absent();
    }
    reads.note(caller, verdict[0], "provenance/" + subject.type().wireName() + "/" + subject.id());
    return answer;
  }

  /// An entry, with what binds it to the log.
  ///
  /// @param proven the object that the entry made a version of, or the event itself
  /// @param version which version of it
  /// @param tellsHeader whether the caller may see the header, which names all that the entry made:
  ///   not for who only may read the event, whether there is anything among that it does not see or
  ///   not
  /// @param previous the hash of the entry before
  /// @param links the hashes of the entries behind it, up to the checkpoint or the head
  /// @param checkpoint the first that vouches for the entry; null if there is none yet
  public record Proof(
      ObjectRef proven,
      int version,
      LogEntry entry,
      boolean tellsHeader,
      Hash previous,
      List<Seal> links,
      @Nullable SignedCheckpoint checkpoint,
      Head head) {

    public Proof {
      links = List.copyOf(links);
    }
  }

  /// The proof of something: the entry that made it, or the newest of those before it that the
  /// caller may read.
  public Proof proof(Caller caller, Subject subject, ReadTime time) {
    var proof =
        reads.<@Nullable Proof>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var point = new Standpoint(snapshot, at, caller, reading);
              var made = madeBy(subject, point);
              return made == null ? null : proof(made, point);
            });
    if (proof == null) {
      throw subject.type().absent();
    }
    reads.note(
        caller,
        Reads.judge(proof.entry(), caller, reads.reading()),
        "proof/" + subject.type().wireName() + "/" + subject.id());
    return proof;
  }

  /// What speaks for a subject: an event, or a version of an object.
  static @Nullable Node ground(Subject subject, Standpoint point) {
    return switch (subject) {
      case Subject.Whole(var ref) when ref.type() == ObjectType.EVENT -> point.find(ref);
      case Subject.Whole(var ref) when ref.type() == ObjectType.EMBEDDING ->
          stored(
              Embeddings.memoryOf(
                  ref.id(), point.snapshot(), point.at(), point.caller(), point.reading()));
      case Subject.Whole(var ref) ->
          stored(point.view(Inspect.stored(point.snapshot(), ref, point.at())));
      case Subject.Version(var ref, var number) -> stored(Versions.version(point, ref, number));
      case Subject.Computed(var id) -> {
        var edge = Graph.computed(point, id);
        yield edge == null ? null : edge.source();
      }
    };
  }

  private static Node.@Nullable Stored stored(@Nullable ObjectView view) {
    return view == null ? null : new Node.Stored(view.stored(), view.reason());
  }

  /// An entry that made a version of an object, or that is the event.
  private record Made(ObjectRef object, int version, LogEntry entry) {}

  private static @Nullable Made madeBy(Subject subject, Standpoint point) {
    return switch (ground(subject, point)) {
      case Node.Happened(var entry, var _) -> new Made(ObjectRef.of(entry.eventId()), 1, entry);
      case Node.Stored(var stored, var _) -> madeBy(stored, point);
      case Node.Embedded _ -> throw new IllegalStateException("a memory speaks for an embedding");
      case null -> null;
    };
  }

  /// What made a version may be hidden, as an event of somebody else that made a summary stale:
  /// then what made an earlier one speaks for it. After so many the first of all is tried.
  private static @Nullable Made madeBy(StoredObject stored, Standpoint point) {
    var ref = stored.object().ref();
    int number = stored.version().version();
    var page = new HistoryPage(number + 1, MOST_HIDDEN);
    var history = point.snapshot().history(ref, point.at().asKnownAt(), page);
    for (var each : history == null ? List.<StoredObject>of() : history.versions()) {
      var entry = entryAt(each.version().position(), point);
      if (entry != null) {
        return new Made(ref, each.version().version(), entry);
      }
    }
    var first = entryAt(stored.object().created(), point);
    return first == null ? null : new Made(ref, 1, first);
  }

  private static Proof proof(Made made, Standpoint point) {
    var entry = made.entry();
    var snapshot = point.snapshot();
    long place = entry.position().value();
    var before = place < 2 ? List.<Seal>of() : snapshot.seals(new LogPosition(place - 2), 1);
    long due = (place + Checkpoint.EVERY - 1) / Checkpoint.EVERY * Checkpoint.EVERY;
    long end = Math.min(due, snapshot.head().position().value());
    var links = snapshot.seals(entry.position(), Math.toIntExact(end - place));
    var checkpoint =
        snapshot.checkpoints(new LogPosition(due - 1), 1).stream()
            .filter(signed -> signed.checkpoint().position().value() == due)
            .findFirst()
            .orElse(null);
    return new Proof(
        made.object(),
        made.version(),
        entry,
        point.judge(entry) == Verdict.OWNER,
        before.isEmpty() ? Hash.ZERO : before.getFirst().hash(),
        links,
        checkpoint,
        snapshot.head());
  }

  /// An event that the caller sees and that was known then.
  static @Nullable LogEntry eventAt(EventId id, Standpoint point) {
    return point.find(ObjectRef.of(id)) instanceof Node.Happened(var entry, var _) ? entry : null;
  }

  /// The entry at a position, if the caller sees it.
  static @Nullable LogEntry entryAt(LogPosition position, Standpoint point) {
    var before = new LogPosition(position.value() - 1);
    var listing = new EventListing(before, position, Map.of(), null, null, false, 1);
    return point.snapshot().events(listing).stream()
        .filter(entry -> point.judge(entry).allows())
        .findFirst()
        .orElse(null);
  }
}
