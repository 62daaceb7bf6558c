package dev.quipu.model.failure;

/// Absent, or denied to this caller: the two look the same (law 5), so there is no hint to tell
/// them apart by.
@SuppressWarnings("serial")
public final class NotFound extends MemoryException {

  public NotFound(String code, String message) {
    super(code, message, "");
  }

  /// For a part that is missing of something the caller sees anyway.
  public NotFound(String code, String message, String hint) {
    super(code, message, hint);
  }
}
