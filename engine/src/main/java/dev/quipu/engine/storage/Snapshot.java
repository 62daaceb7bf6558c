package dev.quipu.engine.storage;

import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import dev.quipu.model.view.At;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.ViewRow;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One moment of one tenant, as far as a scope sees it. Used by one thread.
///
/// What the scope does not admit is absent from every answer: not returned, not counted, not
/// distinguishable.
public interface Snapshot extends AutoCloseable {

  Head head();

  /// When the entry at this position became visible; null if there is none.
  @Nullable Instant visibleTimeOf(LogPosition position);

  /// The last position that was visible at this time; [LogPosition#START] if none was.
  LogPosition positionAt(Instant time);

  /// The version of an object in force at a point on the two clocks.
  @Nullable StoredObject object(ObjectRef ref, At at);

  /// Of some objects the versions in force at a point, in no order; nothing of those that have
  /// none. One look for all of them.
  List<StoredObject> objects(Collection<ObjectRef> refs, At at);

  /// Objects in force at a point, in the order in which they were created, or the reverse.
  List<StoredObject> objects(ObjectListing listing, At at);

  /// The object with a page of its versions, as known then; null if it was not there, for this
  /// scope or because it was deleted.
  @Nullable History history(ObjectRef ref, LogPosition asKnownAt, HistoryPage page);

  /// The edges at a node that are in force, ordered by direction, edge type and edge id (as texts
  /// of the wire), if the node and the other end are in force and visible too. An event is in force
  /// from its position on.
  List<StoredEdge> edges(ObjectRef node, EdgeListing listing, At at);

  /// Those of some nodes at which there has ever been an edge, whatever became of it: the others
  /// have none at any point. One look for all of them.
  Set<ObjectRef> withEdges(Collection<ObjectRef> nodes);

  /// An event, admitted by its object row in the active space.
  @Nullable LogEntry event(EventId event);

  /// Events in the order of the log (or the reverse).
  List<LogEntry> events(EventListing listing);

  /// The hashes of at most `limit` entries after a position, oldest first: what the chain can be
  /// walked by. Everybody of the tenant may know them, since salts keep content from being guessed.
  List<Seal> seals(LogPosition after, int limit);

  /// Signed checkpoints after a position, oldest first; for everybody too.
  List<SignedCheckpoint> checkpoints(LogPosition after, int limit);

  // ── for a whole scope only; others throw IllegalStateException ──

  /// At most `limit` lines after `after`, oldest first.
  List<LogLine> log(LogPosition after, int limit);

  /// The rows of the active space. If the log has not begun there are none.
  ViewRows views();

  /// Null if the tenant's log has not begun.
  @Nullable SpaceId activeSpace();

  /// The digest that was kept with the commits.
  Digest keptDigest(SpaceId space);

  /// Every row of a space, ordered by kind of row, then by key.
  void rows(SpaceId space, Consumer<ViewRow> each);

  /// Spaces that are neither active nor gone: what a rebuild or verify left behind when it was cut
  /// short.
  List<SpaceId> strandedSpaces();

  @Override
  void close();
}
