package dev.quipu.engine.compile;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.Cells;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.view.FactKey.LineOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From which instant on a correction counts: for as long as the value holds that is put right, and
/// not from when somebody noticed.
record PutRight(Facts facts, Stamp stamp) {

  /// An entity of which more was told since than this is put right from now on: each later state is
  /// one to be changed.
  private static final int MOST_CHANGED = 256;

  /// The instant at which the youngest of the values was told that these fields have; null if
  /// nobody has told any of them, or too much has been told since.
  ///
  /// @param aspects of the entity
  /// @param envelope of the aspect in which it is said
  @Nullable Instant since(
      JsonObject fields, List<ObjectRow> aspects, EntityId entity, Envelope envelope) {
    var known = Cells.EMPTY;
    for (var object : aspects) {
      var aspect = Tellings.latest(object.ref(), facts);
      known = aspect == null ? known : known.join(aspect.cells());
    }
    Instant youngest = null;
    for (var field : fields.names()) {
      for (var told : known.cell(field).told()) {
        var at = told.stamp().at();
        youngest = youngest == null || at.isAfter(youngest) ? at : youngest;
      }
    }
    return youngest == null || !isNear(Aspect.ref(entity, envelope), youngest) ? null : youngest;
  }

  private boolean isNear(ObjectRef aspect, Instant since) {
    if (since.isAfter(stamp.visibleTime())) {
      return false;
    }
    var here = facts.find(new SpanAt(aspect, since));
    var span = here == null ? facts.find(new SpanAfter(aspect, since)) : here;
    for (int i = 0; i < MOST_CHANGED; i++) {
      if (span == null) {
        return true;
      }
      span = facts.find(new SpanAfter(aspect, span.validFrom()));
    }
    return false;
  }

  /// From when on a correction has counted; null if that is from when it was said.
  @Nullable Instant sinceOf(String correction) {
    var event = EntityAct.eventOf(correction);
    return event != null
            && facts.find(new LineOf(event)) instanceof LogEntry entry
            && EntityAct.read(entry.event()) instanceof EntityAct.Correct(_, _, var since)
        ? since == null ? entry.event().since() : since
        : null;
  }
}
