package dev.quipu.wire;

import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.ShownObject;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Objects and their versions as answers show them.
public final class ObjectAnswer {

  private ObjectAnswer() {}

  /// One version of an object, with who may see it and where it stands on both clocks.
  ///
  /// @param at the point it is looked at from
  public static JsonObject view(ObjectRow object, SpanRow span, VersionRow version, At at) {
    var shown = shown(object, span, version, at.asOf());
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(object.ref().type().wireName()));
    members.put("object_id", Json.of(object.ref().id()));
    members.put("version", Json.of(version.version()));
    members.put("object", believed(span, at, shown.object()));
    if (object.ref().type() == ObjectType.MEMORY) {
      members.put("text", Json.ofNullable(version.body().text("text")));
    }
    members.put("access", EnvelopeJson.write(object.envelope()));
    members.put("lifecycle", Json.of(shown.lifecycle().wireName()));
    putClocks(span, at.asKnownAt(), members);
    return new JsonObject(members);
  }

  /// One row of a history: ObjectVersion of seed 001 with the other clock and the body.
  ///
  /// @param mutation the event that made the version; null if the caller may not see it
  /// @param tag the snapshot that shows it; null if none does
  public static JsonObject version(
      ObjectRow object,
      SpanRow span,
      VersionRow version,
      At at,
      @Nullable String mutation,
      @Nullable String tag) {
    var members = objectVersion(object, span, version, mutation, tag);
    members.put("known_from", Json.of(span.sysFrom().value()));
    members.put("known_to", knownTo(span.sysTo(), at.asKnownAt()));
    members.put("object", believed(span, at, shown(object, span, version, at.asOf()).object()));
    if (object.ref().type() == ObjectType.MEMORY) {
      members.put("text", Json.ofNullable(version.body().text("text")));
    }
    return new JsonObject(members);
  }

  /// What two versions are compared by: the fields that are shown, and what is shown beside them.
  public static JsonObject comparable(
      ObjectRow object, SpanRow span, VersionRow version, Instant asOf) {
    var shown = shown(object, span, version, asOf);
    var members = new LinkedHashMap<>(shown.object().members());
    if (object.ref().type() == ObjectType.MEMORY) {
      members.put("text", Json.ofNullable(version.body().text("text")));
    }
    members.put("lifecycle", Json.of(shown.lifecycle().wireName()));
    return new JsonObject(members);
  }

  /// An ObjectVersion as an object of its own: with the access of what it is a version of.
  public static JsonObject versionView(
      ObjectRow object,
      SpanRow span,
      VersionRow version,
      At at,
      @Nullable String mutation,
      @Nullable String tag) {
    var members = new LinkedHashMap<String, Json>();
    members.put("object_type", Json.of(ObjectType.OBJECT_VERSION.wireName()));
    members.put(
        "object_id",
        Json.of(
            object.ref().type().wireName() + ":" + object.ref().id() + "@" + version.version()));
    members.put("version", Json.of(version.version()));
    members.put("object", new JsonObject(objectVersion(object, span, version, mutation, tag)));
    members.put("access", EnvelopeJson.write(object.envelope()));
    members.put(
        "lifecycle", Json.of(shown(object, span, version, at.asOf()).lifecycle().wireName()));
    putClocks(span, at.asKnownAt(), members);
    return new JsonObject(members);
  }

  /// The fields of an ObjectVersion.
  public static Map<String, Json> objectVersion(
      ObjectRow object,
      SpanRow span,
      VersionRow version,
      @Nullable String mutation,
      @Nullable String tag) {
    var members = new LinkedHashMap<String, Json>();
    members.put("object_id", Json.of(object.ref().id()));
    members.put("object_type", Json.of(object.ref().type().wireName()));
    members.put("version", Json.of(version.version()));
    members.put("mutation_event_id", Json.ofNullable(mutation));
    members.put("valid_from", Json.of(span.validFrom()));
    members.put("valid_to", validTo(span.validTo()));
    members.put("snapshot_tag", Json.ofNullable(tag));
    return members;
  }

  public static ShownObject shown(
      ObjectRow object, SpanRow span, VersionRow version, Instant asOf) {
    return new ShownObject(
        object.ref(),
        object.envelope(),
        version.body(),
        version.version(),
        span.validFrom(),
        span.validTo(),
        asOf);
  }

  /// What is no longer believed is not active, whatever its interval says.
  private static JsonObject believed(SpanRow span, At at, JsonObject shown) {
    return span.sysTo().isAfter(at.asKnownAt()) || !shown.has("is_active")
        ? shown
        : shown.with("is_active", Json.of(false));
  }

  /// Where it stands on both clocks, by what was known at a position: who looks from there does not
  /// know of an end of the belief that came later.
  public static void putClocks(SpanRow span, LogPosition known, Map<String, Json> members) {
    members.put("valid_from", Json.of(span.validFrom()));
    members.put("valid_to", validTo(span.validTo()));
    members.put("known_from", Json.of(span.sysFrom().value()));
    members.put("known_to", knownTo(span.sysTo(), known));
  }

  private static Json validTo(Instant end) {
    return end.equals(ValidTime.FOREVER) ? Json.NULL : Json.of(end);
  }

  private static Json knownTo(LogPosition end, LogPosition known) {
    return end.isAfter(known) ? Json.NULL : Json.of(end.value());
  }
}
