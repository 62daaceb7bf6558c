package dev.quipu.engine.index;

/// Where content came from: `source_kind` of seed 000.
public enum SourceKind {
  DOCUMENT("document"),
  WIKI("wiki"),
  MESSAGE("message"),
  ARTIFACT("artifact"),
  WEB("web"),
  CODE("code");

  private final String wireName;

  SourceKind(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
