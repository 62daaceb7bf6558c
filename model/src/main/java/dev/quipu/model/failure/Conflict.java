package dev.quipu.model.failure;

/// It contradicts what is already there, such as an id taken by other content.
@SuppressWarnings("serial")
public final class Conflict extends MemoryException {

  public Conflict(String code, String message) {
    this(code, message, "");
  }

  public Conflict(String code, String message, String hint) {
    super(code, message, hint);
  }
}
