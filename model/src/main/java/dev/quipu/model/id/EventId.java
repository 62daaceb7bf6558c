package dev.quipu.model.id;

/// An event's id, unique within its tenant for ever.
public record EventId(String value) implements Identifier {

  public EventId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
