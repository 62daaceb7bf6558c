package dev.quipu.engine.index;

import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.Identifier;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a query can be narrowed by: the name of the filter, and what a document has there. This is
/// the one list; engines compile it, the doors read it.
public enum FilterField {
  OBJECT_TYPES("object_types", document -> List.of(document.filed().ref().type().wireName())),
  MEMORY_TYPES(
      "memory_types",
      document -> {
        var type = document.filed().memoryType();
        return type == null ? List.of() : List.of(type.wireName());
      }),
  SCOPES("scopes", document -> List.of(document.filed().scope().wireName())),
  AGENT_IDS("agent_ids", document -> oneOrNone(document.filed().agent())),
  SESSION_IDS("session_ids", document -> oneOrNone(document.filed().session())),
  WORKSPACE_IDS("workspace_ids", document -> oneOrNone(document.envelope().workspace())),
  PROJECT_IDS("project_ids", document -> oneOrNone(document.envelope().project())),
  TEAM_IDS("team_ids", document -> teams(document.envelope().visibility())),
  OWNERS("owners", document -> List.of(document.envelope().owner().toString())),
  SOURCE_KINDS(
      "source_kinds",
      document -> {
        var source = document.filed().source();
        return source == null ? List.of() : List.of(source.wireName());
      }),
  TAGS("tags", document -> List.copyOf(document.envelope().tags())),
  LANG("lang", document -> List.of(document.filed().lang()));

  private final String wireName;
  private final Function<IndexDocument, List<String>> values;

  FilterField(String wireName, Function<IndexDocument, List<String>> values) {
    this.wireName = wireName;
    this.values = values;
  }

  public String wireName() {
    return wireName;
  }

  /// What the document has there.
  public List<String> of(IndexDocument document) {
    return values.apply(document);
  }

  private static List<String> oneOrNone(@Nullable Identifier id) {
    return Stream.ofNullable(id).map(Identifier::value).toList();
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
