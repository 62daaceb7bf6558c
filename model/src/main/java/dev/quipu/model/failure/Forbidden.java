package dev.quipu.model.failure;

/// The caller may not do this. For actions only: what a caller may not *see* is [NotFound].
@SuppressWarnings("serial")
public final class Forbidden extends MemoryException {

  public Forbidden(String code, String message) {
    this(code, message, "");
  }

  public Forbidden(String code, String message, String hint) {
    super(code, message, hint);
  }
}
