package dev.quipu.model.failure;

/// Nobody we know: missing, unknown, disabled, expired and rotated tokens all get this one answer.
@SuppressWarnings("serial")
public final class Unauthenticated extends MemoryException {

  public Unauthenticated() {
    super(
        "token.refused",
        "A valid token is needed.",
        "Send the header `Authorization: Bearer <token>` with a token that is in force.");
  }
}
