package dev.quipu.engine.compile;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.payload.Capability;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntitySchema;
import dev.quipu.model.payload.ExtractionRule;
import dev.quipu.model.payload.Identity;
import dev.quipu.model.payload.Link;
import dev.quipu.model.payload.MergeStrategy;
import dev.quipu.model.payload.ObservedEntity;
import dev.quipu.model.payload.PayloadEnvelope;
import dev.quipu.model.payload.SubmittedPayload.Relation;
import dev.quipu.model.payload.Unfit;
import dev.quipu.model.payload.Weight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The entities that a payload speaks of, by the rules of its capability.
///
/// @param observed the payload's own entity first
record Extraction(
    List<ObservedEntity> observed,
    List<Relation> relations,
    List<String> unknownFields,
    List<Unfit> unfit) {

  /// A payload is about its own entity, and merely names the others.
  private static final double OF_ITSELF = 1;

  private static final double OF_OTHERS = 0.5;

  /// @param inForce the schema of a type
  static Extraction of(
      Capability capability,
      PayloadEnvelope envelope,
      String contentId,
      Function<String, EntitySchema> inForce) {
    var known = new HashMap<String, EntitySchema>();
    Function<String, EntitySchema> schemas = type -> known.computeIfAbsent(type, inForce);
    var unfit = new LinkedHashSet<Unfit>();
    var weight = envelope.provenance().weight();
    var observed = new ArrayList<ObservedEntity>();
    var relations = new LinkedHashSet<Relation>();
    var self = capability.self();
    var body = envelope.body();
    for (var told : self.extract(body)) {
      observed.add(
          entity(
              capability, self, told.equals(body) ? null : told, body, contentId, schemas, weight));
      unfit.addAll(unfit(self, told, body, schemas));
    }
    for (var rule : capability.rules()) {
      for (var told : rule.isSelf() ? List.<JsonObject>of() : rule.extract(body)) {
        var found = named(capability, rule, told, schemas, weight);
        if (found != null) {
          int place = placeOf(found, observed);
          relate(rule.relationship(), place, relations);
          unfit.addAll(unfit(rule, told, body, schemas));
        }
      }
    }
    return new Extraction(
        observed,
        List.copyOf(relations),
        unknown(body, capability, schemas.apply(capability.primaryEntityType())),
        List.copyOf(unfit));
  }

  private static List<Unfit> unfit(
      ExtractionRule rule,
      JsonObject told,
      JsonObject body,
      Function<String, EntitySchema> schemas) {
    var type = rule.entityType();
    return schemas.apply(type).unfit(told).entrySet().stream()
        .map(
            field ->
                new Unfit(
                    rule.memberOf(field.getKey(), told, body),
                    type,
                    field.getKey(),
                    field.getValue()))
        .toList();
  }

  /// What is said twice in the same words is said once.
  static int placeOf(ObservedEntity found, List<ObservedEntity> observed) {
    int place = observed.indexOf(found);
    if (place < 0) {
      observed.add(found);
      place = observed.size() - 1;
    }
    return place;
  }

  static void relate(@Nullable Link link, int other, Set<Relation> relations) {
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
      Weight weight) {
    var type = rule.entityType();
    var fields = told == null ? body : told;
    var schema = schemas.apply(type);
    return switch (schema.identityOf(fields)) {
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
              weight.priority(),
              weight.source(),
              merged(fields.members(), schema));
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
              weight.priority(),
              weight.source(),
              merged(fields.members(), schema));
    };
  }

  /// Another entity; null if nothing names it.
  static @Nullable ObservedEntity named(
      Capability capability,
      ExtractionRule rule,
      JsonObject found,
      Function<String, EntitySchema> schemas,
      Weight weight) {
    var type = rule.entityType();
    var schema = schemas.apply(type);
    var named = schema.identity().isEmpty() ? EntitySchema.ofNamed(type) : schema;
    var told = rule.named(found, named);
    return switch (named.identityOf(told)) {
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
              weight.priority(),
              weight.source(),
              merged(told.members(), schema));
      case Identity.Unnamed _ -> null;
    };
  }

  /// The fields that tell a single item of what the schema in force merges.
  static Set<String> merged(Map<String, Json> fields, EntitySchema schema) {
    return fields.entrySet().stream()
        .filter(field -> !(field.getValue() instanceof JsonArray))
        .map(Map.Entry::getKey)
        .filter(field -> schema.mergeOf(field) == MergeStrategy.MERGE_ARRAY)
        .collect(Collectors.toUnmodifiableSet());
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
