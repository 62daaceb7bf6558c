package dev.quipu.testkit.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.tukaani.xz.XZInputStream;

/// The programs of PostgreSQL, out of the archive that comes as a Maven artefact.
final class PostgresBinaries {

  private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

  private PostgresBinaries() {}

  /// @throws TestAbortedException with the reason, if there are none for this platform
  static void requireThere() throws IOException {
    archive().close();
  }

  static void unpack(Path folder) throws IOException {
    try (var archive = archive()) {
      var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)));
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(entry, tar, folder);
      }
    }
  }

  private static InputStream archive() {
    var platform = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    @Nullable InputStream archive =
        isAmd64Linux() ? PostgresBinaries.class.getResourceAsStream(ARCHIVE) : null;
    if (archive == null) {
      var reason = "SKIPPED: there is no PostgreSQL for tests on " + platform;
      System.err.println(reason);
      throw new TestAbortedException(reason);
    }
    return archive;
  }

  private static boolean isAmd64Linux() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  private static void unpack(TarArchiveEntry entry, TarArchiveInputStream tar, Path folder)
      throws IOException {
    var path = folder.resolve(entry.getName()).normalize();
    if (!path.startsWith(folder)) {
      throw new IOException("an archive that leaves its folder: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, path);
      if ((entry.getMode() & 0100) != 0 && !path.toFile().setExecutable(true, false)) {
        throw new IOException("cannot be made executable: " + path);
      }
    }
  }
}
