package dev.quipu.model.json;

/// A text, kept as it was sent: no normalisation, any length. [TextFault] says what it cannot hold.
public record JsonString(String value) implements Json {

  public JsonString {
    TextFault.refuseIn(value);
  }

  @Override
  public String toString() {
    return Canonical.text(this);
  }
}
