package dev.quipu.model.failure;

/// It was there, and was erased on purpose.
@SuppressWarnings("serial")
public final class Gone extends MemoryException {

  public Gone(String code, String message) {
    this(code, message, "");
  }

  public Gone(String code, String message, String hint) {
    super(code, message, hint);
  }
}
