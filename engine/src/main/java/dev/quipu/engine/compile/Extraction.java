package dev.quipu.engine.compile;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.ExtractionRule;
import dev.quipu.model.payload.Identity;
import dev.quipu.model.payload.Link;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.SourceKind;
import dev.quipu.model.payload.SubmittedPayload.Relation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The entities that a payload speaks of, by the rules of its capability.
///
/// @param observed the payload's own entity first
record Extraction(
    List<ObservedEntity> observed, List<Relation> relations, List<String> unknownFields) {

  /// A payload is about its own entity, and merely names the others.
  private static final double OF_ITSELF = 1;

  private static final double OF_OTHERS = 0.5;

  private static final int PRIORITY = 100;

  /// @param schemas of a type
  static Extraction of(
      Capability capability,
      PayloadEnvelope envelope,
      String contentId,
      Function<String, EntitySchema> schemas) {
    var source =
        envelope.provenance().agentId() == null ? SourceKind.IMPORT : SourceKind.LLM_SUMMARY;
    var observed = new ArrayList<ObservedEntity>();
    var relations = new LinkedHashSet<Relation>();
    var self = capability.self();
    var body = envelope.body();
    for (var told : self.extract(body)) {
      observed.add(
          entity(
              capability, self, told.equals(body) ? null : told, body, contentId, schemas, source));
    }
    for (var rule : capability.rules()) {
      for (var told : rule.isSelf() ? List.<JsonObject>of() : rule.extract(body)) {
        var found = named(capability, rule, told, schemas, source);
        if (found != null) {
          int place = placeOf(found, observed);
          relate(rule.relationship(), place, relations);
        }
      }
    }
    return new Extraction(
        observed,
        List.copyOf(relations),
        unknown(body, capability, schemas.apply(capability.primaryEntityType())));
  }

  /// What is said twice in the same words is said once.
  private static int placeOf(ObservedEntity found, List<ObservedEntity> observed) {
    int place = observed.indexOf(found);
    if (place < 0) {
      observed.add(found);
      place = observed.size() - 1;
    }
    return place;
  }

  private static void relate(@Nullable Link link, int other, LinkedHashSet<Relation> relations) {
    if (link != null && other != 0) {
      relations.add(
          switch (link.direction()) {
            case FROM_SELF -> new Relation(0, link.type(), other);
            case TO_SELF -> new Relation(other, link.type(), 0);
          });
    }
  }

  /// The payload's own entity. Without a name it is known by what was submitted, and by nothing
  /// else.
  private static ObservedEntity entity(
      Capability capability,
      ExtractionRule rule,
      @Nullable JsonObject told,
      JsonObject body,
      String contentId,
      Function<String, EntitySchema> schemas,
      SourceKind source) {
    var type = rule.entityType();
    var fields = told == null ? body : told;
    return switch (schemas.apply(type).identityOf(fields)) {
      case Identity.Named(var by, var normal) ->
          new ObservedEntity(
              EntityId.of(type, normal),
              type,
              capability.schemaVersion(),
              nameOf(by, fields),
              true,
              by,
              told,
              OF_ITSELF,
              PRIORITY,
              source);
      case Identity.Unnamed _ ->
          new ObservedEntity(
              EntityId.of(type, contentId),
              type,
              capability.schemaVersion(),
              "",
              false,
              List.of(),
              told,
              OF_ITSELF,
              PRIORITY,
              source);
    };
  }

  /// Another entity; null if nothing names it.
  private static @Nullable ObservedEntity named(
      Capability capability,
      ExtractionRule rule,
      JsonObject told,
      Function<String, EntitySchema> schemas,
      SourceKind source) {
    var type = rule.entityType();
    return switch (schemas.apply(type).identityOf(told)) {
      case Identity.Named(var by, var normal) ->
          new ObservedEntity(
              EntityId.of(type, normal),
              type,
              capability.schemaVersion(),
              nameOf(by, told),
              true,
              by,
              told,
              OF_OTHERS,
              PRIORITY,
              source);
      case Identity.Unnamed _ -> null;
    };
  }

  private static String nameOf(List<String> by, JsonObject fields) {
    return by.stream().map(field -> written(fields.get(field))).collect(Collectors.joining(", "));
  }

  private static String written(@Nullable Json value) {
    return switch (value) {
      case JsonString(var text) -> text.strip();
      case JsonNumber number -> number.toString();
      case null, default -> "";
    };
  }

  /// Members that neither the schema nor the capability speaks of.
  private static List<String> unknown(JsonObject body, Capability capability, EntitySchema schema) {
    var known = new LinkedHashSet<>(schema.fields().keySet());
    known.addAll(capability.canonicalization().includedFields());
    capability.rules().forEach(rule -> known.addAll(rule.fields().values()));
    return body.names().stream().filter(name -> !known.contains(name)).sorted().toList();
  }
}
