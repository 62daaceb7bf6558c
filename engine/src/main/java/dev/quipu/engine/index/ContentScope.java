package dev.quipu.engine.index;

/// What kind of content something is: `scope` of seed 000. Design section 10 says what becomes
/// which.
public enum ContentScope {
  DOCS("docs"),
  MESSAGES("messages"),
  MEMORY("memory"),
  ARTIFACTS("artifacts"),
  SIGNALS("signals");

  private final String wireName;

  ContentScope(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
