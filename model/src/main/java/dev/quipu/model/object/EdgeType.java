package dev.quipu.model.object;

import java.util.List;
import java.util.stream.Stream;

/// The registry of edge types: the nine of seed 001, the five of seed 003 and the seven of seed
/// 002's system, each word once.
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
  EMBEDDED_AS("embedded_as");

  private final String wireName;

  EdgeType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  static List<String> words() {
    return Stream.of(values()).map(EdgeType::wireName).toList();
  }
}
