package dev.quipu.model.id;

/// An API key. The token itself is never kept.
public record KeyId(String value) implements Identifier {

  public KeyId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
