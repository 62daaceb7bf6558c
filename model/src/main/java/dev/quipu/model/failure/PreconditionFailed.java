package dev.quipu.model.failure;

/// What the caller said it had seen (If-Match) is no longer the newest.
@SuppressWarnings("serial")
public final class PreconditionFailed extends MemoryException {

  public PreconditionFailed(String code, String message) {
    this(code, message, "");
  }

  public PreconditionFailed(String code, String message, String hint) {
    super(code, message, hint);
  }
}
