package dev.quipu.server.rest;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The Accept header, as far as we offer a choice: none.
final class Accept {

  /// Produced where the content decides.
  static final String ANYTHING = "*/*";

  private Accept() {}

  /// Refuses if the client wants nothing that we have.
  static void check(@Nullable String header, String produced) {
    if (header == null || header.isBlank() || produced.equals(ANYTHING)) {
      return;
    }
    var family = produced.substring(0, produced.indexOf('/')) + "/*";
    for (var range : header.toLowerCase(Locale.ROOT).split(",", -1)) {
      var parts = range.strip().split(";", -1);
      var type = parts[0].strip();
      boolean matches = type.equals("*/*") || type.equals(family) || type.equals(produced);
      if (matches && !isRefused(parts)) {
        return;
      }
    }
    throw Problems.notAcceptable(produced);
  }

  private static boolean isRefused(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      if (parts[i].strip().matches("q=0(\\.0*)?")) {
        return true;
      }
    }
    return false;
  }
}
