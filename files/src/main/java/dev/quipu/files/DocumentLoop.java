package dev.quipu.files;

import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.FileTextJson;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.model.json.Canonical;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The inside of a process that reads documents: takes one file after the other from its standard
/// input, has each read, and answers. Its other end is [Child].
///
/// One thread takes files, another reads them. So the end of the input is noticed at once, also in
/// the midst of a file that is never finished.
public final class DocumentLoop {

  private final Reader reader;
  private final Duration idle;
  private final SynchronousQueue<Taken> taken = new SynchronousQueue<>();

  /// Reads one document. What it throws beside [Unreadable] ends the process.
  public interface Reader {

    /// Reads one.
    ///
    /// @param mediaType what it looked like from outside
    FileText read(String mediaType, Path file) throws Unreadable, IOException;
  }

  /// A file that lies on our own disk by now.
  private record Taken(String mediaType, Path file) {}

  /// Reads nothing yet.
  ///
  /// @param idle how long the process waits for the next file before it ends
  public DocumentLoop(Reader reader, Duration idle) {
    this.reader = reader;
    this.idle = idle;
  }

  /// Returns when there is nothing left to do: the input has ended, or nothing came for a while.
  /// Whoever called this ends the process then.
  ///
  /// @param scratch a folder for the file that is being read
  public void run(InputStream in, OutputStream out, Path scratch)
      throws IOException, InterruptedException {
    var to = new DataOutputStream(out);
    Thread.ofPlatform().daemon().name("intake").start(() -> takeAll(in, to, scratch));
    for (var next = poll(); next != null; next = poll()) {
      var answer = answer(next);
      Files.delete(next.file());
      synchronized (to) {
        to.writeInt(answer.length);
        to.write(answer);
        to.flush();
      }
    }
  }

  private @Nullable Taken poll() throws InterruptedException {
    return taken.poll(idle.toMillis(), TimeUnit.MILLISECONDS);
  }

  private byte[] answer(Taken next) throws IOException {
    try {
      return Canonical.bytes(FileTextJson.of(reader.read(next.mediaType(), next.file())));
    } catch (Unreadable e) {
      return Canonical.bytes(FileTextJson.of(e));
    }
  }

  /// Ends the process together with its input, and at once: nobody is left to answer to.
  private void takeAll(InputStream in, DataOutputStream to, Path scratch) {
    try (var from = new DataInputStream(in)) {
      while (true) {
        var mediaType = from.readUTF();
        synchronized (to) {
          to.write(Child.READY);
          to.flush();
        }
        taken.put(new Taken(mediaType, take(from, scratch)));
      }
    } catch (EOFException e) {
      Runtime.getRuntime().halt(0);
    } catch (IOException | InterruptedException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  private static Path take(DataInputStream from, Path scratch) throws IOException {
    var file = Files.createTempFile(scratch, "document-", "");
    try (var out = Files.newOutputStream(file)) {
      for (int left = from.readInt(); left > 0; left = from.readInt()) {
        out.write(from.readNBytes(left));
      }
    }
    return file;
  }
}
