package dev.quipu.model.log;

import dev.quipu.model.id.Identifier;

/// What kind of thing happened. Any well-formed word is a type; those that begin with `quipu.` are
/// written by us alone.
public record EventType(String value) implements Identifier {

  public static final String RESERVED_PREFIX = "quipu.";

  public EventType {
    Identifier.checked(value);
  }

  public boolean isReserved() {
    return value.startsWith(RESERVED_PREFIX);
  }

  @Override
  public String toString() {
    return value;
  }
}
