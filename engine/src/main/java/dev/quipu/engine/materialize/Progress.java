package dev.quipu.engine.materialize;

import dev.quipu.model.id.TenantId;

/// Hears how far long work has come.
public interface Progress {

  /// Reports a step.
  ///
  /// @param done entries replayed so far
  /// @param total entries there are, as far as known
  void at(TenantId tenant, String step, long done, long total);
}
