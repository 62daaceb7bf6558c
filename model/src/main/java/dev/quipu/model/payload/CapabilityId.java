package dev.quipu.model.payload;

import dev.quipu.model.id.Identifier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a payload is submitted for, in one version: `{domain}:{intent}:{version}`.
public record CapabilityId(String value) implements Identifier {

  /// The domain of the built-in ones; a tenant's own are elsewhere.
  public static final String RESERVED_DOMAIN = "neotoma";

  private static final String PART = "[a-z0-9][a-z0-9_-]*";
  // without leading zeros: v1 and v01 would be two names of one version
  private static final Pattern FORM =
      Pattern.compile("(" + PART + "):(" + PART + "):v(0|[1-9][0-9]{0,8})");

  public CapabilityId {
    if (!isWellFormed(value)) {
      throw new IllegalArgumentException(
          "Send {domain}:{intent}:v{number} in lower case, such as acme:store_order:v1.");
    }
  }

  /// Null if it is none.
  public static @Nullable CapabilityId parse(String text) {
    return isWellFormed(text) ? new CapabilityId(text) : null;
  }

  private static boolean isWellFormed(String text) {
    return text.length() <= MAX_LENGTH && FORM.matcher(text).matches();
  }

  public String domain() {
    return value.substring(0, value.indexOf(':'));
  }

  public String intent() {
    return value.substring(value.indexOf(':') + 1, value.lastIndexOf(':'));
  }

  /// Such as `v1`.
  public String version() {
    return value.substring(value.lastIndexOf(':') + 1);
  }

  public int number() {
    return Integer.parseInt(version(), 1, version().length(), 10);
  }

  public boolean isReserved() {
    return domain().equals(RESERVED_DOMAIN);
  }

  @Override
  public String toString() {
    return value;
  }
}
