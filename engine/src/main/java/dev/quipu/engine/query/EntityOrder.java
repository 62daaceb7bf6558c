package dev.quipu.engine.query;

import dev.quipu.model.json.Json;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// By what entities are put in order. Those that have nothing there come last, whichever way.
///
/// @param field that counts, of [By#FIELD]
public record EntityOrder(By by, @Nullable String field, boolean descending) {

  public enum By {
    /// How well it answers; no other order goes with it.
    RELEVANCE,
    NAME,
    /// When it was last.
    OBSERVED_AT,
    OBSERVATION_COUNT,
    FIELD;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Comparator<JudgedEntity> comparator() {
    var values = descending ? ValueOrder.INSTANCE.reversed() : ValueOrder.INSTANCE;
    return Comparator.comparing(this::value, Comparator.nullsLast(values));
  }

  private @Nullable Json value(JudgedEntity one) {
    var known = one.view().known();
    return switch (by) {
      case RELEVANCE -> null;
      case NAME -> Json.of(known.name());
      case OBSERVED_AT -> {
        var last = known.cells().lastObservedAt();
        yield last == null ? null : Json.of(last);
      }
      case OBSERVATION_COUNT -> Json.of(known.observations());
      case FIELD -> one.snapshot().get(String.valueOf(field));
    };
  }
}
