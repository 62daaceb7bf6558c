package dev.quipu.model.json;

/// `null`, as a value that was sent; a member that was not sent is simply not there.
public enum JsonNull implements Json {
  NULL;

  @Override
  public String toString() {
    return "null";
  }
}
