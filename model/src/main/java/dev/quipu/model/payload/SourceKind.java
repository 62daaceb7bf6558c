package dev.quipu.model.payload;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How an observation came about; of two that are alike in all else, the kind that stands first
/// here is believed.
public enum SourceKind {
  SENSOR,
  WORKFLOW_STATE,
  LLM_SUMMARY,
  HUMAN,
  IMPORT,
  SYNC;

  /// Of an observation that does not say.
  public static final SourceKind DEFAULT = LLM_SUMMARY;

  private static final Map<String, SourceKind> BY_WIRE_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(SourceKind::wireName, Function.identity()));

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Null if there is no such kind.
  public static @Nullable SourceKind of(String wireName) {
    return BY_WIRE_NAME.get(wireName);
  }
}
