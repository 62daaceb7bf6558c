package dev.quipu.engine.compile;

import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.Link;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.SubmittedPayload.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a repetition of a payload adds: what its new members tell, each entity that one of them is
/// about. Together with what was told before, that is what the whole body would have told at once.
///
/// @param added the members that are new
/// @param before the submissions that were made of this payload, the first one first
record Enrichment(
    Capability capability,
    PayloadEnvelope envelope,
    Set<String> added,
    List<LogEntry> before,
    Registry registry) {

  Enrichment {
    added = Set.copyOf(added);
    before = List.copyOf(before);
  }

  /// The entity that the payload is about comes first, even if nothing is added to that one.
  List<ObservedEntity> observed(Set<Relation> relations) {
    var observed = new ArrayList<ObservedEntity>();
    observed.add(self());
    for (var rule : capability.rules()) {
      for (var found : rule.extract(envelope.body(), added)) {
        if (rule.isSelf() || found.fresh().isEmpty()) {
          continue;
        }
        var weight = envelope.provenance().weight();
        var whole = Extraction.named(capability, rule, found.told(), registry::schema, weight);
        if (whole == null) {
          continue;
        }
        var known = known(whole, rule.relationship());
        boolean isNamedAnew = known == null || added.contains(rule.sourceField());
        int place =
            Extraction.placeOf(
                known == null
                    ? whole
                    : saying(
                        isNamedAnew ? whole.fieldsIn(envelope.body()) : found.news(),
                        Tellings.asOfNow(known, registry.facts()),
                        whole.specificity()),
                observed);
        if (isNamedAnew) {
          Extraction.relate(rule.relationship(), place, relations);
        }
      }
    }
    return observed;
  }

  private ObservedEntity self() {
    var first = Tellings.in(before.getFirst()).getFirst();
    var now = Tellings.asOfNow(first, registry.facts());
    var news = capability.self().extract(envelope.body(), added).getFirst().news();
    return saying(news, now, now.specificity());
  }

  /// Says something of an entity that was spoken of before. What is added follows what it is added
  /// to: where that was found to speak of another entity, so does this.
  private ObservedEntity saying(JsonObject fields, ObservedEntity of, double specificity) {
    var weight = envelope.provenance().weight();
    return new ObservedEntity(
        of.entity(),
        of.type(),
        of.schemaVersion(),
        of.name(),
        of.resolved(),
        of.identity(),
        fields,
        specificity,
        weight.priority(),
        weight.source(),
        Extraction.merged(fields.members(), registry.schema(of.type())));
  }

  /// Where the payload has spoken of an entity before, if it can be told in the same role; null if
  /// nowhere.
  private Tellings.@Nullable Told known(ObservedEntity whole, @Nullable Link role) {
    Tellings.Told known = null;
    for (var entry : before) {
      for (var told : Tellings.in(entry)) {
        if (told.said().entity().equals(whole.entity())) {
          if (role == null || told.payload().relations().contains(relation(role, told))) {
            return told;
          }
          known = known == null ? told : known;
        }
      }
    }
    return known;
  }

  private static Relation relation(Link role, Tellings.Told told) {
    return switch (role.direction()) {
      case FROM_SELF -> new Relation(0, role.type(), told.number());
      case TO_SELF -> new Relation(told.number(), role.type(), 0);
    };
  }
}
