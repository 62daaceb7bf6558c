package dev.quipu.engine.index;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.util.Collection;
import java.util.List;

/// One filling of a tenant's index.
public interface Generation {

  TenantId tenant();

  /// Rises with every new one.
  int number();

  /// The position that was published last: everything that the log says up to there is in, and
  /// nothing of what it says later is shown.
  LogPosition position();

  /// Puts documents. They are not shown until the next publishing. One that search may not find is
  /// not kept, and one under its key is removed.
  void put(List<IndexDocument> documents);

  /// Removes every document of these objects, with the next publishing.
  void remove(Collection<ObjectRef> refs);

  /// Shows what was put, as the state of the log at this position: whatever was put became known,
  /// and ended if it did, no later.
  void publish(LogPosition position);
}
