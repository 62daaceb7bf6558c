package dev.quipu.engine.upload;

import dev.quipu.engine.files.FileSource;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.failure.Unavailable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// A file that has come in and is not kept yet: closing it removes it. Used by one thread.
public final class Received implements AutoCloseable {

  private static final int PORTION = 1 << 16;

  private final Path file;
  private final long size;
  private final String sha256;

  private Received(Path file, long size, String sha256) {
    this.file = file;
    this.size = size;
    this.sha256 = sha256;
  }

  /// Takes all that the stream holds, and does not close it.
  ///
  /// @throws IOException only what `content` throws
  static Received of(InputStream content, Path folder, long maxBytes) throws IOException {
    var file = file(folder);
    boolean complete = false;
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      long size = copy(content, file, digest, maxBytes);
      complete = true;
      return new Received(file, size, HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    } finally {
      if (!complete) {
        remove(file);
      }
    }
  }

  private static long copy(InputStream content, Path file, MessageDigest digest, long maxBytes)
      throws IOException {
    var portion = new byte[PORTION];
    long size = 0;
    try (var out = Files.newOutputStream(file)) {
      for (int read = content.read(portion); read >= 0; read = content.read(portion)) {
        size += read;
        if (size > maxBytes) {
          throw new TooLarge("file.too_large", "Send files of at most " + maxBytes + " bytes.");
        }
        digest.update(portion, 0, read);
        write(out, portion, read);
      }
    }
    return size;
  }

  private static void write(OutputStream out, byte[] bytes, int length) {
    try {
      out.write(bytes, 0, length);
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  private static Path file(Path folder) {
    try {
      Files.createDirectories(folder);
      return Files.createTempFile(folder, "file", ".part");
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  private static Unavailable noRoom(IOException cause) {
    return new Unavailable(
        "files.no_room", "a file cannot be received just now", Duration.ofSeconds(30), cause);
  }

  /// Removes what a process that was killed has left behind.
  static void clear(Path folder) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var left = Files.list(folder)) {
      left.forEach(Received::remove);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How many bytes it has.
  public long size() {
    return size;
  }

  /// Of its bytes, in hex.
  public String sha256() {
    return sha256;
  }

  FileSource source(@Nullable String name, @Nullable String mediaType) {
    return new FileSource(this::open, size, name, mediaType);
  }

  InputStream open() throws IOException {
    return Files.newInputStream(file);
  }

  @Override
  public void close() {
    remove(file);
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
