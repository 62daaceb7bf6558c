package dev.quipu.model.id;

/// A role: held by a key, named by an access list.
public record RoleId(String value) implements Identifier {

  public RoleId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
