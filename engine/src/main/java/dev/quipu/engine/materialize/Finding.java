package dev.quipu.engine.materialize;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import org.jspecify.annotations.Nullable;

/// What verifying a tenant found.
///
/// @param divergence the first thing that is not as it should be; null = all is well
public record Finding(
    TenantId tenant, LogPosition position, Digest digest, @Nullable Divergence divergence) {

  public boolean isSound() {
    return divergence == null;
  }

  /// What is wrong, and where.
  public sealed interface Divergence {

    /// The chain does not hold at this position.
    ///
    /// @param position [LogPosition#START] if there is no telling where
    record InLog(LogPosition position, String what) implements Divergence {}

    /// A view row is not what the log says.
    record InViews(String what) implements Divergence {}
  }
}
