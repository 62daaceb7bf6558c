package dev.quipu.engine.inspect;

import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessRule.Reading;
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
import dev.quipu.model.view.At;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells where an object comes from, and proves it by the log. Thread-safe.
public final class Evidence {

  private final Reads reads;

  public Evidence(
      Storage storage, InstantSource clock, AuditTrail audit, CommitSignal signal, Limits limits) {
    this.reads = new Reads(storage, clock, audit, signal, limits);
  }

  /// The events and objects that an object comes from, as far as the caller sees them.
  public Answer<Provenance> provenance(Caller caller, ObjectRef ref, ReadTime time) {
    var verdict = new Verdict[] {Verdict.ABSENT};
    var answer =
        reads.<@Nullable Answer<Provenance>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var search = new ProvenanceSearch(snapshot, at, caller, reading);
              var found = search.of(ref);
              verdict[0] = search.reason();
              return found == null ? null : new Answer<>(found, at);
            });
    if (answer == null) {
      throw ref.type().absent();
    }
    reads.note(caller, verdict[0], "provenance/" + ref);
    return answer;
  }

  /// The entry that made what is in force, with what binds it to the log.
  ///
  /// @param previous the hash of the entry before
  /// @param links the hashes of the entries behind it, up to the checkpoint or the head
  /// @param checkpoint the first that vouches for the entry; null if there is none yet
  public record Proof(
      LogEntry entry,
      Hash previous,
      List<Seal> links,
      @Nullable SignedCheckpoint checkpoint,
      Head head) {

    public Proof {
      links = List.copyOf(links);
    }
  }

  /// The proof of an object, for those who may read the event that made it.
  public Proof proof(Caller caller, ObjectRef ref, ReadTime time) {
    var proof =
        reads.<@Nullable Proof>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var entry = madeBy(ref, snapshot, at, caller, reading);
              return entry == null ? null : proof(entry, snapshot);
            });
    if (proof == null) {
      throw ref.type().absent();
    }
    reads.note(caller, Reads.judge(proof.entry(), caller, reads.reading()), "proof/" + ref);
    return proof;
  }

  private static @Nullable LogEntry madeBy(
      ObjectRef ref, Snapshot snapshot, At at, Caller caller, Reading reading) {
    if (ref.type() == ObjectType.EVENT) {
      return eventAt(new EventId(ref.id()), snapshot, at, caller, reading);
    }
    var view = subject(ref, snapshot, at, caller, reading);
    return view == null
        ? null
        : entryAt(view.stored().version().position(), snapshot, caller, reading);
  }

  private static Proof proof(LogEntry entry, Snapshot snapshot) {
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
        entry,
        before.isEmpty() ? Hash.ZERO : before.getFirst().hash(),
        links,
        checkpoint,
        snapshot.head());
  }

  /// What is kept of an object; of an embedding it is the memory that has it.
  static @Nullable ObjectView subject(
      ObjectRef ref, Snapshot snapshot, At at, Caller caller, Reading reading) {
    return ref.type() == ObjectType.EMBEDDING
        ? Embeddings.memoryOf(ref.id(), snapshot, at, caller, reading)
        : Inspect.view(snapshot, Inspect.stored(snapshot, ref, at), at, caller, reading);
  }

  /// An event that the caller sees and that was known then.
  static @Nullable LogEntry eventAt(
      EventId id, Snapshot snapshot, At at, Caller caller, Reading reading) {
    var entry = snapshot.event(id);
    return entry == null
            || entry.position().isAfter(at.asKnownAt())
            || !Reads.judge(entry, caller, reading).allows()
        ? null
        : entry;
  }

  /// The entry at a position, if the caller sees it.
  static @Nullable LogEntry entryAt(
      LogPosition position, Snapshot snapshot, Caller caller, Reading reading) {
    var before = new LogPosition(position.value() - 1);
    var listing = new EventListing(before, position, Map.of(), null, null, false, 1);
    return snapshot.events(listing).stream()
        .filter(entry -> Reads.judge(entry, caller, reading).allows())
        .findFirst()
        .orElse(null);
  }
}
