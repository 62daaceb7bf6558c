package dev.quipu.wire;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Acl;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.ProjectId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.platform.DefaultVisibility;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a write says about access and filing, beside the fields of the thing itself.
///
/// Nothing that was said is ignored: an access list on something that is not confidential is a
/// mistake of the caller's, and would be noticed only by the reader who is not let in.
public final class AccessRequest {

  /// The members that belong here, whatever they are sent with.
  public static final List<String> MEMBERS =
      List.of("visibility", "access", "project_id", "tags", "lang", "indexed", "ttl_days");

  private AccessRequest() {}

  /// What stood in the `access` block.
  ///
  /// @param teamSaid whether `team_id` was there, be it as null
  private record Block(
      @Nullable Principal owner, boolean teamSaid, @Nullable TeamId team, @Nullable Acl acl) {

    static final Block ABSENT = new Block(null, false, null, null);
  }

  /// Reads the members out of the fields they came with. Null stands for a draft that cannot be
  /// made; the faults are recorded then.
  public static AccessDraft read(Fields fields, Violations violations, Limits limits) {
    var word =
        fields.optional(
            "visibility", word(DefaultVisibility.values(), DefaultVisibility::wireName));
    var block = fields.optional("access", block(limits.maxAcl()), Block.ABSENT);
    var project = fields.optional("project_id", id(ProjectId::new));
    var tags =
        fields.optional(
            "tags", listOf(text(1, limits.maxTagLength()), limits.maxTags()), List.<String>of());
    var lang = fields.optional("lang", text(1, limits.maxLangLength()));
    var indexed = fields.optional("indexed", bool(), true);
    var days = fields.optional("ttl_days", integer(1, limits.maxTtlDays()));
    refuseUnused(word, block, fields.at("access"), violations);
    return fields.build(
        () ->
            new AccessDraft(
                block.owner(),
                visibility(word, block),
                indexed,
                days == null ? null : Duration.ofDays(days),
                project,
                Set.copyOf(tags),
                lang));
  }

  private static Shape<Block> block(int maxAcl) {
    return Shape.object(
        fields -> {
          var kind =
              fields.optional(
                  "owner_kind", word(Principal.Kind.values(), Principal.Kind::wireName));
          var id = fields.optional("owner_id", id(AccessRequest::ownerId));
          boolean teamSaid = fields.has("team_id");
          var team = fields.optional("team_id", id(TeamId::new));
          var acl = fields.optional("acl", EnvelopeJson.acl(maxAcl));
          if (fields.has("owner_kind") && !fields.has("owner_id")) {
            fields.refuse("owner_id", "field.required", "Send the owner's id with its kind.");
          }
          if (fields.has("owner_id") && !fields.has("owner_kind")) {
            fields.refuse("owner_kind", "field.required", "Send the owner's kind with its id.");
          }
          fields.refuseOthers();
          return fields.build(
              () ->
                  new Block(
                      kind == null || id == null ? null : new Principal(kind, id),
                      teamSaid,
                      team,
                      acl));
        });
  }

  private static String ownerId(String text) {
    return new Principal(Principal.Kind.USER, text).id();
  }

  /// Faults that only show when the word and the block are seen together. The block is null if it
  /// had faults of its own.
  private static void refuseUnused(
      @Nullable DefaultVisibility word, @Nullable Block block, Pointer at, Violations violations) {
    if (block == null) {
      return;
    }
    if (word == DefaultVisibility.PUBLIC && !block.teamSaid()) {
      violations.add(
          at.child("team_id"),
          "access.team_required",
          "Say for which team it is public; null means everybody in the tenant.");
    }
    if (word != DefaultVisibility.PUBLIC && block.team() != null) {
      violations.add(
          at.child("team_id"), "access.unused", "A team goes with `visibility: public` only.");
    }
    if (word != DefaultVisibility.CONFIDENTIAL && block.acl() != null) {
      violations.add(
          at.child("acl"),
          "access.unused",
          "An access list goes with `visibility: confidential` only.");
    }
  }

  private static @Nullable Visibility visibility(@Nullable DefaultVisibility word, Block block) {
    return switch (word) {
      case null -> null;
      case PRIVATE -> new Visibility.OwnerOnly();
      case CONFIDENTIAL -> new Visibility.Named(block.acl() == null ? Acl.NOBODY : block.acl());
      case PUBLIC ->
          block.team() == null ? new Visibility.Everybody() : new Visibility.Team(block.team());
    };
  }

  /// The request without the members that belong here.
  public static JsonObject without(JsonObject request) {
    var rest = request;
    for (var member : MEMBERS) {
      rest = rest.without(member);
    }
    return rest;
  }

  /// The members that belong here, alone.
  public static JsonObject only(JsonObject request) {
    var members = new LinkedHashMap<String, Json>();
    for (var member : MEMBERS) {
      var value = request.get(member);
      if (value != null) {
        members.put(member, value);
      }
    }
    return new JsonObject(members);
  }
}
