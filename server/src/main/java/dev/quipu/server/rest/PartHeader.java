package dev.quipu.server.rest;

import dev.quipu.model.json.TextFault;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The parameters of a header of a part, by their names in lower case, such as `filename`. A text
/// in quotation marks is no place to look for further ones.
record PartHeader(Map<String, String> parameters) {

  private static final Pattern PARAMETER =
      Pattern.compile(";\\s*([^\\s=;\"]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s;\"]*))");

  /// `UTF-8'en'%e2%82%ac%20rates`, as RFC 8187 has it.
  private static final Pattern EXTENDED =
      Pattern.compile("(?i)(utf-8|iso-8859-1)'[^']*'((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9a-f]{2})*+)");

  PartHeader {
    parameters = Map.copyOf(parameters);
  }

  static PartHeader of(@Nullable String header) {
    var parameters = new HashMap<String, String>();
    var found = PARAMETER.matcher(header == null ? "" : header);
    while (found.find()) {
      var quoted = found.group(2);
      var text = quoted == null ? found.group(3) : quoted;
      if (TextFault.of(text) == null) {
        parameters.putIfAbsent(found.group(1).toLowerCase(Locale.ROOT), text);
      }
    }
    return new PartHeader(parameters);
  }

  /// Senders write quotation marks as `%22` or `\"`; the text itself is in UTF-8. Where one is told
  /// in the extended way too (`filename*=`), the plain one is for those who cannot read that; one
  /// that cannot be read, or not be kept, counts as not told. RFC 7578 has no use for it in forms,
  /// and senders use it all the same.
  @Nullable String text(String name) {
    var extended = parameters.get(name + "*");
    var decoded = extended == null ? null : decoded(extended);
    if (decoded != null) {
      return decoded;
    }
    var plain = parameters.get(name);
    return plain == null ? null : plain.replace("\\\"", "\"").replace("%22", "\"");
  }

  private static @Nullable String decoded(String extended) {
    var form = EXTENDED.matcher(extended);
    if (!form.matches()) {
      return null;
    }
    var escaped = form.group(2);
    var bytes = ByteBuffer.allocate(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes.put((byte) HexFormat.fromHexDigits(escaped, i + 1, i + 3));
        i += 2;
      } else {
        bytes.put((byte) escaped.charAt(i));
      }
    }
    try {
      var text = Charset.forName(form.group(1)).newDecoder().decode(bytes.flip()).toString();
      return TextFault.of(text) == null ? text : null;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
