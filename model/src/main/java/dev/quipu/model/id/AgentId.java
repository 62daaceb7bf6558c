package dev.quipu.model.id;

/// An agent that acts, or is said to have acted.
public record AgentId(String value) implements Identifier {

  public AgentId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
