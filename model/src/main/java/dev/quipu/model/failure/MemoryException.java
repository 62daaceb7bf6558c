package dev.quipu.model.failure;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// A failure that the caller is told about, sorted by whose turn it is to act.
///
/// Anything else that is thrown is a mistake of ours and shows as an internal error without detail.
@SuppressWarnings("serial")
public abstract sealed class MemoryException extends RuntimeException
    permits Invalid,
        Unauthenticated,
        Forbidden,
        NotFound,
        Conflict,
        PreconditionFailed,
        Gone,
        TooLarge,
        Exhausted,
        Unavailable,
        Corrupt {

  private final String code;
  private final String hint;

  /// The caller's doing: no stack trace, since it would only say where we noticed.
  MemoryException(String code, String message, String hint) {
    super(requireNonNull(message), null, false, false);
    this.code = requireNonNull(code);
    this.hint = requireNonNull(hint);
  }

  /// Our own or the machine's doing: the stack trace is wanted.
  MemoryException(String code, String message, String hint, @Nullable Throwable cause) {
    super(requireNonNull(message), cause, true, true);
    this.code = requireNonNull(code);
    this.hint = requireNonNull(hint);
  }

  /// Stable and listed in `docs/problems.md`, such as `object.not_found`.
  public final String code() {
    return code;
  }

  /// What the caller could do next; `""` where the message already says it.
  public final String hint() {
    return hint;
  }

  /// Never null, unlike that of other throwables.
  @Override
  public final String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
