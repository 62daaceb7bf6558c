package dev.quipu.engine.query;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;

/// How long one request waits for the index, however many questions it brings: what one has waited
/// the next has less. Used by one thread.
public final class Patience {

  private Duration left;

  Patience(Duration left) {
    this.left = left;
  }

  /// Something that follows the log, and can be waited for.
  interface Follower {

    /// Whether it has come to a position in time.
    boolean await(TenantId tenant, LogPosition position, Duration atMost)
        throws InterruptedException;
  }

  /// Whether the index has come to a position before patience was gone.
  boolean await(Follower index, TenantId tenant, LogPosition position) throws InterruptedException {
    long begin = System.nanoTime();
    try {
      return index.await(tenant, position, left);
    } finally {
      var rest = left.minusNanos(System.nanoTime() - begin);
      left = rest.isNegative() ? Duration.ZERO : rest;
    }
  }
}
