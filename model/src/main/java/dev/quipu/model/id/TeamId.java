package dev.quipu.model.id;

/// A team: membership comes with a key, never with a request.
public record TeamId(String value) implements Identifier {

  public TeamId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
