package dev.quipu.server.rest;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.json.Pointer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.commons.fileupload2.core.FileUploadException;
import org.apache.commons.fileupload2.core.FileUploadSizeException;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.jspecify.annotations.Nullable;

/// A form (RFC 7578) with one file in a part `file`, and perhaps what is said along with it in a
/// part `options`. Read once, from the beginning to the end; the file is never whole in memory.
final class MultipartFile {

  static final String MEDIA_TYPE = "multipart/form-data";
  static final String FILE = "file";
  static final String OPTIONS = "options";

  private static final int MAX_OPTIONS = 1 << 16;
  private static final int MAX_HEADERS = 1 << 13;
  private static final Pattern BOUNDARY =
      Pattern.compile("(?i);\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))");
  private static final Pattern HEADER =
      Pattern.compile("(?im)^(?<name>[^:\\s]+):[ \\t]*(?<value>.*)$");

  /// What the parts are handed to.
  interface Taker {

    /// The file. What is left unread is skipped.
    void file(@Nullable String name, @Nullable String mediaType, InputStream content)
        throws IOException;

    void options(byte[] json);
  }

  private MultipartFile() {}

  static boolean isOne(@Nullable String contentType) {
    return contentType != null
        && contentType.strip().toLowerCase(Locale.ROOT).startsWith(MEDIA_TYPE);
  }

  /// Hands over the parts in the order in which they come.
  static void read(String contentType, InputStream body, Taker taker) throws IOException {
    try {
      var input =
          MultipartInput.builder()
              .setInputStream(body)
              .setBoundary(boundary(contentType))
              .setPartHeaderSizeMax(MAX_HEADERS)
              .get();
      boolean hasFile = false;
      for (boolean more = input.skipPreamble(); more; more = input.readBoundary()) {
        var headers = input.readHeaders();
        var disposition = PartHeader.of(header(headers, "content-disposition"));
        var part = disposition.text("name");
        try (var content = input.newInputStream()) {
          if (FILE.equals(part) && !hasFile) {
            hasFile = true;
            taker.file(fileName(disposition), header(headers, "content-type"), content);
          } else if (OPTIONS.equals(part)) {
            taker.options(options(content));
          } else {
            throw unexpected(part);
          }
        }
      }
      if (!hasFile) {
        throw new Invalid("/" + FILE, "field.required", "Send the file in a part named `file`.");
      }
    } catch (FileUploadSizeException e) {
      throw new TooLarge("body.too_large", "The headers of a part are too long.");
    } catch (FileUploadException e) {
      throw malformed();
    } catch (IOException e) {
      if (e instanceof MultipartInput.MalformedStreamException) {
        throw malformed();
      }
      throw e;
    }
  }

  private static Invalid malformed() {
    return new Invalid("body.malformed", "The parts of the form are not as RFC 7578 wants them.");
  }

  private static Invalid unexpected(@Nullable String part) {
    var at = Pointer.ROOT.child(part == null ? "" : part).text();
    return new Invalid(
        at, "field.unknown", "A form has one part `file` and perhaps one part `options`.");
  }

  private static byte[] options(InputStream content) throws IOException {
    var bytes = content.readNBytes(MAX_OPTIONS + 1);
    if (bytes.length > MAX_OPTIONS) {
      throw new TooLarge("body.too_large", "Send options of at most " + MAX_OPTIONS + " bytes.");
    }
    return bytes;
  }

  private static byte[] boundary(String contentType) {
    var found = BOUNDARY.matcher(contentType);
    if (!found.find()) {
      throw malformed();
    }
    var quoted = found.group(1);
    return (quoted == null ? found.group(2) : quoted).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static @Nullable String header(String headers, String name) {
    var found = HEADER.matcher(headers);
    while (found.find()) {
      if (found.group("name").equalsIgnoreCase(name)) {
        return found.group("value").strip();
      }
    }
    return null;
  }

  /// Without the folders that some senders put before it.
  private static @Nullable String fileName(PartHeader disposition) {
    var name = disposition.text("filename");
    if (name == null) {
      return null;
    }
    var bare = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    return bare.isEmpty() ? null : bare;
  }
}
