package dev.quipu.engine.storage;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a tenant's active space at one moment, for those who make something out of them.
public interface ViewRows {

  @Nullable ObjectRow object(ObjectRef ref);

  @Nullable VersionRow version(ObjectRef ref, int version);

  /// The rectangles of an object that were opened after a position, in the order in which they
  /// were.
  List<SpanRow> opened(ObjectRef ref, LogPosition after);

  /// The rectangles, of whatever object, that were closed after a position and up to another.
  List<SpanRow> closed(LogPosition after, LogPosition upTo);

  /// When an object was deleted and brought back, oldest first.
  List<TombstoneRow> tombstones(ObjectRef ref);
}
