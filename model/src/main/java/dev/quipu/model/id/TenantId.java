package dev.quipu.model.id;

/// The wall: a tenant has its own log, its own views and its own index.
public record TenantId(String value) implements Identifier {

  /// The log of tenants, keys and admin acts. No customer can be called this.
  public static final TenantId PLATFORM = new TenantId("platform");

  public TenantId {
    Identifier.checked(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
