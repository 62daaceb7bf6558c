package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.AspectBody;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.PayloadKey;
import dev.quipu.model.payload.PayloadScope;
import dev.quipu.model.payload.SubmittedPayload;
import dev.quipu.model.view.FactKey.ObjectOf;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a submitted payload gives rise to: aspects of the entities that it speaks of, and
/// relationships between these.
final class Compiling {

  private final Making making;
  private final String access;

  Compiling(Making making) {
    this.making = making;
    this.access = Aspect.accessOf(making.recorded().envelope());
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
    learnt.values().forEach(this::observe);
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
      var scope = PayloadScope.of(making.recorded(), payload);
      views.list(event, PayloadKey.REQUEST, PayloadKey.request(scope, request));
    }
  }

  /// What people say of an entity is said in the first layer of its aspect.
  void learn(Aspect learnt) {
    learn(learnt, making.recorded().event().since());
  }

  /// The same of what is so from an instant on.
  void learn(Aspect learnt, Instant since) {
    var envelope = making.recorded().envelope();
    making.views().grow(aspectOf(learnt.entity()), envelope, since, new Learning(learnt));
  }

  private void observe(Aspect learnt) {
    if (!making.ruling().keepsLayers()) {
      learn(learnt);
      return;
    }
    var recorded = making.recorded();
    making
        .views()
        .growSomewhere(
            aspectOf(learnt.entity()),
            recorded.envelope(),
            recorded.event().since(),
            new Learning(learnt));
  }

  private final class Learning implements GrowingStates.Growth<Aspect> {

    private final Aspect learnt;

    Learning(Aspect learnt) {
      this.learnt = learnt;
    }

    @Override
    public Aspect read(JsonObject body) {
      return Objects.requireNonNull(AspectBody.read(body), "an aspect is kept as one");
    }

    @Override
    public boolean isIn(Aspect known) {
      return making.ruling().leavesLaterAlone() ? known.knows(learnt) : known.includes(learnt);
    }

    @Override
    public boolean overfills(Aspect known) {
      return known.size() >= Layers.FULL && known.isEnlargedBy(learnt);
    }

    @Override
    public JsonObject joined(@Nullable Aspect known) {
      var all = known == null ? learnt : known.join(learnt);
      return body(all);
    }

    @Override
    public JsonObject nothing() {
      return body(Aspect.of(learnt.entity(), learnt.type()));
    }

    private JsonObject body(Aspect aspect) {
      return making.body(aspect, making.recorded().envelope().owner());
    }
  }

  ObjectRef aspectOf(EntityId entity) {
    return Aspect.ref(entity, access);
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
