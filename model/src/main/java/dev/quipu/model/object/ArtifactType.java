package dev.quipu.model.object;

import java.util.List;
import java.util.stream.Stream;

/// The kinds of artifact of seed 001.
public enum ArtifactType {
  DOCUMENT("document"),
  CODE("code"),
  SQL("sql"),
  REPORT("report"),
  FILE("file"),
  API_OUTPUT("api_output"),
  BLOB("blob");

  private final String wireName;

  ArtifactType(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  public static List<String> words() {
    return Stream.of(values()).map(ArtifactType::wireName).toList();
  }
}
