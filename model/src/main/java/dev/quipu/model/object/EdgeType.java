package dev.quipu.model.object;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The registry of edge types: the nine of seed 001, the five of seed 003, the seven of seed 002's
/// system and the six that extraction makes, each word once.
public enum EdgeType {
  CAUSED_BY("caused_by"),
  DERIVED_FROM("derived_from"),
  SUPPORTS("supports"),
  CONTRADICTS("contradicts"),
  SUMMARIZES("summarizes"),
  UPDATES("updates"),
  USES_TOOL("uses_tool"),
  BELONGS_TO_TASK("belongs_to_task"),
  SHARED_WITH("shared_with"),
  RELATES_TO("relates_to"),
  REFINES("refines"),
  SUPERSEDES("supersedes"),
  PART_OF("PART_OF"),
  CORRECTS("CORRECTS"),
  REFERS_TO("REFERS_TO"),
  SETTLES("SETTLES"),
  DUPLICATE_OF("DUPLICATE_OF"),
  DEPENDS_ON("DEPENDS_ON"),
  ISSUED_BY("ISSUED_BY"),
  BILLED_TO("BILLED_TO"),
  PAID_TO("PAID_TO"),
  PARTY_TO("PARTY_TO"),
  HAS_TASK("HAS_TASK"),
  TRANSACTED_WITH("TRANSACTED_WITH"),
  EMBEDDED_AS("embedded_as");

  private static final Map<String, EdgeType> BY_WIRE_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(EdgeType::wireName, Function.identity()));

  private final String wireName;

  EdgeType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /// Null if there is no such type.
  public static @Nullable EdgeType of(String wireName) {
    return BY_WIRE_NAME.get(wireName);
  }

  /// Whether an edge of this type makes its target stale.
  public boolean supersedes() {
    return this == SUPERSEDES || this == UPDATES;
  }

  static List<String> words() {
    return Stream.of(values()).map(EdgeType::wireName).toList();
  }
}
