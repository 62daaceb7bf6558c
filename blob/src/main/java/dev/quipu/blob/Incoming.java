package dev.quipu.blob;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.Intake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// A folder for content that is still on its way in. Nobody takes what lies here for a blob.
///
/// Each file is locked by the process that writes it. The operating system takes the lock back when
/// the process ends, however it ends; so who opens the folder can tell what is abandoned from what
/// another process (a server beside a backup) is just writing.
public final class Incoming {

  /// Files of this process. Asked first, and without opening them: on POSIX, closing any descriptor
  /// of a file gives up the locks that the whole process has on it.
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  /// No tenant's name begins with a dot.
  private static final String NAME = ".incoming";

  private final Path folder;

  private Incoming(Path folder) {
    this.folder = folder;
  }

  /// Makes the folder if need be, and removes what dead processes have left in it.
  ///
  /// @param home the folder that it is in
  public static Incoming open(Path home) throws IOException {
    var folder = home.resolve(NAME);
    Folders.make(folder);
    var incoming = new Incoming(folder.toRealPath());
    incoming.sweep();
    return incoming;
  }

  private void sweep() throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        if (!OURS.contains(file)) {
          removeIfAbandoned(file);
        }
      }
    }
  }

  private static void removeIfAbandoned(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      // Its owner was quicker.
    }
  }

  /// Writes content into a file of its own, which goes when the result is closed.
  ///
  /// @throws IOException only what `content` throws
  public Arrived take(InputStream content, long maxBytes) throws IOException {
    var file = folder.resolve(UUID.randomUUID().toString());
    OURS.add(file);
    FileChannel channel;
    try {
      channel = locked(file);
    } catch (IOException e) {
      OURS.remove(file);
      throw Broken.because(e);
    }
    try {
      var blob =
          Intake.pour(content, maxBytes, (portion, length) -> write(channel, portion, length));
      return new Arrived(blob, file, channel);
    } catch (IOException | RuntimeException | Error e) {
      remove(file, channel);
      throw e;
    }
  }

  private static FileChannel locked(Path file) throws IOException {
    var channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            Folders.privately(file, "rw-------"));
    // The lock goes with the channel.
    if (channel.tryLock() == null || !Files.exists(file)) {
      channel.close();
      throw new IOException("swept by another process before it was locked: " + file);
    }
    return channel;
  }

  private static void write(FileChannel channel, byte[] portion, int length) {
    try {
      var bytes = ByteBuffer.wrap(portion, 0, length);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw Broken.because(e);
    }
  }

  private static void remove(Path file, FileChannel channel) {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw Broken.because(e);
    } finally {
      OURS.remove(file);
    }
  }

  /// Content that has come in whole, and is not durable yet.
  public record Arrived(Blob blob, Path file, FileChannel channel) implements AutoCloseable {

    void sync() throws IOException {
      channel.force(true);
    }

    /// The content from its beginning, as often as one likes. Not by opening the file: closing it
    /// again would give up the lock.
    public InputStream content() {
      return new InputStream() {
        private long position;

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int read = channel.read(ByteBuffer.wrap(bytes, offset, length), position);
          position += Math.max(0, read);
          return read;
        }

        @Override
        public int read() throws IOException {
          var one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }
      };
    }

    /// Removes the file, unless it was moved away.
    @Override
    public void close() {
      remove(file, channel);
    }
  }
}
