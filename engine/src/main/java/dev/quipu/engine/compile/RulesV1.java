package dev.quipu.engine.compile;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Facts;
import java.util.Map;

/// The first rules. Never changed: entries that name version 1 are compiled by them for ever.
///
/// | event | makes |
/// | --- | --- |
/// | any, of a tenant | the Event; Agent, Session and User on first mention |
/// | `quipu.object_…`, and the platform's | what the act in its payload says |
final class RulesV1 {

  private RulesV1() {}

  static Changes evolve(Recorded recorded, Facts facts) {
    var views = new ViewChanges(recorded.position(), facts);
    var event = recorded.event();
    views.event(recorded);
    if (event.eventType().isReserved() && event.payload().has("act")) {
      act(ObjectAct.read(recorded), recorded, views);
    }
    if (!event.tenantId().equals(TenantId.PLATFORM)) {
      new FirstMentions(recorded, facts, views).make(Map.of());
    }
    return views.changes();
  }

  private static void act(ObjectAct act, Recorded recorded, ViewChanges views) {
    switch (act) {
      case ObjectAct.Create(var ref, var body, var validFrom, var _, var _) -> {
        views.create(ref, recorded.envelope(), body, validFrom);
        if (recorded.event().payload().get("number") instanceof JsonNumber number) {
          views.count(ref.type(), number.asLong());
        }
      }
      case ObjectAct.Change(var ref, var version, var body, var effectiveAt) ->
          views.change(ref, version, body, effectiveAt);
      case ObjectAct.Correct _, ObjectAct.Invalidate _ ->
          throw new IllegalStateException("rules 1 know no such act: " + act);
      case ObjectAct.Delete(var ref) -> views.delete(ref);
      case ObjectAct.Restore(var ref) -> views.restore(ref);
    }
  }
}
