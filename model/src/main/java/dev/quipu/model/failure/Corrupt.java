package dev.quipu.model.failure;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// Stored bytes are not what we once wrote. Nobody can mend it by asking again.
@SuppressWarnings("serial")
public final class Corrupt extends MemoryException {

  private final String resource;

  /// @param resource what was being read, precise enough to find it: a file, a table and key, a log
  ///   position
  public Corrupt(String code, String resource, String message) {
    this(code, resource, message, null);
  }

  public Corrupt(String code, String resource, String message, @Nullable Throwable cause) {
    super(code, message + " (" + requireNonNull(resource) + ")", "", cause);
    this.resource = resource;
  }

  public String resource() {
    return resource;
  }
}
