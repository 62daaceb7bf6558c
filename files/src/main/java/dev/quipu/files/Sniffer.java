package dev.quipu.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.quipu.engine.files.FileSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells what a file is. Its first bytes decide; its name and declared type are asked only where
/// those fit several sorts of text.
final class Sniffer {

  /// How many bytes are looked at.
  static final int LOOK = 1 << 16;

  /// A PDF may have something before its header.
  private static final int PDF_WITHIN = 1_024;

  private static final Map<String, Sort> MAGIC = new LinkedHashMap<>();

  static {
    MAGIC.put("504b0304", Sort.Document.ZIP);
    MAGIC.put("504b0506", Sort.Document.ZIP);
    MAGIC.put("d0cf11e0a1b11ae1", Sort.Document.OLE2);
    MAGIC.put("7b5c727466", Sort.Document.RTF); // {\rtf
    MAGIC.put("89504e470d0a1a0a", Sort.Document.PNG);
    MAGIC.put("ffd8ff", Sort.Document.JPEG);
    MAGIC.put("474946383761", Sort.Document.GIF);
    MAGIC.put("474946383961", Sort.Document.GIF);
    MAGIC.put("49492a00", Sort.Document.TIFF);
    MAGIC.put("4d4d002a", Sort.Document.TIFF);
  }

  private static final Pattern HEADER = Pattern.compile("[A-Za-z][A-Za-z0-9-]*:[ \\t].*");

  private static final Set<String> HTML = Set.of("<!doctype html", "<html", "<head", "<body");

  /// Headers that letters have and other texts with a colon have not.
  private static final Set<String> OF_LETTERS =
      Set.of("message-id", "mime-version", "received", "date", "return-path");

  private Sniffer() {}

  /// @param head the first bytes, at most [#LOOK]
  static Sort sort(byte[] head, FileSource source) {
    var known = document(head);
    if (known != null) {
      return known;
    }
    if (!Charsets.isText(head)) {
      return new Sort.Other();
    }
    var text = Charsets.beginning(head);
    if (text.isBlank()) {
      return new Sort.Blank();
    }
    return text(text, extension(source.name()), declared(source.mediaType()));
  }

  private static @Nullable Sort document(byte[] head) {
    var hex = HexFormat.of().formatHex(head, 0, Math.min(head.length, 16));
    for (var magic : MAGIC.entrySet()) {
      if (hex.startsWith(magic.getKey())) {
        return magic.getValue();
      }
    }
    if (hex.startsWith("52494646") && hex.startsWith("57454250", 16)) {
      return Sort.Document.WEBP;
    }
    // Two letters prove little; a bitmap tells how long its header is.
    if (hex.startsWith("424d") && hex.startsWith("00000000", 12)) {
      return Sort.Document.BMP;
    }
    var ascii = new String(head, 0, Math.min(head.length, PDF_WITHIN), ISO_8859_1);
    boolean pdf = ascii.startsWith("%PDF-") || (ascii.contains("%PDF-") && !Charsets.isText(head));
    return pdf ? Sort.Document.PDF : null;
  }

  private static Sort text(String text, String extension, String declared) {
    var root = root(text);
    if (HTML.stream().anyMatch(root::startsWith)) {
      return Sort.Document.HTML;
    }
    if (isLetter(text)) {
      return Sort.Document.MAIL;
    }
    char first = text.strip().charAt(0);
    boolean beginsAsJson = first == '{' || first == '[';
    boolean xml = text.stripLeading().startsWith("<?xml");
    return switch (extension) {
      case "json" -> Sort.Text.JSON;
      case "csv", "tsv", "tab" -> Sort.Text.CSV;
      case "md", "markdown" -> Sort.Text.MARKDOWN;
      case "eml" -> Sort.Document.MAIL;
      case "html", "htm", "xhtml" -> Sort.Document.HTML;
      default ->
          switch (declared) {
            case "application/json" -> Sort.Text.JSON;
            case "text/csv", "text/tab-separated-values" -> Sort.Text.CSV;
            case "text/markdown" -> Sort.Text.MARKDOWN;
            case "message/rfc822" -> Sort.Document.MAIL;
            case "text/html", "application/xhtml+xml" -> Sort.Document.HTML;
            default ->
                beginsAsJson ? Sort.Text.PERHAPS_JSON : xml ? Sort.Text.XML : Sort.Text.PLAIN;
          };
    };
  }

  /// The first characters behind what may stand before a document: an XML declaration, comments.
  private static String root(String text) {
    int at = 0;
    while (true) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      int end =
          text.startsWith("<!--", at)
              ? text.indexOf("-->", at)
              : text.startsWith("<?xml", at) ? text.indexOf("?>", at) : -1;
      if (end < 0) {
        return text.substring(at, Math.min(at + 20, text.length())).toLowerCase(Locale.ROOT);
      }
      at = text.indexOf('>', end) + 1;
    }
  }

  /// Begins with headers, among them who has sent it and one that only letters have.
  private static boolean isLetter(String text) {
    boolean from = false;
    boolean other = false;
    for (var line : text.lines().limit(200).toList()) {
      if (line.isEmpty()) {
        break;
      }
      if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
        continue; // goes on from the line before
      }
      if (!HEADER.matcher(line).matches()) {
        return false;
      }
      var name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
      from |= name.equals("from");
      other |= OF_LETTERS.contains(name);
    }
    return from && other;
  }

  private static String extension(@Nullable String name) {
    int dot = name == null ? -1 : name.lastIndexOf('.');
    return name == null || dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  private static String declared(@Nullable String mediaType) {
    if (mediaType == null) {
      return "";
    }
    int end = mediaType.indexOf(';');
    return (end < 0 ? mediaType : mediaType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
