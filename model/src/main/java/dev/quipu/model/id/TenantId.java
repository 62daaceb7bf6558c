package dev.quipu.model.id;

import java.math.BigInteger;
import java.util.Locale;

/// The wall: a tenant has its own log, its own views and its own index.
public record TenantId(String value) implements Identifier {

  /// The log of tenants, keys and admin acts. No customer can be called this.
  public static final TenantId PLATFORM = new TenantId("platform");

  public TenantId {
    Identifier.checked(value);
  }

  /// What its folder is called: `acme`, but `acme+1` for `Acme`. Which letters are capitals is
  /// written behind, for the sake of file systems that take `Acme` and `acme` for one name.
  public String fileName() {
    var capitals = BigInteger.ZERO;
    for (int i = 0; i < value.length(); i++) {
      if (Character.isUpperCase(value.charAt(i))) {
        capitals = capitals.setBit(i);
      }
    }
    var lower = value.toLowerCase(Locale.ROOT);
    return capitals.signum() == 0 ? lower : lower + "+" + capitals.toString(16);
  }

  @Override
  public String toString() {
    return value;
  }
}
