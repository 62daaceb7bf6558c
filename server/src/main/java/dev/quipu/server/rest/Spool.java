package dev.quipu.server.rest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Keeps an answer of any size until the request has been read: in memory while it is small, then
/// in a file that nobody else can open.
///
/// Many clients send all they have before they read. Answering them line by line would fill the
/// buffers between us, and then both would wait for ever.
final class Spool extends OutputStream {

  private static final int MAX_IN_MEMORY = 1 << 20;

  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable FileChannel file;

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    memory.write(bytes, offset, length);
    if (memory.size() > MAX_IN_MEMORY) {
      spill();
    }
  }

  private void spill() throws IOException {
    if (file == null) {
      var path = Files.createTempFile("quipu-answer", ".json");
      file =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    }
    memory.writeTo(Channels.newOutputStream(file));
    memory.reset();
  }

  /// Writes all that was kept.
  void copyTo(OutputStream out) throws IOException {
    if (file != null) {
      file.position(0);
      InputStream in = Channels.newInputStream(file);
      in.transferTo(out);
    }
    memory.writeTo(out);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
