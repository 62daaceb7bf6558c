package dev.quipu.model.json;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The canonical form of RFC 8785: equal values have equal bytes, whoever writes them. What we hash
/// and store.
///
/// Members are sorted by UTF-16 code units, which is the order of [String#compareTo]. It walks into
/// nested values by recursion: the reader lets nothing in that is nested deeper than a thread's
/// stack bears.
public final class Canonical {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[256];
  private int size;

  private Canonical() {}

  public static byte[] bytes(Json json) {
    var out = new Canonical();
    out.append(json);
    return Arrays.copyOf(out.bytes, out.size);
  }

  public static String text(Json json) {
    var out = new Canonical();
    out.append(json);
    return new String(out.bytes, 0, out.size, StandardCharsets.UTF_8);
  }

  private void append(Json json) {
    switch (json) {
      case JsonObject object -> append(object);
      case JsonArray array -> append(array);
      case JsonString(var text) -> append(text);
      case JsonNumber number -> appendAscii(number.toString());
      case JsonBoolean(var value) -> appendAscii(value ? "true" : "false");
      case JsonNull.NULL -> appendAscii("null");
    }
  }

  private void append(JsonObject object) {
    var members = object.members();
    var names = members.keySet().toArray(String[]::new);
    Arrays.sort(names);
    append((byte) '{');
    for (int i = 0; i < names.length; i++) {
      if (i > 0) {
        append((byte) ',');
      }
      append(names[i]);
      append((byte) ':');
      append(requireNonNull(members.get(names[i])));
    }
    append((byte) '}');
  }

  private void append(JsonArray array) {
    append((byte) '[');
    var items = array.items();
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        append((byte) ',');
      }
      append(items.get(i));
    }
    append((byte) ']');
  }

  private void append(String text) {
    append((byte) '"');
    int length = text.length();
    for (int at = appendPlain(text, 0); at < length; at = appendPlain(text, at)) {
      int point = text.codePointAt(at);
      reserve(6); // the longest single step is an escape such as that of U+000F
      if (point < 0x80) {
        appendEscape(point);
      } else {
        appendUtf8(point);
      }
      at += Character.charCount(point);
    }
    append((byte) '"');
  }

  /// Most text is ASCII that needs no escape: this loop is the one that must be fast. Returns where
  /// something else begins.
  private int appendPlain(String text, int from) {
    int length = text.length();
    reserve(length - from);
    byte[] out = bytes;
    int end = size;
    int at = from;
    for (; at < length; at++) {
      char c = text.charAt(at);
      if (c < ' ' || c >= 0x80 || c == '"' || c == '\\') {
        break;
      }
      out[end++] = (byte) c;
    }
    size = end;
    return at;
  }

  private void appendUtf8(int point) {
    if (point < 0x800) {
      bytes[size++] = (byte) (0xc0 | point >> 6);
    } else {
      if (point < 0x10000) {
        bytes[size++] = (byte) (0xe0 | point >> 12);
      } else {
        bytes[size++] = (byte) (0xf0 | point >> 18);
        appendTail(point >> 12);
      }
      appendTail(point >> 6);
    }
    appendTail(point);
  }

  private void appendTail(int bits) {
    bytes[size++] = (byte) (0x80 | (bits & 0x3f));
  }

  private void appendEscape(int c) {
    bytes[size++] = '\\';
    switch (c) {
      case '"', '\\' -> bytes[size++] = (byte) c;
      case '\b' -> bytes[size++] = 'b';
      case '\t' -> bytes[size++] = 't';
      case '\n' -> bytes[size++] = 'n';
      case '\f' -> bytes[size++] = 'f';
      case '\r' -> bytes[size++] = 'r';
      default -> {
        bytes[size++] = 'u';
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = HEX[c >> 4];
        bytes[size++] = HEX[c & 0xf];
      }
    }
  }

  @SuppressWarnings("deprecation") // the fastest copy of ASCII there is, and this text is ASCII
  private void appendAscii(String text) {
    int length = text.length();
    reserve(length);
    text.getBytes(0, length, bytes, size);
    size += length;
  }

  private void append(byte b) {
    reserve(1);
    bytes[size++] = b;
  }

  private void reserve(int count) {
    if (count > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
    }
  }
}
