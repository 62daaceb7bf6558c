package dev.quipu.model.id;

/// A task, thread or conversation in which events occur.
public record SessionId(String value) implements Identifier {

  public SessionId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
