package dev.quipu.model.id;

/// A partition of a tenant; see [dev.quipu.model.access.AccessRule].
public record WorkspaceId(String value) implements Identifier {

  public WorkspaceId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
