package dev.quipu.testkit.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.opentest4j.TestAbortedException;

/// An S3 server on the loopback interface, in a process of its own with libraries of its own. It
/// takes any key. Thread-safe.
public final class S3Server implements AutoCloseable {

  public static final String BUCKET = "quipu-tests";

  /// Copied there by the build of the test kit.
  private static final String JAR = "s3/s3mock.jar";

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final Process process;
  private final int port;

  private S3Server(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  private static final class Shared {
    static final S3Server SERVER = open();
  }

  /// The one server that the tests of this JVM share; each takes a prefix of its own.
  ///
  /// @throws TestAbortedException as [#open]
  public static S3Server shared() {
    jar(); // outside of the initializer, which would make an error of it
    return Shared.SERVER;
  }

  /// A server of one's own, to be closed.
  ///
  /// @throws TestAbortedException if the build has not laid its jar beside the test kit
  public static S3Server open() {
    var jar = jar();
    try {
      var process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-Dloader.path=" + classes(),
                  "-Dloader.main=" + LoopbackS3.class.getName(),
                  "-cp",
                  jar.toString(),
                  "org.springframework.boot.loader.launch.PropertiesLauncher",
                  Files.createTempDirectory("quipu-s3").toString(),
                  BUCKET)
              .redirectError(Redirect.INHERIT)
              .start();
      return new S3Server(process, port(process));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path jar() {
    var jar = classes().resolveSibling(JAR);
    if (!Files.exists(jar)) {
      var reason = "SKIPPED: there is no S3 server for tests at " + jar;
      System.err.println(reason);
      throw new TestAbortedException(reason);
    }
    return jar;
  }

  /// The folder or the jar that this class comes from; both lie in `target`.
  private static Path classes() {
    try {
      var source = S3Server.class.getProtectionDomain().getCodeSource();
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int port(Process process) throws IOException {
    var said = process.inputReader(UTF_8);
    for (var line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(LoopbackS3.LISTENING)) {
        return Integer.parseInt(line.substring(LoopbackS3.LISTENING.length()));
      }
      System.err.println(line);
    }
    throw new IOException("the S3 server did not start");
  }

  /// An address under which nobody has put anything before.
  public String newAddress() {
    return "s3://%s/p%d?endpoint=%s".formatted(BUCKET, PREFIXES.incrementAndGet(), endpoint());
  }

  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  /// Stops it. It removes its files itself, also when this JVM goes without a word.
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
