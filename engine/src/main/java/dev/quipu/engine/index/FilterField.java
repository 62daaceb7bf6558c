package dev.quipu.engine.index;

import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.Identifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a query can be narrowed by: the name of the filter, and what a document has there. This is
/// the one list; engines compile it, the doors read it.
public enum FilterField {
  OBJECT_TYPES("object_types"),
  MEMORY_TYPES("memory_types"),
  ENTITY_TYPES("entity_types"),
  SCOPES("scopes"),
  AGENT_IDS("agent_ids"),
  SESSION_IDS("session_ids"),
  WORKSPACE_IDS("workspace_ids"),
  PROJECT_IDS("project_ids"),
  TEAM_IDS("team_ids"),
  OWNERS("owners"),
  SOURCE_KINDS("source_kinds"),
  TAGS("tags"),
  LIFECYCLES("lifecycles"),
  LANG("lang");

  private final String wireName;

  FilterField(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /// How a value is asked for that was given so: a language by its first part.
  public String asked(String value) {
    return this == LANG ? Language.of(value, "") : value;
  }

  /// What the document has there.
  public List<String> of(FiledDocument document) {
    var filed = document.filed();
    var envelope = document.envelope();
    return switch (this) {
      case OBJECT_TYPES -> List.of(filed.ref().type().wireName());
      case MEMORY_TYPES ->
          filed.memoryType() == null ? List.of() : List.of(filed.memoryType().wireName());
      case ENTITY_TYPES ->
          document.entity() == null ? List.of() : List.of(document.entity().type());
      case SCOPES -> List.of(filed.scope().wireName());
      case AGENT_IDS -> oneOrNone(filed.agent());
      case SESSION_IDS -> oneOrNone(filed.session());
      case WORKSPACE_IDS -> oneOrNone(envelope.workspace());
      case PROJECT_IDS -> oneOrNone(envelope.project());
      case TEAM_IDS -> teams(envelope.visibility());
      case OWNERS -> List.of(envelope.owner().toString());
      case SOURCE_KINDS -> filed.source() == null ? List.of() : List.of(filed.source().wireName());
      case TAGS -> List.copyOf(envelope.tags());
      case LIFECYCLES -> List.of(filed.lifecycle().wireName());
      case LANG -> List.of(filed.lang());
    };
  }

  private static List<String> oneOrNone(@Nullable Identifier id) {
    return id == null ? List.of() : List.of(id.value());
  }

  /// The team that a public thing is for, as seed 000's `team_id` says it.
  private static List<String> teams(Visibility visibility) {
    return switch (visibility) {
      case Visibility.Team(var team) -> List.of(team.value());
      case Visibility.ByTeam(var team) -> List.of(team.value());
      case Visibility.Everybody(),
          Visibility.Named(var _),
          Visibility.ByContract(var _),
          Visibility.OwnerOnly() ->
          List.of();
    };
  }
}
