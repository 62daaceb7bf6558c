package dev.quipu.server.rest;

import dev.quipu.model.id.Identifier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A version by name: an id, `@`, and a number. No id has an `@` of its own.
record VersionName(String id, int version) {

  private static final Pattern NAME = Pattern.compile("([^@]+)@([1-9][0-9]{0,8})");

  /// Null if the text is not one.
  static @Nullable VersionName of(String text) {
    var match = NAME.matcher(text);
    return match.matches() && Identifier.isWellFormed(match.group(1))
        ? new VersionName(match.group(1), Integer.parseInt(match.group(2)))
        : null;
  }
}
