package dev.quipu.engine.embedding;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// There are no vectors to be had, for whichever text.
///
/// Checked, and outside the family of [dev.quipu.model.failure.MemoryException], because no caller
/// is ever told: who writes does not wait for vectors, and a question is answered by words then.
@SuppressWarnings("serial")
public abstract sealed class EmbeddingFailure extends Exception {

  private EmbeddingFailure(String message, @Nullable Throwable cause) {
    super(requireNonNull(message), cause);
  }

  /// Never null, unlike that of other throwables.
  @Override
  public final String getMessage() {
    return requireNonNull(super.getMessage());
  }

  /// What somebody can do about it.
  public abstract String hint();

  /// The same may succeed after a while.
  @SuppressWarnings("serial")
  public static final class Transient extends EmbeddingFailure {

    private final Duration retryAfter;

    public Transient(String message, Duration retryAfter, @Nullable Throwable cause) {
      super(message, cause);
      if (retryAfter.isNegative()) {
        throw new IllegalArgumentException("a wait is not negative: " + retryAfter);
      }
      this.retryAfter = retryAfter;
    }

    @Override
    public String hint() {
      return "It is tried again by itself.";
    }

    public Duration retryAfter() {
      return retryAfter;
    }
  }

  /// Nothing changes before somebody acts; the message says what is wrong and with which file or
  /// setting, the hint what to do.
  @SuppressWarnings("serial")
  public static final class Permanent extends EmbeddingFailure {

    private final String hint;

    public Permanent(String message, String hint, @Nullable Throwable cause) {
      super(message, cause);
      this.hint = requireNonNull(hint);
    }

    @Override
    public String hint() {
      return hint;
    }
  }
}
