package dev.quipu.server.rest;

import dev.quipu.engine.ingest.Retry;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import dev.quipu.server.http.Incoming;
import dev.quipu.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A request that has found its route.
final class Call {

  private static final Pattern FOREIGN_CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?+(?!utf-?8\\b)");
  static final String MERGE_PATCH = "application/merge-patch+json";

  private final Incoming incoming;
  private final Route route;
  private final Map<String, String> values;
  private final Query query;
  private final JsonReader json;
  private final Limits limits;
  private final Query.TagLookup tags;

  Call(
      Incoming incoming,
      RouteTable.Match match,
      JsonReader json,
      Limits limits,
      Query.TagLookup tags) {
    this.incoming = incoming;
    this.route = match.route();
    this.values = match.values();
    this.query = new Query(incoming.rawQuery(), route.parameters(), tags);
    this.json = json;
    this.limits = limits;
    this.tags = tags;
  }

  /// What the caller's tags stand for.
  Query.TagLookup tags() {
    return tags;
  }

  Incoming incoming() {
    return incoming;
  }

  Query query() {
    return query;
  }

  /// A segment of the path, decoded and otherwise unchecked.
  String segment(String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  boolean isNdjson() {
    return Answers.NDJSON.equals(mediaType());
  }

  /// The body, which must be JSON. A missing content type is taken for it.
  JsonObject object() {
    var violations = new Violations();
    var body = object(violations);
    violations.throwIfAny();
    return body;
  }

  /// The body, with the faults of its values gathered to be told together with those of its fields.
  JsonObject object(Violations violations) {
    requireJson();
    var body = json.read(incoming.body(limits.maxBodyBytes()), violations);
    if (body instanceof JsonObject object) {
      return object;
    }
    Shape.object().read(body, Pointer.ROOT, violations);
    violations.throwIfAny(); // to miss its fields too would only repeat the fault
    return JsonObject.EMPTY;
  }

  /// The body of a request that may also come without one.
  JsonObject objectOrEmpty() {
    var bytes = incoming.body(limits.maxBodyBytes());
    if (bytes.length == 0) {
      return JsonObject.EMPTY;
    }
    requireJson();
    return json.readObject(bytes);
  }

  private void requireJson() {
    var type = mediaType();
    var header = incoming.header("Content-Type");
    if (header != null && FOREIGN_CHARSET.matcher(header).find()) {
      throw Problems.unsupportedMediaType(Answers.JSON + " in UTF-8");
    }
    boolean patch =
        MERGE_PATCH.equals(type)
            && (route.method().equals("PATCH") || route.bodies().containsKey(MERGE_PATCH));
    if (type != null && !type.equals(Answers.JSON) && !patch) {
      throw Problems.unsupportedMediaType(
          route.bodies().isEmpty() ? Answers.JSON : String.join(", ", route.bodies().keySet()));
    }
  }

  private @Nullable String mediaType() {
    var header = incoming.header("Content-Type");
    return header == null || header.isBlank()
        ? null
        : header.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
  }

  /// What the caller's Idempotency-Key is held for; null if there is none.
  @Nullable Retry retry() {
    var violations = new Violations();
    var retry = retry(violations);
    violations.throwIfAny();
    return retry;
  }

  /// The same, with its fault gathered.
  @Nullable Retry retry(Violations violations) {
    var key = incoming.header("Idempotency-Key");
    if (key == null) {
      return null;
    }
    boolean visible = key.chars().allMatch(c -> '!' <= c && c <= '~');
    if (key.isEmpty() || key.length() > limits.maxIdempotencyKey() || !visible) {
      violations.add(
          Pointer.ROOT.child("Idempotency-Key"),
          "idempotency.key_format",
          "Send 1 to " + limits.maxIdempotencyKey() + " visible ASCII characters, no spaces.");
    }
    return new Retry(route.name(), key);
  }

  /// The hash that tells this request from another under the same Idempotency-Key.
  Hash fingerprint(Json body) {
    return Hash.of(
        incoming.rawPath().getBytes(StandardCharsets.UTF_8), new byte[1], Canonical.bytes(body));
  }
}
