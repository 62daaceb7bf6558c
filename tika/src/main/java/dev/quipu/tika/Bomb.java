package dev.quipu.tika;

import dev.quipu.engine.files.Unreadable;
import dev.quipu.engine.files.Unreadable.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Looks for what no honest package of a document has, before anybody opens it as one: parts that
/// unpack to a hundred times their size, far too many of them, and XML with a document type, which
/// the format forbids and every trick with entities needs.
final class Bomb {

  /// Office itself stays far below.
  private static final int MAX_PARTS = 20_000;

  private static final long MAX_UNPACKED = 2L << 30;
  private static final int MAX_RATIO = 100;

  /// Small parts may be packed as well as they can be.
  private static final long ALWAYS = 1 << 20;

  private static final int HEAD = 4_096;

  private Bomb() {}

  /// Reads every part once, and keeps nothing of it.
  ///
  /// @throws IOException if the package is damaged
  static void refuse(Path file) throws Unreadable, IOException {
    try (var zip = new ZipFile(file.toFile())) {
      if (zip.size() > MAX_PARTS) {
        throw new Unreadable(Kind.HOSTILE);
      }
      long left = MAX_UNPACKED;
      for (var entries = zip.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        try (var content = zip.getInputStream(entry)) {
          left -= unpack(entry, content, left);
        }
      }
    }
  }

  /// How many bytes it has, which need not be what it says.
  private static long unpack(ZipEntry entry, InputStream content, long left)
      throws Unreadable, IOException {
    long bound = Math.min(left, Math.max(ALWAYS, entry.getCompressedSize() * MAX_RATIO));
    var portion = new byte[1 << 16];
    long total = content.readNBytes(portion, 0, HEAD);
    if (isXml(entry.getName()) && hasDocumentType(portion, (int) total)) {
      throw new Unreadable(Kind.HOSTILE);
    }
    for (int read = content.read(portion); read >= 0; read = content.read(portion)) {
      total += read;
      if (total > bound) {
        throw new Unreadable(Kind.HOSTILE);
      }
    }
    return total;
  }

  private static boolean isXml(String name) {
    return name.endsWith(".xml") || name.endsWith(".rels") || name.endsWith(".vml");
  }

  /// A document type stands before the root element. Zeros are left out, since it may be UTF-16.
  private static boolean hasDocumentType(byte[] head, int length) {
    var text = new String(head, 0, length, StandardCharsets.ISO_8859_1).replace("\0", "");
    return text.contains("<!DOCTYPE") || text.contains("<!ENTITY");
  }
}
