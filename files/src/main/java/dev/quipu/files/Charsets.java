package dev.quipu.files;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Bytes to characters: what a byte order mark says, else UTF-8 if it is that, else what was
/// declared, else Windows-1252, in which nearly every sequence of bytes is a text.
final class Charsets {

  private static final Charset OTHERWISE = Charset.forName("windows-1252");

  private Charsets() {}

  /// Whether these bytes can be the beginning of a text: no zeros in them, and hardly a control
  /// character.
  static boolean isText(byte[] head) {
    var marked = marked(head);
    if (UTF_16LE.equals(marked) || UTF_16BE.equals(marked)) {
      return true;
    }
    int controls = 0;
    for (byte b : head) {
      if (b == 0) {
        return false;
      }
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
        controls++;
      }
    }
    return controls <= 2 + head.length / 100;
  }

  /// The characters of the first bytes, of which the last may have been cut through.
  static String beginning(byte[] head) {
    var marked = marked(head);
    return withoutMark(new String(head, marked == null ? UTF_8 : marked));
  }

  /// @param declared a media type, perhaps with a charset
  static String decode(byte[] bytes, @Nullable String declared) {
    var marked = marked(bytes);
    if (marked != null) {
      return withoutMark(new String(bytes, marked));
    }
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, declared(declared));
    }
  }

  private static @Nullable Charset marked(byte[] bytes) {
    if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
      return UTF_8;
    }
    if (startsWith(bytes, 0xff, 0xfe)) {
      return UTF_16LE;
    }
    return startsWith(bytes, 0xfe, 0xff) ? UTF_16BE : null;
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  private static String withoutMark(String text) {
    return text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  private static Charset declared(@Nullable String mediaType) {
    int at = mediaType == null ? -1 : mediaType.toLowerCase(Locale.ROOT).indexOf("charset=");
    if (mediaType == null || at < 0) {
      return OTHERWISE;
    }
    var name = mediaType.substring(at + "charset=".length()).split(";", 2)[0];
    try {
      return Charset.forName(name.replace("\"", "").strip());
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return OTHERWISE;
    }
  }
}
