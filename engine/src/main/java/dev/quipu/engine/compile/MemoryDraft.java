package dev.quipu.engine.compile;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.object.ObjectSchemas;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ValidTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A memory as a caller writes one: with fields that are kept elsewhere than in its body.
///
/// @param fields the rest, as the schema takes them
/// @param scope what `owner_type` means
/// @param ownerType in place of an access block
record MemoryDraft(
    JsonObject fields,
    @Nullable String ownerType,
    @Nullable String scope,
    @Nullable Instant validFrom,
    Instant validTo) {

  /// What a body keeps a memory's text under; `content` is the id of its embedding.
  static final String TEXT = "text";

  private static final List<String> ELSEWHERE =
      List.of("owner_type", "scope", "valid_from", "valid_to");

  static MemoryDraft read(JsonObject given, Violations violations) {
    var said = Fields.of(given, Pointer.ROOT, violations);
    var ownerType =
        said.optional(
            "owner_type", word(new String[] {"private", "public", "partial"}, word -> word));
    var scope = said.optional("scope", text(1, ObjectSchemas.MAX_NAME));
    var validFrom = said.optional("valid_from", instant());
    var validTo = said.optional("valid_to", instant());
    if (validFrom != null && validTo != null && !validTo.isAfter(validFrom)) {
      said.refuse("valid_to", "time.order", "Send a time that is after valid_from.");
    }
    if (ownerType == null && scope != null) {
      said.refuse("scope", "scope.without_owner_type", "Say by owner_type what this is.");
    }
    if ("partial".equals(ownerType) && scope == null) {
      said.refuse("scope", "field.required", "Name a contract or a team that it is shared with.");
    }
    if (given.get("level") instanceof JsonNumber level && level.isInteger() && level.asLong() > 0) {
      said.refuse(
          "level",
          "level.needs_sources",
          "Summaries are made by POST /v1/sessions/{id}/summarize.");
    }
    if (!(given.get("content") instanceof JsonString(var text)) || text.isBlank()) {
      said.refuse("content", "field.required", "Send the text of the memory.");
    }
    var rest = given;
    for (var name : ELSEWHERE) {
      rest = rest.without(name);
    }
    return new MemoryDraft(
        rest, ownerType, scope, validFrom, validTo == null ? ValidTime.FOREVER : validTo);
  }

  /// The access that is asked for, in whichever words.
  AccessDraft access(
      AccessDraft given, Caller caller, Stamp stamp, Facts facts, Violations violations) {
    var draft = given;
    if (fields.get("ttl") instanceof JsonNumber ttl && violations.isEmpty()) {
      var begin = validFrom == null ? stamp.visibleTime() : validFrom;
      var end = Iso8601.later(begin, Duration.ofSeconds(ttl.asLong()));
      var life = Duration.between(stamp.visibleTime(), end);
      var before = draft.lifetime();
      draft = draft.living(before != null && before.compareTo(life) < 0 ? before : life);
    }
    if (ownerType == null || ("partial".equals(ownerType) && scope == null)) {
      return draft;
    }
    if (given.visibility() != null) {
      violations.add(Pointer.ROOT.child("owner_type"), "access.twice", "Say once who may see it.");
      return draft;
    }
    return draft.visibleAs(visibility(ownerType, caller, stamp, facts, violations));
  }

  /// The workspace that a public memory is for.
  @Nullable WorkspaceId workspace() {
    return "public".equals(ownerType)
            && scope != null
            && !scope.equals("tenant")
            && Identifier.isWellFormed(scope)
        ? new WorkspaceId(scope)
        : null;
  }

  private Visibility visibility(
      String word, Caller caller, Stamp stamp, Facts facts, Violations violations) {
    return switch (word) {
      case "public" -> new Visibility.Everybody();
      case "partial" -> partial(String.valueOf(scope), caller, stamp, facts, violations);
      default -> new Visibility.OwnerOnly();
    };
  }

  private static Visibility partial(
      String scope, Caller caller, Stamp stamp, Facts facts, Violations violations) {
    if (Identifier.isWellFormed(scope)) {
      if (caller.teams().contains(new TeamId(scope))) {
        return new Visibility.ByTeam(new TeamId(scope));
      }
      var contract = new ObjectRef(ObjectType.SHARE_CONTRACT, scope);
      if (Sight.of(caller, stamp).findShown(contract, facts) != null) {
        return new Visibility.ByContract(new ContractId(scope));
      }
    }
    violations.add(
        Pointer.ROOT.child("scope"),
        "reference.unknown",
        "There is no share_contract with this id, and no team of yours.");
    return new Visibility.OwnerOnly();
  }

  /// The body with its text where it belongs.
  static JsonObject withText(JsonObject body, Principal owner) {
    var text = body.text("content");
    return text == null
        ? body
        : body.with(TEXT, Json.of(text)).with("content", Json.of(DerivedId.vectorOf(owner, text)));
  }
}
