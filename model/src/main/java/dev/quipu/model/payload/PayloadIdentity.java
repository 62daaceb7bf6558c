package dev.quipu.model.payload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/// What makes two payloads the same, by the rules of their capability.
///
/// The text that is hashed is that of `JSON.stringify`, which for a single value is the canonical
/// one; only members outermost and of the body stand in an order of their own.
public final class PayloadIdentity {

  /// What content ids begin with.
  public static final String CONTENT_PREFIX = "payload_";

  private PayloadIdentity() {}

  /// The included members that are there, null too, in the order in which they are listed.
  public static JsonObject normalBody(Capability capability, JsonObject body) {
    var rules = capability.canonicalization();
    var normal = new LinkedHashMap<String, Json>();
    for (var field : rules.includedFields()) {
      var value = body.get(field);
      if (value != null) {
        normal.put(field, normal(rules, value));
      }
    }
    return new JsonObject(normal);
  }

  /// What the content id is the hash of.
  public static String hashInput(Capability capability, PayloadEnvelope envelope) {
    var body = normalBody(capability, envelope.body());
    var refs = envelope.provenance().sourceRefs().stream().map(NormalText::nfc).sorted().toList();
    var extractor = NormalText.nfc(envelope.provenance().extractorVersion());
    return "{\"capability\":"
        + Json.of(capability.id().value())
        + ",\"body\":"
        + inOrder(body)
        + ",\"source_refs\":"
        + JsonArray.ofTexts(refs)
        + ",\"extractor_version\":"
        + Json.of(extractor)
        + "}";
  }

  /// `payload_` and 24 digits: the same for all who submit this.
  public static String contentId(Capability capability, PayloadEnvelope envelope) {
    var hash = Hash.of(hashInput(capability, envelope).getBytes(UTF_8));
    return DerivedId.hashed(CONTENT_PREFIX, hash);
  }

  /// `pay_` and 24 digits: the same content in one scope is one payload, in two it is two.
  public static String payloadId(PayloadScope scope, String contentId) {
    return DerivedId.hashed("pay_", Hash.of((scope.text() + "\0" + contentId).getBytes(UTF_8)));
  }

  private static String inOrder(JsonObject object) {
    return object.members().entrySet().stream()
        .map(member -> Json.of(NormalText.nfc(member.getKey())) + ":" + member.getValue())
        .collect(joining(",", "{", "}"));
  }

  private static Json normal(CanonicalizationRules rules, Json value) {
    return switch (value) {
      case JsonString(var text) ->
          Json.of(rules.normalizeStrings() ? NormalText.of(text) : NormalText.nfc(text));
      case JsonArray(var items) -> new JsonArray(normal(rules, items));
      case JsonObject object -> normal(rules, object);
      case JsonNumber _, JsonBoolean _, JsonNull _ -> value;
    };
  }

  private static List<Json> normal(CanonicalizationRules rules, List<Json> items) {
    record Item(String text, Json value) {}
    if (!rules.sortArrays()) {
      return items.stream().map(item -> normal(rules, item)).toList();
    }
    var sorted = new ArrayList<Item>(items.size());
    for (var item : items) {
      var value = normal(rules, item);
      sorted.add(new Item(Canonical.text(value), value));
    }
    sorted.sort(Comparator.comparing(Item::text));
    return sorted.stream().map(Item::value).toList();
  }

  /// Sorted by name. A name is taken in NFC like any text, unless the object has another member of
  /// that very name.
  private static JsonObject normal(CanonicalizationRules rules, JsonObject object) {
    var normal = new LinkedHashMap<String, Json>();
    for (var member : new TreeMap<>(object.members()).entrySet()) {
      var name = member.getKey();
      var nfc = NormalText.nfc(name);
      boolean taken = normal.containsKey(nfc) || (!nfc.equals(name) && object.has(nfc));
      normal.put(taken ? name : nfc, normal(rules, member.getValue()));
    }
    return new JsonObject(normal);
  }
}
