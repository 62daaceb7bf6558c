package dev.quipu.sql;

import dev.quipu.engine.storage.StorageUse;
import dev.quipu.model.failure.Unavailable;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Readers of a file. Each keeps its statements and its cache of pages; a file is never far away,
/// so that nothing has to be checked, aged or kept alive.
final class SqliteReaders implements Readers {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Supplier<Session> opener;
  private final int size;
  private final Semaphore free;
  private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  SqliteReaders(int size, Supplier<Session> opener) {
    this.opener = opener;
    this.size = size;
    this.free = new Semaphore(size);
  }

  @Override
  public Session borrow() {
    await();
    try {
      if (closed) {
        throw new IllegalStateException("the storage is closed");
      }
      // The last one given back: its pages are still in the cache.
      var session = idle.pollFirst();
      return session == null ? opener.get() : session;
    } catch (RuntimeException | Error e) {
      free.release();
      throw e;
    }
  }

  private void await() {
    try {
      if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Unavailable(
            "storage.busy",
            "All " + size + " connections for reading are in use.",
            Duration.ofSeconds(1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable(
          "storage.unavailable", "Interrupted while waiting to read.", Duration.ofSeconds(1), e);
    }
  }

  @Override
  public void giveBack(Session session) {
    if (closed || session.outage() != null) {
      session.close();
    } else {
      idle.addFirst(session);
    }
    free.release();
    if (closed) {
      closeIdle();
    }
  }

  @Override
  public void discard(Session session) {
    session.close();
    free.release();
  }

  @Override
  public StorageUse.Readers use() {
    return new StorageUse.Readers(
        size - free.availablePermits(), idle.size(), free.getQueueLength(), size);
  }

  @Override
  public void close() {
    closed = true;
    closeIdle();
  }

  private void closeIdle() {
    for (var session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
      session.close();
    }
  }
}
