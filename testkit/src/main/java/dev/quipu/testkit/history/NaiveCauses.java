package dev.quipu.testkit.history;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.id.EventId;
import dev.quipu.model.log.EventDraft;
import java.time.Instant;
import java.util.ArrayList;

/// What one person sees of the causes of an event.
record NaiveCauses(Person who, NaiveTenant tenant, Instant visibleTime) {

  /// Whether what caused an event names it as a cause, as far as one can see.
  boolean isCauseOf(EventId id, EventDraft draft) {
    var causes = new ArrayList<>(draft.causalRefs());
    if (draft.parentEventId() != null) {
      causes.add(draft.parentEventId());
    }
    causes.removeIf(id::equals);
    for (int i = 0; i < causes.size(); i++) {
      long at = tenant.find(causes.get(i));
      if (causes.get(i).equals(id)) {
        return true;
      }
      if (at > 0 && maySee(tenant.at(at).envelope())) {
        var event = tenant.at(at).event();
        var more = new ArrayList<>(event.causalRefs());
        if (event.parentEventId() != null) {
          more.add(event.parentEventId());
        }
        more.removeIf(causes::contains);
        causes.addAll(more);
      }
    }
    return false;
  }

  long latestCause(EventDraft draft) {
    return draft.causalRefs().stream()
        .mapToLong(tenant::find)
        .filter(cause -> cause > 0 && maySee(tenant.at(cause).envelope()))
        .map(cause -> tenant.at(cause).event().logicalTs())
        .max()
        .orElse(0);
  }

  private boolean maySee(Envelope envelope) {
    return NaiveAccess.maySee(who, envelope, visibleTime);
  }
}
