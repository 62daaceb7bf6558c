package dev.quipu.server.archive;

import dev.quipu.model.log.Hash;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Writes one file of a backup, for its owner's eyes only, and tells its length and hash when it is
/// on the disk.
final class PartWriter implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final String path;
  private final FileChannel channel;
  private final MessageDigest digest;
  private final @Nullable GZIPOutputStream packed;
  private final OutputStream out;
  private long taken;

  private PartWriter(String path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    this.digest = Hash.sha256();
    var file = new DigestOutputStream(Channels.newOutputStream(channel), digest);
    this.packed = path.endsWith(".gz") ? new GZIPOutputStream(file, BUFFER) : null;
    this.out = new BufferedOutputStream(packed == null ? file : packed, BUFFER);
  }

  static PartWriter open(Path folder, String path) throws IOException {
    var file = folder.resolve(path);
    var parent = file.getParent();
    if (parent != null) {
      createFolder(parent);
    }
    var channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            attributes(file, "rw-------"));
    return new PartWriter(path, channel);
  }

  static void createFolder(Path folder) throws IOException {
    Files.createDirectories(folder, attributes(folder, "rwx------"));
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    taken += bytes.length;
  }

  void write(InputStream in) throws IOException {
    taken += in.transferTo(out);
  }

  /// How many bytes went in, before they were packed.
  long taken() {
    return taken;
  }

  /// Returns once the disk has it.
  Part finish() throws IOException {
    out.flush();
    if (packed != null) {
      packed.finish();
    }
    channel.force(true);
    return new Part(path, channel.size(), Hash.copyOf(digest.digest()));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
