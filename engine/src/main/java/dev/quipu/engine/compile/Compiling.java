package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.FactKey.ObjectOf;
import java.util.LinkedHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a submitted payload gives rise to: aspects of the entities that it speaks of, and
/// relationships between these.
final class Compiling {

  private final Making making;

  Compiling(Making making) {
    this.making = making;
  }

  void submitted(SubmittedPayload payload) {
    list(payload);
    var event = making.recorded().event();
    var learnt = new LinkedHashMap<EntityId, Aspect>();
    var observations = payload.observations(event.eventId());
    for (int i = 0; i < observations.size(); i++) {
      var observation = observations.get(i);
      var said = payload.observed().get(i);
      learnt.merge(
          observation.entity(),
          Aspect.of(observation.entity(), observation.entityType()).with(observation, said),
          Aspect::join);
    }
    learnt.values().forEach(this::learn);
    for (var relation : payload.relations()) {
      relate(
          aspectOf(payload.observed().get(relation.from()).entity()),
          Objects.requireNonNull(EdgeType.of(relation.type()), relation.type()),
          aspectOf(payload.observed().get(relation.to()).entity()));
    }
  }

  private void list(SubmittedPayload payload) {
    var views = making.views();
    var event = making.recorded().event().eventId();
    if (payload.isFirst()) {
      views.list(event, PayloadKey.PAYLOAD, payload.payloadId());
      views.list(event, PayloadKey.CONTENT, payload.contentId());
      payload.sourceRefs().forEach(ref -> views.list(event, PayloadKey.SOURCE, ref));
    } else {
      views.list(event, PayloadKey.PART, PayloadKey.part(payload.payloadId(), payload.part()));
    }
    views.list(event, PayloadKey.CAPABILITY, payload.capabilityId());
    payload.observed().forEach(each -> views.list(event, PayloadKey.ENTITY, each.entity().value()));
    var file = payload.file();
    if (file != null) {
      views.list(event, PayloadKey.FILE, file.artifactId());
    }
    var request = payload.clientRequestId();
    if (request != null) {
      var owner = making.recorded().envelope().owner();
      views.list(event, PayloadKey.REQUEST, PayloadKey.request(owner, request));
    }
  }

  void learn(Aspect learnt) {
    var recorded = making.recorded();
    var owner = recorded.envelope().owner();
    making
        .views()
        .grow(
            aspectOf(learnt.entity()),
            recorded.envelope(),
            recorded.event().since(),
            new ViewChanges.Growth<Aspect>() {
              @Override
              public Aspect read(JsonObject body) {
                return Objects.requireNonNull(Aspect.read(body), "an aspect is kept as one");
              }

              @Override
              public boolean isIn(Aspect known) {
                return known.includes(learnt);
              }

              @Override
              public JsonObject joined(@Nullable Aspect known) {
                var all = known == null ? learnt : known.join(learnt);
                return all.toBody(owner, EntitySchema.undeclared(all.type()));
              }
            });
  }

  ObjectRef aspectOf(EntityId entity) {
    return Aspect.ref(entity, making.recorded().envelope());
  }

  /// What is related so already stays as it was said first; what was deleted stays so.
  private void relate(ObjectRef from, EdgeType type, ObjectRef to) {
    var recorded = making.recorded();
    if (making.ruling().relatesSince()) {
      new Relationships(making, recorded.envelope()).told(from, type, to, recorded.event().since());
      return;
    }
    var ref = DerivedId.relationshipOf(from, type, to);
    if (!making.views().hasMade(ref) && making.facts().find(new ObjectOf(ref)) == null) {
      making.edge(ref, from, type, to, 1);
    }
  }
}
