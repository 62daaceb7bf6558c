package dev.quipu.files;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.FileTextJson;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.wire.JsonReader;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A process that reads documents, one after the other. For one thread at a time, but for [#giveUp]
/// and [#close].
///
/// Over its standard input goes, for each file, what it is, then portions of it, each behind its
/// length, then a zero. It says by one byte that it has heard the first of these, and answers when
/// it has all, by a length and what [FileTextJson] writes. It ends when its input does, which it
/// does also when we die without a word. [DocumentLoop] is its side of this.
final class Child implements AutoCloseable {

  /// The byte by which it says that it is listening.
  static final int READY = 'R';

  /// How the JVM ends itself when there is no memory left.
  private static final int OUT_OF_MEMORY = 3;

  /// Characters of up to four bytes, and what is beside the text.
  private static final int MAX_ANSWER = 4 * Limits.FILES.maxText() + (16 << 20);

  private static final int PORTION = 1 << 16;

  static final String PREFIX = "reader-";

  private final Process process;
  private final DataOutputStream to;
  private final DataInputStream from;
  private final JsonReader json =
      new JsonReader(new JsonReader.Limits(MAX_ANSWER, 32, 2_000_000, 1_000));
  private boolean heard;

  // Also for whoever watches over it.
  private int files;
  private boolean busy;
  private boolean gaveUp;

  private Child(Process process) {
    this.process = process;
    this.to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), PORTION));
    this.from = new DataInputStream(new BufferedInputStream(process.getInputStream(), PORTION));
  }

  /// It is gone, and with it what it might have said.
  @SuppressWarnings("serial")
  static final class Gone extends Exception {

    private final boolean heard;
    private final Unreadable verdict;

    Gone(boolean heard, Unreadable verdict) {
      super(null, null, false, false);
      this.heard = heard;
      this.verdict = verdict;
    }

    /// Whether it had begun with this file; if not, the file has no part in it.
    boolean hasHeard() {
      return heard;
    }

    /// What to say of the file, should it be the file's doing.
    Unreadable verdict() {
      return verdict;
    }
  }

  /// @param folder in which it gets one of its own
  static Child start(ChildProgram program, Path folder) throws IOException {
    var scratch = Files.createTempDirectory(Files.createDirectories(folder), PREFIX);
    var builder =
        new ProcessBuilder(program.command(scratch))
            .directory(scratch.toFile())
            .redirectError(Redirect.DISCARD); // words of the file may be in it
    builder.environment().clear(); // and secrets in that
    try {
      var process = builder.start();
      var _ = process.onExit().thenRun(() -> Scratch.remove(scratch));
      return new Child(process);
    } catch (IOException e) {
      Scratch.remove(scratch);
      throw e;
    }
  }

  /// Whether it may read another file.
  synchronized boolean isFresh() {
    return process.isAlive() && !busy && files < Limits.FILES.reuse();
  }

  /// The number of the next file.
  synchronized int next() {
    return files + 1;
  }

  /// Ends it for taking too long, if it is still at that file. For any thread.
  synchronized void giveUp(int file) {
    if (busy && files == file) {
      gaveUp = true;
      process.destroyForcibly();
    }
  }

  private synchronized void begin() {
    files++;
    busy = true;
  }

  private synchronized void end() {
    busy = false;
  }

  private synchronized boolean hasGivenUp() {
    return gaveUp;
  }

  /// Ends it, whatever it is doing. For any thread.
  @Override
  public void close() {
    process.destroyForcibly();
  }

  /// @throws IOException only what the source throws
  FileText read(Sort.Document sort, FileSource source) throws Gone, Unreadable, IOException {
    begin();
    heard = false;
    announce(sort);
    send(source);
    var answer = answer();
    try {
      var file = FileTextJson.read(json.read(answer));
      end();
      return file;
    } catch (Unreadable e) {
      end();
      throw e;
    } catch (TooLarge | Invalid e) {
      throw new Unreadable(Unreadable.Kind.HOSTILE); // who talks like that is not asked again
    }
  }

  private void announce(Sort.Document sort) throws Gone {
    try {
      to.writeUTF(sort.mediaType());
      to.flush();
      heard = from.read() == READY;
    } catch (IOException e) {
      throw gone();
    }
    if (!heard) {
      throw gone();
    }
  }

  private void send(FileSource source) throws Gone, Unreadable, IOException {
    try (var content = source.content().open()) {
      var portion = new byte[PORTION];
      long left = Limits.FILES.maxBytes();
      for (int read = content.read(portion); read >= 0; read = content.read(portion)) {
        left -= read;
        if (left < 0) {
          throw SniffingFileTexts.tooLarge();
        }
        if (read > 0) {
          send(portion, read);
        }
      }
    }
    send(new byte[0], 0);
  }

  private void send(byte[] portion, int length) throws Gone {
    try {
      to.writeInt(length);
      to.write(portion, 0, length);
      if (length == 0) {
        to.flush();
      }
    } catch (IOException e) {
      throw gone();
    }
  }

  private byte[] answer() throws Gone, Unreadable {
    try {
      int length = from.readInt();
      if (length < 0 || length > MAX_ANSWER) {
        throw new Unreadable(Unreadable.Kind.HOSTILE);
      }
      var answer = from.readNBytes(length);
      if (answer.length < length) {
        throw gone();
      }
      return answer;
    } catch (IOException e) {
      throw gone();
    }
  }

  /// Its pipes broke: it has ended, or is about to.
  private Gone gone() {
    if (hasGivenUp()) {
      return new Gone(heard, new Unreadable(Unreadable.Kind.TIMED_OUT));
    }
    return new Gone(heard, verdict());
  }

  private Unreadable verdict() {
    try {
      if (process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == OUT_OF_MEMORY) {
        return new Unreadable(
            Unreadable.Kind.TOO_LARGE,
            "Reading the file takes more than "
                + (Limits.FILES.heapBytes() >> 20)
                + " MB of memory: send it in parts.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Unreadable(
        Unreadable.Kind.HOSTILE, "Whoever reads the file breaks down: it is not tried again.");
  }
}
