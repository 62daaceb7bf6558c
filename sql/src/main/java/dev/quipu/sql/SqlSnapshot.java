package dev.quipu.sql;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.History;
import dev.quipu.engine.storage.HistoryPage;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.engine.storage.ViewRows;
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

/// One tenant in a read transaction: its own, or that of a cut.
final class SqlSnapshot implements Snapshot {

  private final Session session;
  private final ReadScope scope;
  private final Standing standing;
  private final LogTable log;
  private final ObjectReads objects;
  private final EdgeReads edges;
  private final EventReads events;
  private final Runnable ending;
  private boolean closed;

  private SqlSnapshot(Session session, ReadScope scope, Runnable ending) {
    this.session = session;
    this.scope = scope;
    this.standing = Standing.of(session, scope.tenant());
    this.ending = ending;
    this.log = new LogTable(session, standing.tenant());
    var filter = AccessFilter.of(scope);
    this.objects = new ObjectReads(session, standing, log, filter);
    this.edges = new EdgeReads(session, standing, objects, filter);
    this.events = new EventReads(session, standing, filter);
  }

  static SqlSnapshot begin(Readers readers, ReadScope scope) {
    var session = readers.borrow();
    try {
      session.beginReading();
      return new SqlSnapshot(session, scope, () -> end(readers, session));
    } catch (RuntimeException e) {
      readers.discard(session);
      throw session.judged(e);
    } catch (Error e) {
      readers.discard(session);
      throw e;
    }
  }

  /// A part of a transaction that was begun by another, and is ended by that one.
  static SqlSnapshot within(Session session, ReadScope scope) {
    return new SqlSnapshot(session, scope, () -> {});
  }

  @Override
  public Head head() {
    refuseIfClosed();
    return standing.head();
  }

  @Override
  public @Nullable Instant visibleTimeOf(LogPosition position) {
    refuseIfClosed();
    return log.visibleTimeOf(position);
  }

  @Override
  public LogPosition positionAt(Instant time) {
    refuseIfClosed();
    return log.positionAt(time, standing.head().position());
  }

  @Override
  public @Nullable StoredObject object(ObjectRef ref, At at) {
    refuseIfClosed();
    return objects.find(ref, at);
  }

  @Override
  public List<StoredObject> objects(Collection<ObjectRef> refs, At at) {
    refuseIfClosed();
    return objects.findAll(refs, at);
  }

  @Override
  public List<StoredObject> objects(ObjectListing listing, At at) {
    refuseIfClosed();
    return objects.list(listing, at);
  }

  @Override
  public @Nullable History history(ObjectRef ref, LogPosition asKnownAt, HistoryPage page) {
    refuseIfClosed();
    return objects.history(ref, asKnownAt, page);
  }

  @Override
  public List<StoredEdge> edges(ObjectRef node, EdgeListing listing, At at) {
    refuseIfClosed();
    return edges.list(node, listing, at);
  }

  @Override
  public Set<ObjectRef> withEdges(Collection<ObjectRef> nodes) {
    refuseIfClosed();
    return edges.nodesWithAny(nodes);
  }

  @Override
  public @Nullable LogEntry event(EventId event) {
    refuseIfClosed();
    return events.find(event);
  }

  @Override
  public List<LogEntry> events(EventListing listing) {
    refuseIfClosed();
    return events.list(listing);
  }

  @Override
  public List<LogLine> log(LogPosition after, int limit) {
    refuseUnlessWhole();
    return log.after(after, limit);
  }

  @Override
  public List<Seal> seals(LogPosition after, int limit) {
    refuseIfClosed();
    return log.seals(after, limit);
  }

  @Override
  public List<SignedCheckpoint> checkpoints(LogPosition after, int limit) {
    refuseIfClosed();
    return new CheckpointTable(session, standing.tenant()).after(scope.tenant(), after, limit);
  }

  @Override
  public ViewRows views() {
    refuseUnlessWhole();
    return new RowReads(session, standing.space());
  }

  @Override
  public @Nullable SpaceId activeSpace() {
    refuseUnlessWhole();
    return standing.isNowhere() ? null : new SpaceId(standing.space());
  }

  @Override
  public Digest keptDigest(SpaceId space) {
    refuseUnlessWhole();
    return space.value() == standing.space() ? standing.digest() : spaces().digestOf(space);
  }

  @Override
  public void rows(SpaceId space, Consumer<ViewRow> each) {
    keptDigest(space);
    spaces().rows(space, each);
  }

  @Override
  public List<SpaceId> strandedSpaces() {
    refuseUnlessWhole();
    return spaces().otherThan(standing.space());
  }

  private Spaces spaces() {
    return new Spaces(session, standing.tenant());
  }

  /// The connection may be another's by then.
  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("the snapshot is closed");
    }
  }

  private void refuseUnlessWhole() {
    refuseIfClosed();
    if (!(scope instanceof ReadScope.Whole)) {
      throw new IllegalStateException("only a whole scope sees logs and spaces as such");
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    ending.run();
  }

  private static void end(Readers readers, Session session) {
    try {
      if (session.outage() == null) {
        session.commit();
      }
    } finally {
      readers.giveBack(session);
    }
  }
}
