package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// From where a caller looks: at one moment of the store, at one point on the two clocks.
record Standpoint(Snapshot snapshot, At at, Caller caller, Reading reading) {

  /// What is there for the caller; null if nothing is.
  @Nullable Node find(ObjectRef ref) {
    return switch (ref.type()) {
      case EVENT -> event(ref);
      case EMBEDDING -> embedding(ref);
      default -> {
        var view = view(snapshot.object(ref, at));
        yield view == null ? null : new Node.Stored(view.stored(), view.reason());
      }
    };
  }

  /// What there is of several for the caller: of those that are kept as objects. The others are to
  /// be found one by one.
  List<Node> findStored(Collection<ObjectRef> refs) {
    var kept = refs.stream().filter(Standpoint::isKept).toList();
    var found = new ArrayList<Node>();
    for (var stored : kept.isEmpty() ? List.<StoredObject>of() : snapshot.objects(kept, at)) {
      var view = view(stored);
      if (view != null) {
        found.add(new Node.Stored(view.stored(), view.reason()));
      }
    }
    return found;
  }

  /// Events are in the log, embeddings with their memories, entities in their aspects.
  static boolean isKept(ObjectRef ref) {
    return ref.type() != ObjectType.EVENT
        && ref.type() != ObjectType.EMBEDDING
        && Aspect.entityOf(ref) == null;
  }

  /// The same, or what is answered for what is not there.
  Node require(ObjectRef ref) {
    var node = find(ref);
    if (node == null) {
      throw ref.type().absent();
    }
    return node;
  }

  /// Whether the other end of an edge is for a search, given that the store shows the edge to the
  /// caller: the store does not know which agents a key searches.
  boolean searches(ObjectRef end) {
    return caller.allowedAgents() == null || !reading.search() || find(end) != null;
  }

  /// What the caller sees of an object; null if nothing.
  @Nullable ObjectView view(@Nullable StoredObject stored) {
    return Inspect.view(snapshot, stored, at, caller, reading);
  }

  private @Nullable Node event(ObjectRef ref) {
    var entry = snapshot.event(new EventId(ref.id()));
    if (entry == null || !isThere(entry)) {
      return null;
    }
    var verdict = judge(entry);
    return verdict.allows() ? new Node.Happened(entry, verdict) : null;
  }

  private @Nullable Node embedding(ObjectRef ref) {
    var memory = Embeddings.memoryOf(ref.id(), snapshot, at, caller, reading);
    return memory == null
        ? null
        : new Node.Embedded(ref, Embeddings.of(memory, snapshot, at), memory.reason());
  }

  Verdict judge(LogEntry entry) {
    return Reads.judge(entry, caller, reading);
  }

  Verdict judge(StoredObject stored) {
    return Reads.judge(stored, caller, reading);
  }

  /// Whether an event is there: from its position on, and from when it happened on.
  boolean isThere(LogEntry entry) {
    return isThere(entry, at);
  }

  static boolean isThere(LogEntry entry, At at) {
    return !entry.position().isAfter(at.asKnownAt()) && !entry.event().since().isAfter(at.asOf());
  }

  /// A computed edge. It came to be with its source, or with the version of it that says so, if
  /// that field changes.
  JsonObject edge(ComputedEdge rule, Node source, ObjectRef target) {
    var created =
        switch (source) {
          case Node.Happened(var entry, var _) -> entry.visibleTime();
          case Node.Stored(var stored, var _) ->
              timeOf(
                  switch (rule) {
                    case SOURCE_OF_STATE, EMBEDDING_OF_MEMORY -> stored.version().position();
                    default -> stored.object().created();
                  });
          case Node.Embedded _ -> throw new IllegalStateException("an embedding says nothing");
        };
    return rule.edge(source.ref(), target, created);
  }

  private Instant timeOf(LogPosition position) {
    return Objects.requireNonNull(snapshot.visibleTimeOf(position), "every row has its entry");
  }
}
