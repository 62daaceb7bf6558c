package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.bool;
import static dev.quipu.model.json.Shape.id;
import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.someOf;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.index.ContentScope;
import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.SourceKind;
import dev.quipu.engine.query.Question;
import dev.quipu.model.Limits;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.MemoryType;
import dev.quipu.model.payload.EntityType;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads questions: the body of `POST /v1/query`.
///
/// @param record whether the question is to be kept as an event
record QuestionReader(Question question, boolean record) {

  private static final Limits.Search BOUNDS = Limits.SEARCH;
  private static final int MAX_CURSOR = 4_096;
  private static final int MAX_WORD = 200;

  private static final ObjectType[] FOUND_TYPES =
      Stream.of(ObjectType.values()).filter(IndexDocument::isFound).toArray(ObjectType[]::new);

  private static final Shape<String> OWNER =
      object(
          fields -> {
            var kind =
                fields.required(
                    "owner_kind", word(Principal.Kind.values(), Principal.Kind::wireName));
            var owner = fields.required("owner_id", id(QuestionReader::identifier));
            fields.refuseOthers();
            return fields.build(() -> new Principal(kind, owner).toString());
          });

  static QuestionReader read(JsonObject body, Violations violations, Query.TagLookup tags) {
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var text = fields.optional("query_text", text(0, BOUNDS.maxText()), "");
    var topK = fields.optional("top_k", integer(1, BOUNDS.maxTopK()), (long) BOUNDS.defaultTopK());
    var filters = filters(fields, violations);
    var window = fields.optional("time_window", WINDOW, Window.OPEN);
    var expand = fields.optional("expand", EXPAND);
    var budget = fields.optional("token_budget", integer(1, BOUNDS.maxTokens()));
    var explain = fields.optional("explain", bool(), false);
    var asAdmin = fields.optional("as_admin", bool(), false);
    var mode =
        fields.optional(
            "response_mode",
            word(Map.of("structured_evidence", false, "objects_only", true)),
            false);
    var ways = WaysReader.read(fields);
    var fold = fields.optional("fold", bool(), true);
    var record = fields.optional("record", bool(), false);
    var time = ReadTimes.read(fields, violations, tags);
    var cursor = fields.optional("cursor", text(1, MAX_CURSOR));
    fields.refuseOthers();
    return fields.build(
        () ->
            new QuestionReader(
                new Question(
                    text,
                    topK.intValue(),
                    filters,
                    window.from(),
                    window.to(),
                    time,
                    expand,
                    budget == null ? null : budget.intValue(),
                    explain,
                    asAdmin,
                    mode,
                    cursor,
                    null,
                    ways,
                    fold),
                record));
  }

  private static Map<FilterField, NavigableSet<String>> filters(
      Fields fields, Violations violations) {
    var filters = new EnumMap<FilterField, NavigableSet<String>>(FilterField.class);
    for (var field : FilterField.values()) {
      var name = field.wireName();
      var values =
          field == FilterField.LANG
              ? languages(fields)
              : fields.optional(name, someOf(values(field), BOUNDS.maxValues()));
      if (values != null && violations.isEmpty()) {
        filters.put(field, new TreeSet<>(values));
      }
    }
    return filters;
  }

  /// One, or a list of them.
  private static @Nullable List<String> languages(Fields fields) {
    var name = FilterField.LANG.wireName();
    var one = text(1, MAX_WORD);
    var given = fields.optional(name, Shape.json());
    if (given instanceof JsonString) {
      return List.of(String.valueOf(fields.optional(name, one)));
    }
    return fields.optional(name, someOf(one, BOUNDS.maxValues()));
  }

  /// What may stand in a list of such values.
  private static Shape<String> values(FilterField field) {
    return switch (field) {
      case OBJECT_TYPES -> words(FOUND_TYPES, ObjectType::wireName);
      case MEMORY_TYPES -> words(MemoryType.values(), MemoryType::wireName);
      case SCOPES -> words(ContentScope.values(), ContentScope::wireName);
      case SOURCE_KINDS -> words(SourceKind.values(), SourceKind::wireName);
      case LIFECYCLES -> words(Lifecycle.values(), Lifecycle::wireName);
      case ENTITY_TYPES -> EntityType.SHAPE;
      case OWNERS -> OWNER;
      case TAGS, LANG -> text(1, MAX_WORD);
      case AGENT_IDS, SESSION_IDS, WORKSPACE_IDS, PROJECT_IDS, TEAM_IDS ->
          id(QuestionReader::identifier);
    };
  }

