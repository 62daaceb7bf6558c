package dev.quipu.model.object;

import java.util.List;
import java.util.stream.Stream;

/// The kinds of memory of seed 001.
public enum MemoryType {
  EPISODIC("episodic"),
  SEMANTIC("semantic"),
  PROCEDURAL("procedural"),
  SOCIAL("social"),
  REFLECTIVE("reflective");

  private final String wireName;

  MemoryType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static List<String> words() {
    return Stream.of(values()).map(MemoryType::wireName).toList();
  }
}
