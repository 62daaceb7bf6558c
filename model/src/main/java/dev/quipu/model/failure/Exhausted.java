package dev.quipu.model.failure;

/// The caller has used up its share: a quota or a rate.
@SuppressWarnings("serial")
public final class Exhausted extends MemoryException {

  public Exhausted(String code, String message) {
    this(code, message, "");
  }

  public Exhausted(String code, String message, String hint) {
    super(code, message, hint);
  }
}