  /// Whether a question may be narrowed by these.
  ///
  /// @param planned as a plan says them
  static boolean isAskable(FilterField field, List<String> planned) {
    var faults = new Violations();
    Shape<String> value =
        field == FilterField.OWNERS ? id(text -> Principal.parse(text).toString()) : values(field);
    someOf(value, BOUNDS.maxValues()).read(JsonArray.ofTexts(planned), Pointer.ROOT, faults);
    return faults.isEmpty();
  }

  private static <T> Shape<String> words(T[] values, Function<T, String> wireName) {
    return word(
        Stream.of(values)
            .map(wireName)
            .collect(
                Collectors.toMap(each -> each, each -> each, (one, _) -> one, LinkedHashMap::new)));
  }

  private static String identifier(String text) {
    Identifier.checked(text);
    return text;
  }

  /// When it happened.
  private record Window(@Nullable Instant from, @Nullable Instant to) {
    static final Window OPEN = new Window(null, null);
  }

  private static final Shape<Window> WINDOW =
      object(
          fields -> {
            var from = fields.optional("from", instant());
            var to = fields.optional("to", instant());
            fields.refuseOthers();
            if (from != null && to != null && to.isBefore(from)) {
              fields.refuse("to", "time.order", "Send a time that is not before from.");
            }
            return fields.build(() -> new Window(from, to));
          });

  private static final Shape<Question.Expand> EXPAND =
      object(
          fields -> {
            var hops = fields.optional("hops", integer(1, BOUNDS.maxHops()), 1L);
            var types = EdgeReads.edgeTypes(fields);
            fields.refuseOthers();
            return fields.build(() -> new Question.Expand(hops.intValue(), types));
          });

  /// The body, for the API's description.
  static JsonObject schema() {
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("query_text?", Schemas.TEXT.with("maxLength", Json.of(BOUNDS.maxText())));
    members.put("top_k?", Schemas.integer(1, BOUNDS.maxTopK()));
    for (var field : FilterField.values()) {
      members.put(field.wireName() + "?", schema(field));
    }
    var window = new LinkedHashMap<String, JsonObject>();
    window.put("from?", Schemas.TIME);
    window.put("to?", Schemas.TIME);
    members.put("time_window?", Schemas.closed(window));
    var expand = new LinkedHashMap<String, JsonObject>();
    expand.put("hops?", Schemas.integer(1, BOUNDS.maxHops()));
    expand.put("edge_types?", EdgeReads.edgeTypesSchema());
    members.put("expand?", Schemas.closed(expand));
    members.put("token_budget?", Schemas.integer(1, BOUNDS.maxTokens()));
    members.put("explain?", Schemas.BOOLEAN);
    members.put("as_admin?", Schemas.BOOLEAN);
    members.put("response_mode?", Schemas.word(List.of("structured_evidence", "objects_only")));
    members.putAll(WaysReader.members());
    members.put("fold?", Schemas.BOOLEAN);
    members.put("record?", Schemas.BOOLEAN);
    members.putAll(ReadTimes.members());
    members.put("cursor?", Schemas.TEXT);
    return Schemas.closed(members);
  }

  private static JsonObject schema(FilterField field) {
    return switch (field) {
      case OBJECT_TYPES -> wordList(Stream.of(FOUND_TYPES).map(ObjectType::wireName));
      case MEMORY_TYPES -> wordList(Stream.of(MemoryType.values()).map(MemoryType::wireName));
      case SCOPES -> wordList(Stream.of(ContentScope.values()).map(ContentScope::wireName));
      case SOURCE_KINDS -> wordList(Stream.of(SourceKind.values()).map(SourceKind::wireName));
      case LIFECYCLES -> wordList(Stream.of(Lifecycle.values()).map(Lifecycle::wireName));
      case OWNERS -> {
        var owner = new LinkedHashMap<String, JsonObject>();
        owner.put(
            "owner_kind",
            Schemas.word(
                Stream.of(Principal.Kind.values()).map(Principal.Kind::wireName).toList()));
        owner.put("owner_id", Schemas.ID);
        yield Schemas.list(Schemas.closed(owner));
      }
      case TAGS, ENTITY_TYPES -> Schemas.list(Schemas.TEXT);
      case LANG -> Schemas.anyOf(Schemas.TEXT, Schemas.list(Schemas.TEXT));
      case AGENT_IDS, SESSION_IDS, WORKSPACE_IDS, PROJECT_IDS, TEAM_IDS -> Schemas.list(Schemas.ID);
    };
  }

  private static JsonObject wordList(Stream<String> words) {
    return Schemas.list(Schemas.word(words.toList()));
  }
}
