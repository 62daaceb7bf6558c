package dev.quipu.sql;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.id.TenantId;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// One read transaction over all tenants.
final class SqlCut implements Cut {

  private final Session session;
  private final Runnable ending;
  private final Identity identity;
  private final List<TenantId> logs;
  private boolean closed;

  private SqlCut(Session session, Runnable ending) {
    this.session = session;
    this.ending = ending;
    Migrations.LOG.check(session);
    this.identity = Identity.kept(session);
    this.logs = List.copyOf(Standing.names(session));
  }

  static SqlCut begin(Readers readers) {
    var session = readers.borrow();
    try {
      session.beginReading();
      return new SqlCut(session, () -> readers.giveBack(session));
    } catch (RuntimeException e) {
      readers.discard(session);
      throw session.judged(e);
    } catch (Error e) {
      readers.discard(session);
      throw e;
    }
  }

  /// On a connection of its own, which goes with it.
  static SqlCut begin(Session session) {
    try {
      session.beginReading();
      return new SqlCut(session, session::close);
    } catch (RuntimeException | Error e) {
      session.close();
      throw e;
    }
  }

  @Override
  public String logId() {
    return identity.logId();
  }

  @Override
  public KeyPair checkpointKeys() {
    return identity.keys().checkpoints();
  }

  @Override
  public List<TenantId> logs() {
    return logs;
  }

  @Override
  public Snapshot read(ReadScope scope) {
    refuseIfClosed();
    if (!(scope instanceof ReadScope.Whole)) {
      throw new IllegalStateException("a cut is read whole");
    }
    return SqlSnapshot.within(session, scope);
  }

  @Override
  public void remembered(BiConsumer<IdempotencyKey, Remembered> each) {
    refuseIfClosed();
    IdempotencyTable.each(session, each);
  }

  @Override
  public Map<TenantId, Instant> lastUsed() {
    refuseIfClosed();
    return LastUsedTable.read(session);
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("the cut is closed");
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (session.outage() == null) {
        session.commit();
      }
    } finally {
      ending.run();
    }
  }
}
