package dev.quipu.model.failure;

import static java.util.Objects.requireNonNull;

/// One fault of an input.
///
/// @param pointer where: an RFC 6901 JSON pointer into the body; `""` is the whole body
/// @param code what, for programs: stable, such as `number.inexact`
/// @param message what to do about it, for people
public record Violation(String pointer, String code, String message) {

  public Violation {
    requireNonNull(pointer);
    requireNonNull(code);
    requireNonNull(message);
    if (!pointer.isEmpty() && pointer.charAt(0) != '/') {
      throw new IllegalArgumentException(
          "a JSON pointer is empty or starts with a slash: " + pointer);
    }
  }
}
