package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.filled;
import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.json;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.someOf;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.query.EntityOrder;
import dev.quipu.engine.query.EntityOrder.By;
import dev.quipu.engine.query.EntityQuestion;
import dev.quipu.engine.query.FieldFilter;
import dev.quipu.engine.query.FieldFilter.Op;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.Limits;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.payload.EntityType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads what entities are looked for: the body of `POST /v1/entities/search`.
final class EntityQuestionReader {

  private static final Limits.Entities BOUNDS = Limits.ENTITIES;
  private static final int MAX_CURSOR = 4_096;
  private static final int MAX_FIELD = 1_024;

  private static final Shape<Boolean> DESCENDING = word(descending());

  private static final Shape<FieldFilter> FILTER =
      object(
          fields -> {
            var field = fields.required("field", text(1, MAX_FIELD));
            var op = fields.optional("op", word(Op.values(), Op::wireName), Op.EQ);
            var value = fields.optional("value", json());
            fields.refuseOthers();
            checkValue(fields, op, value);
            return fields.build(
                () -> new FieldFilter(field, op, value == null ? JsonBoolean.TRUE : value));
          });

  private static final Shape<EntityOrder> ORDER =
      object(
          fields -> {
            var by = fields.required("by", word(By.values(), By::wireName));
            var field = fields.optional("field", text(1, MAX_FIELD));
            var descending = fields.optional("order", DESCENDING);
            fields.refuseOthers();
            if ((by == By.FIELD) != (field != null)) {
              fields.refuse("field", "sort.field", "Name a field if, and only if, by is field.");
            }
            if (by == By.RELEVANCE && Boolean.FALSE.equals(descending)) {
              fields.refuse("order", "sort.order", "What answers best comes first: desc.");
            }
            return fields.build(() -> new EntityOrder(by, field, Boolean.TRUE.equals(descending)));
          });

  private EntityQuestionReader() {}

  static EntityQuestion read(
      JsonObject body, Violations violations, Query.TagLookup tags, Limits limits) {
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var text = fields.optional("query_text", text(0, Limits.SEARCH.maxText()), "");
    var name = fields.optional("name", filled(BOUNDS.maxName()));
    var types =
        fields.optional("entity_types", someOf(EntityType.SHAPE, Limits.SEARCH.maxValues()));
    var filters = fields.optional("filters", listOf(FILTER, BOUNDS.maxFilters()), List.of());
    var sort = fields.optional("sort", listOf(ORDER, BOUNDS.maxSorts()), List.of());
    var ways = WaysReader.read(fields);
    var time = ReadTimes.read(fields, violations, tags);
    var limit = fields.optional("limit", integer(1, limits.maxPage()), (long) limits.defaultPage());
    var cursor = fields.optional("cursor", text(1, MAX_CURSOR));
    if (name != null && !text.isBlank()) {
      fields.refuse("name", "search.either", "Send query_text or name, not both.");
    }
    fields.refuseOthers();
    return fields.build(
        () -> {
          checkSort(fields, sort, ways);
          return fields.build(
              () ->
                  new EntityQuestion(
                      text,
                      name,
                      new TreeSet<>(types == null ? List.of() : types),
                      filters,
                      sort,
                      time,
                      limit.intValue(),
                      cursor,
                      ways));
        });
  }

  /// What is compared by size has one.
  private static void checkValue(Fields fields, Op op, @Nullable Json value) {
    boolean isFit =
        switch (op) {
          case EXISTS -> value == null || value instanceof JsonBoolean;
          case LT, LTE, GT, GTE -> value instanceof JsonNumber || value instanceof JsonString;
          case EQ, NE, CONTAINS -> value != null;
        };
    if (!isFit) {
      fields.refuse(
          "value",
          "filter.value",
          switch (op) {
            case EXISTS -> "Send true or false, or leave it out.";
            case LT, LTE, GT, GTE -> "Send a number, or a text that may be a time.";
            case EQ, NE, CONTAINS -> "Send what it is compared with; for null, ask by exists.";
          });
    }
  }

  private static void checkSort(Fields fields, List<EntityOrder> sort, Ways ways) {
    boolean byRelevance = sort.stream().anyMatch(order -> order.by() == By.RELEVANCE);
    if (byRelevance && sort.size() > 1) {
      fields.refuse("sort", "sort.relevance", "By relevance there is no other order beside it.");
    }
    boolean byVectors = !ways.by().contains(Ways.Way.WORDS) || ways.given() != null;
    if (!sort.isEmpty() && !byRelevance && byVectors) {
      fields.refuse(
          "sort",
          "sort.vectors",
          "By meaning everything is more or less near. Leave sort out, or search by words.");
    }
  }

  private static Map<String, Boolean> descending() {
    var words = new LinkedHashMap<String, Boolean>();
    words.put("asc", false);
    words.put("desc", true);
    return words;
  }

  /// The body, for the API's description.
  static JsonObject schema(Limits limits) {
    var filter = new LinkedHashMap<String, JsonObject>();
    filter.put("field", Schemas.TEXT);
    filter.put("op?", Schemas.word(Stream.of(Op.values()).map(Op::wireName).toList()));
    filter.put("value?", JsonObject.EMPTY);
    var order = new LinkedHashMap<String, JsonObject>();
    order.put("by", Schemas.word(Stream.of(By.values()).map(By::wireName).toList()));
    order.put("field?", Schemas.TEXT);
    order.put("order?", Schemas.word(List.copyOf(descending().keySet())));
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("query_text?", Schemas.TEXT.with("maxLength", Json.of(Limits.SEARCH.maxText())));
    members.put("name?", Schemas.TEXT.with("maxLength", Json.of(BOUNDS.maxName())));
    members.put("entity_types?", Schemas.list(Schemas.TEXT));
    members.put("filters?", Schemas.list(Schemas.closed(filter)));
    members.put("sort?", Schemas.list(Schemas.closed(order)));
    members.putAll(WaysReader.members());
    members.putAll(ReadTimes.members());
    members.put("limit?", Schemas.integer(1, limits.maxPage()));
    members.put("cursor?", Schemas.TEXT);
    return Schemas.closed(members);
  }
}
