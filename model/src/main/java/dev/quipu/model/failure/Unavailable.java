package dev.quipu.model.failure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// We cannot do it just now; the same request may succeed after a while.
@SuppressWarnings("serial")
public final class Unavailable extends MemoryException {

  private final Duration retryAfter;

  public Unavailable(String code, String message, Duration retryAfter) {
    this(code, message, retryAfter, null);
  }

  public Unavailable(String code, String message, Duration retryAfter, @Nullable Throwable cause) {
    super(code, message, "Try again later.", cause);
    if (retryAfter.isNegative()) {
      throw new IllegalArgumentException("a wait is not negative: " + retryAfter);
    }
    this.retryAfter = retryAfter;
  }

  public Duration retryAfter() {
    return retryAfter;
  }
}
