package dev.quipu.model.object;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.view.ValidTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// An object as it is shown: exactly the seed's fields, those that are not kept computed.
///
/// @param body what is kept of the version
/// @param asOf the instant it is looked at from
public record ShownObject(
    ObjectRef ref,
    Envelope envelope,
    JsonObject body,
    int version,
    Instant validFrom,
    Instant validTo,
    Instant asOf) {

  /// In which a memory loses half of its freshness.
  public static final Duration HALF_LIFE = Duration.ofDays(30);

  private static final double MICRO = 1e6;

  public JsonObject object() {
    var schema = ObjectSchemas.of(ref.type());
    return schema == null ? body : schema.ordered(computed(), body);
  }

  public Lifecycle lifecycle() {
    return Lifecycle.of(body);
  }

  /// Whether it has a value, as lists are filtered by it; a list has each of its items.
  public boolean has(String field, String value) {
    if (field.equals(Lifecycle.MEMBER)) {
      return lifecycle().wireName().equals(value);
    }
    var kept = body.get(field);
    return switch (kept == null ? computed().get(field) : kept) {
      case JsonArray(var items) ->
          items.stream().anyMatch(item -> ObjectSchema.listValue(item).equals(value));
      case null -> false;
      case JsonNull _ -> false;
      case Json there -> ObjectSchema.listValue(there).equals(value);
    };
  }

  private Map<String, Json> computed() {
    return switch (ref.type()) {
      case MEMORY -> ofMemory();
      case STATE, ARTIFACT -> Map.of("version", Json.of(version));
      case POLICY -> Map.of("policy_version", Json.of(version));
      default -> Map.of();
    };
  }

  private Map<String, Json> ofMemory() {
    var computed = new HashMap<String, Json>();
    computed.put("owner_type", Json.of(ownerType(envelope.visibility())));
    computed.put("scope", Json.of(scope()));
    computed.put("freshness_score", Json.of(freshness()));
    computed.put("valid_from", Json.of(validFrom));
    computed.put("valid_to", validTo.equals(ValidTime.FOREVER) ? Json.NULL : Json.of(validTo));
    computed.put("provenance_ref", Json.of(proofAddress(ref)));
    computed.put("version", Json.of(version));
    computed.put("is_active", Json.of(lifecycle() == Lifecycle.ACTIVE && isValid()));
    return computed;
  }

  private boolean isValid() {
    return !validFrom.isAfter(asOf) && validTo.isAfter(asOf);
  }

  public static String proofAddress(ObjectRef ref) {
    return proofAddress(ref.type(), ref.id());
  }

  /// Where the proof of an object is found.
  public static String proofAddress(ObjectType type, String id) {
    return "/v1/objects/" + type.wireName() + "/" + id + "/proof";
  }

  private static String ownerType(Visibility visibility) {
    return switch (visibility) {
      case Visibility.OwnerOnly() -> "private";
      case Visibility.Everybody(), Visibility.Team(var _) -> "public";
      case Visibility.Named(var _), Visibility.ByContract(var _), Visibility.ByTeam(var _) ->
          "partial";
    };
  }

  private String scope() {
    var workspace = envelope.workspace();
    return switch (envelope.visibility()) {
      case Visibility.OwnerOnly() -> envelope.owner().id();
      case Visibility.Everybody() -> workspace == null ? "tenant" : workspace.value();
      case Visibility.Team(var team) -> team.value();
      case Visibility.ByTeam(var team) -> team.value();
      case Visibility.ByContract(var contract) -> contract.value();
      case Visibility.Named(var _) -> {
        var acl = EnvelopeJson.write(envelope).object("acl");
        yield DerivedId.hashed("acl_", Hash.of(Canonical.bytes(acl == null ? Json.NULL : acl)));
      }
    };
  }

  private double freshness() {
    long age = Math.max(0, Duration.between(validFrom, asOf).toSeconds());
    double share = Math.pow(0.5, (double) age / HALF_LIFE.toSeconds());
    return Math.round(share * MICRO) / MICRO;
  }
}
