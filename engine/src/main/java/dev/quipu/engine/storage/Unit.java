package dev.quipu.engine.storage;

import dev.quipu.model.id.TenantId;

/// Something that is done to one tenant's log wholly or not at all.
public interface Unit {

  TenantId tenant();

  /// Does the work inside the storage's transaction. Throwing undoes what this unit has done, and
  /// only that.
  ///
  /// May be run again from the start if the storage has to retry the transaction: it keeps its
  /// result, not its progress.
  void run(Transaction transaction);
}
