package dev.quipu.model.id;

/// A project that things can be filed under. It grants nothing.
public record ProjectId(String value) implements Identifier {

  public ProjectId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
