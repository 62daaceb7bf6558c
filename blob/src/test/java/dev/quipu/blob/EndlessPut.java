package dev.quipu.blob;

import dev.quipu.testkit.fixture.Names;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/// A process that is in the middle of a put, for ever.
final class EndlessPut implements AutoCloseable {

  private static final String WRITING = "writing";
  private static final int BEGINNING = 1 << 20;

  private final Process process;

  private EndlessPut(Process process) {
    this.process = process;
  }

  /// Returns when part of the content has been taken.
  static EndlessPut begin(Path folder) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                EndlessPut.class.getName(),
                folder.toString())
            .redirectError(Redirect.INHERIT)
            .start();
    var said = process.inputReader(StandardCharsets.UTF_8).readLine();
    if (!WRITING.equals(said)) {
      process.destroyForcibly();
      throw new IOException("the process has said " + said);
    }
    return new EndlessPut(process);
  }

  /// As `kill -9` does.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  public static void main(String... arguments) throws IOException {
    try (var blobs = FileBlobStore.open(Path.of(arguments[0]))) {
      blobs.put(Names.ACME, new Endless(), Long.MAX_VALUE);
    }
  }

  private static final class Endless extends InputStream {
    private long given;

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (given > BEGINNING) {
        System.out.println(WRITING);
        await();
      }
      Arrays.fill(bytes, offset, offset + length, (byte) 'x');
      given += length;
      return length;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("only in portions");
    }

    private static void await() throws IOException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }
}
