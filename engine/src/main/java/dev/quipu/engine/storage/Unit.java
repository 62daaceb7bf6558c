package dev.quipu.engine.storage;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.view.FactKey;
import java.util.List;

/// Something that is done to one tenant's log wholly or not at all.
public interface Unit {

  TenantId tenant();

  /// Facts that it will most likely ask for. A storage that is far away looks up those of a whole
  /// group at once; others need not ask.
  default List<FactKey<?>> asks() {
    return List.of();
  }

  /// Does the work inside the storage's transaction. Throwing undoes what this unit has done, and
  /// only that.
  ///
  /// May be run again from the start if the storage has to retry the transaction: it keeps its
  /// result, not its progress.
  void run(Transaction transaction);
}
