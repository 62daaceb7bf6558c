package dev.quipu.server.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Percent-encoded text.
final class UriText {

  private UriText() {}

  /// The text behind the escapes, or null: a broken escape, bytes that are no UTF-8 (overlong forms
  /// are none), or a control character.
  ///
  /// @param plusIsSpace as in a query
  static @Nullable String decoded(String raw, boolean plusIsSpace) {
    var bytes = ByteBuffer.allocate(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        if (i + 2 >= raw.length()) {
          return null;
        }
        int high = Character.digit(raw.charAt(i + 1), 16);
        int low = Character.digit(raw.charAt(i + 2), 16);
        if (high < 0 || low < 0) {
          return null;
        }
        bytes.put((byte) (high << 4 | low));
        i += 2;
      } else if (c > 0x7f) {
        return null;
      } else {
        bytes.put((byte) (c == '+' && plusIsSpace ? ' ' : c));
      }
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
      return text.chars().anyMatch(Character::isISOControl) ? null : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
