package dev.quipu.engine.index;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.util.Collection;
import java.util.List;

/// What is filled with documents of a tenant, and shown as the state of its log at a position.
///
/// Whoever fills it may be told at any step that it is not possible just now
/// ([dev.quipu.model.failure.Unavailable]). Then all that was put and not published is gone, and
/// perhaps what was published last: they begin again behind [#position].
///
/// @param <D> the kind of documents
public interface Filling<D extends FiledDocument> {

  TenantId tenant();

  /// The position that was published last: everything that the log says up to there is in, and
  /// nothing of what it says later is shown.
  LogPosition position();

  /// Puts documents. They are not shown until the next publishing. One that search may not find, or
  /// that has nothing to be found by, is not kept, and one under its key is removed.
  void put(List<D> documents);

  /// Removes every document of these objects, with the next publishing.
  void remove(Collection<ObjectRef> refs);

  /// Shows what was put, as the state of the log at this position: whatever was put became known,
  /// and ended if it did, no later.
  void publish(LogPosition position);
}
