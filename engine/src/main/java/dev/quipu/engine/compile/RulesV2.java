package dev.quipu.engine.compile;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.payload.EntityAct;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Facts;
import java.util.Map;

/// The second rules: events give rise to memories, states, artifacts and edges, by the table of
/// [EventRule]. Never changed once an entry names them.
final class RulesV2 {

  private RulesV2() {}

  static Changes evolve(Recorded recorded, Facts facts) {
    var making = new Making(recorded, facts);
    var event = recorded.event();
    making.views().event(recorded);
    making.views().causes(event);
    if (event.eventType().isReserved() && event.payload().has("act")) {
      new Acts(making).apply(ObjectAct.read(recorded));
    }
    if (event.eventType().equals(SubmittedPayload.TYPE)) {
      new Compiling(making).submitted(SubmittedPayload.read(event));
    }
    if (EntityAct.isDoneBy(event)) {
      new EntityActs(making).apply(EntityAct.read(event));
    }
    if (!event.tenantId().equals(TenantId.PLATFORM)) {
      var mentions = new FirstMentions(recorded, facts, making.views());
      if (event.eventType().isReserved()) {
        mentions.make(Map.of());
      } else {
        new Happenings(making).happened(Claims.of(event), mentions);
      }
    }
    making.marks().spread();
    return making.views().changes();
  }
}
