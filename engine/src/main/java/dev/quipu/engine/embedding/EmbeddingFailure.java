package dev.quipu.engine.embedding;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// There are no vectors to be had, for whichever text.
///
/// Checked, and outside the family of [dev.quipu.model.failure.MemoryException], because no caller
/// is ever told: who writes does not wait for vectors, and a question is answered by words then.
/// What is known of it has two halves: what anybody may read, since the server's health needs no
/// token, and what names files, folders and addresses, which is for those who look after it.
@SuppressWarnings("serial")
public abstract sealed class EmbeddingFailure extends Exception {

  private final String told;

  private EmbeddingFailure(String told, String more, @Nullable Throwable cause) {
    super(more.isEmpty() ? told : told + " " + more, cause);
    this.told = requireNonNull(told);
  }

  /// What anybody may read of it: it names no file, no folder and no address.
  public final String told() {
    return told;
  }

  /// All that is known of it. Never null, unlike that of other throwables.
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

    public Transient(String told, Duration retryAfter, @Nullable Throwable cause) {
      this(told, "", retryAfter, cause);
    }

    /// @param more a sentence that is not for everybody
    public Transient(String told, String more, Duration retryAfter, @Nullable Throwable cause) {
      super(told, more, cause);
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
  /// setting, the hint what to do, which anybody may read too.
  @SuppressWarnings("serial")
  public static final class Permanent extends EmbeddingFailure {

    private final String hint;

    public Permanent(String told, String hint, @Nullable Throwable cause) {
      this(told, "", hint, cause);
    }

    /// @param more a sentence that is not for everybody
    public Permanent(String told, String more, String hint, @Nullable Throwable cause) {
      super(told, more, cause);
      this.hint = requireNonNull(hint);
    }

    @Override
    public String hint() {
      return hint;
    }
  }
}
