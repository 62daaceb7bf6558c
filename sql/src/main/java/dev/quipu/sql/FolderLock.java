package dev.quipu.sql;

import dev.quipu.model.failure.Unavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The right to use a data folder, held by one storage of one process.
///
/// The operating system takes the lock back when the process ends, however it ends. The file stays:
/// removing it would let a second process lock a new one while a third still waits on the old.
final class FolderLock implements AutoCloseable {

  private static final String FILE = "quipu.lock";

  /// Beyond the text, because where locks are mandatory others could not read the pid otherwise.
  private static final long LOCKED_BYTE = 1 << 20;

  /// Folders of this process. Asked first, and without opening the file: on POSIX, closing any
  /// descriptor of a file gives up the locks that the whole process has on it.
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  static FolderLock take(Path folder) throws IOException {
    var real = folder.toRealPath();
    if (!OURS.add(real)) {
      throw inUse(real, Long.toString(ProcessHandle.current().pid()));
    }
    FileChannel channel = null;
    try {
      channel = open(real.resolve(FILE));
      writePid(channel, lock(real, channel));
      return new FolderLock(real, channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      OURS.remove(real);
      throw e;
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return PrivateFiles.open(
        file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  private static FileLock lock(Path folder, FileChannel channel) throws IOException {
    var lock = channel.tryLock(LOCKED_BYTE, 1, false);
    if (lock == null) {
      throw inUse(folder, readPid(channel));
    }
    return lock;
  }

  private static Unavailable inUse(Path folder, @Nullable String pid) {
    return new Unavailable(
        "storage.in_use",
        "The data folder "
            + folder
            + " is in use by process "
            + (pid == null ? "(unknown)" : pid)
            + ". Stop that one, or choose another folder.",
        Duration.ofSeconds(1));
  }

  private static @Nullable String readPid(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(32);
    channel.read(bytes, 0);
    var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip();
    return text.isEmpty() ? null : text;
  }

  private static void writePid(FileChannel channel, FileLock held) throws IOException {
    if (!held.isValid()) {
      throw new IOException("the lock was lost at once");
    }
    channel.truncate(0);
    var pid = ProcessHandle.current().pid() + "\n";
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.truncate(0);
    } finally {
      OURS.remove(folder);
    }
  }
}
