package dev.quipu.engine.query;

import dev.quipu.engine.inspect.SeenEntities;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.payload.EntityTerms;
import java.util.Collection;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// What a field of an entity has to be. Judged by the snapshot that the caller sees.
///
/// @param value that it is compared with; of [Op#EXISTS], whether it has to be there
public record FieldFilter(String field, Op op, Json value) {

  /// How it is compared. What is smaller or greater is of the same kind: a number, a time, a text.
  public enum Op {
    EQ,
    /// Something else, or nothing.
    NE,
    LT,
    LTE,
    GT,
    GTE,
    /// A text has this part, whatever its case; a list has this item.
    CONTAINS,
    EXISTS;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean admits(JsonObject snapshot) {
    var found = snapshot.get(field);
    return switch (op) {
      case EQ -> value.equals(found);
      case NE -> !value.equals(found);
      case LT -> isOrdered(found, order -> order < 0);
      case LTE -> isOrdered(found, order -> order <= 0);
      case GT -> isOrdered(found, order -> order > 0);
      case GTE -> isOrdered(found, order -> order >= 0);
      case CONTAINS -> found != null && contains(found);
      case EXISTS -> (found != null) == isWanted();
    };
  }

  private boolean isOrdered(@Nullable Json found, IntPredicate as) {
    return found != null
        && ValueOrder.INSTANCE.compares(found, value)
        && as.test(ValueOrder.INSTANCE.compare(found, value));
  }

  private boolean contains(Json found) {
    return switch (found) {
      case JsonString(var text) ->
          value instanceof JsonString(var part) && folded(text).contains(folded(part));
      case JsonArray(var items) -> items.stream().anyMatch(this::isItem);
      default -> false;
    };
  }

  private boolean isItem(Json item) {
    return item.equals(value)
        || (item instanceof JsonString(var text)
            && value instanceof JsonString(var wanted)
            && folded(text).equals(folded(wanted)));
  }

  private static String folded(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private boolean isWanted() {
    return !JsonBoolean.FALSE.equals(value);
  }

  /// A term that some aspect has of every entity that passes; null if there is none.
  ///
  /// @param types that are looked for; empty = all
  @Nullable String term(SeenEntities seen, Collection<String> types) {
    return switch (op) {
      case EQ -> {
        var term = seen.showsAsTold(field, types) ? EntityTerms.holds(field, value) : null;
        yield term == null ? EntityTerms.has(field) : term;
      }
      case LT, LTE, GT, GTE, CONTAINS -> EntityTerms.has(field);
      case EXISTS -> isWanted() ? EntityTerms.has(field) : null;
      case NE -> null;
    };
  }
}
