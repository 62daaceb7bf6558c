package dev.quipu.sql;

import dev.quipu.model.log.Hash;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A value that objects are listed under, as it stands in the key of `list_key`.
///
/// PostgreSQL's indexes hold no entry longer than a third of a page. A longer value stands there by
/// its beginning and its hash, which together are longer than any that stands for itself.
///
/// @param whole the value, if the key is not
record ListValue(String key, @Nullable String whole) {

  private static final int LONGEST = 400;

  static ListValue of(String value) {
    return value.length() <= LONGEST
        ? new ListValue(value, null)
        : new ListValue(beginning(value) + hash(value), value);
  }

  static String keyOf(String value) {
    return of(value).key;
  }

  /// The value that was stored as this.
  String value() {
    var value = whole == null ? key : whole;
    if (!of(value).equals(this)) {
      throw new IllegalStateException("the key of a long value contradicts it");
    }
    return value;
  }

  /// Half of a surrogate pair is no text.
  private static String beginning(String value) {
    int end = Character.isHighSurrogate(value.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return value.substring(0, end);
  }

  private static String hash(String value) {
    return Hash.of(value.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
