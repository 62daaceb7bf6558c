package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.ViewRows;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a space, looked through one by one.
record MemoryRows(Space space) implements ViewRows {

  @Override
  public @Nullable ObjectRow object(ObjectRef ref) {
    return space.of(ObjectRow.class, ref).findFirst().orElse(null);
  }

  @Override
  public @Nullable VersionRow version(ObjectRef ref, int version) {
    return space
        .of(VersionRow.class, ref)
        .filter(row -> row.version() == version)
        .findFirst()
        .orElse(null);
  }

  @Override
  public List<SpanRow> opened(ObjectRef ref, LogPosition after) {
    return space
        .of(SpanRow.class, ref)
        .filter(span -> span.sysFrom().isAfter(after))
        .sorted(Comparator.comparing(SpanRow::sysFrom).thenComparing(SpanRow::validFrom))
        .toList();
  }

  @Override
  public List<SpanRow> closed(LogPosition after, LogPosition upTo) {
    return space
        .all(SpanRow.class)
        .filter(span -> span.sysTo().isAfter(after) && !span.sysTo().isAfter(upTo))
        .filter(span -> !span.sysTo().equals(LogPosition.FOREVER))
        .toList();
  }

  @Override
  public List<TombstoneRow> tombstones(ObjectRef ref) {
    return space
        .of(TombstoneRow.class, ref)
        .sorted(Comparator.comparing(TombstoneRow::sysFrom))
        .toList();
  }
}
