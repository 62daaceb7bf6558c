package dev.quipu.model.json;

/// `true` or `false`.
public record JsonBoolean(boolean value) implements Json {

  public static final JsonBoolean TRUE = new JsonBoolean(true);
  public static final JsonBoolean FALSE = new JsonBoolean(false);

  @Override
  public String toString() {
    return Boolean.toString(value);
  }
}
