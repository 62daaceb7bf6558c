package dev.quipu.model.failure;

/// The input, or what it asks for, is beyond a limit of size.
@SuppressWarnings("serial")
public final class TooLarge extends MemoryException {

  public TooLarge(String code, String message) {
    this(code, message, "");
  }

  public TooLarge(String code, String message, String hint) {
    super(code, message, hint);
  }
}
