package dev.quipu.bench.child;

import dev.quipu.bench.process.JavaChild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A real server in a process of its own, on a real folder.
public final class ServerProcess implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 60;
  private static final Pattern READY = Pattern.compile("quipu is ready at http://[^:]+:(\\d+) .*");

  /// It starts sooner this way, and it is not what the server is capable of that is looked at.
  private static final JavaChild QUICK =
      new JavaChild(
          "dev.quipu.server.Main",
          List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));

  private static final JavaChild AS_IS = new JavaChild("dev.quipu.server.Main", flags());

  private final Process process;
  private final Path folder;
  private final Path errors;
  private final CompletableFuture<Integer> port = new CompletableFuture<>();

  private ServerProcess(Process process, Path folder, Path errors) {
    this.process = process;
    this.folder = folder;
    this.errors = errors;
  }

  /// Those of the launcher, if it has started us.
  private static List<String> flags() {
    var home = System.getProperty("quipu.home");
    return home == null ? List.of() : List.of("-XX:Flags=" + Path.of(home, "server", "jvm.flags"));
  }

  /// Starts without waiting for it to be ready.
  public static ServerProcess begin(Path folder) throws IOException {
    return begin(folder, UnaryOperator.identity());
  }

  /// Starts without waiting, inside another program.
  ///
  /// @param wrapped puts another program around the server, such as strace
  public static ServerProcess begin(Path folder, UnaryOperator<List<String>> wrapped)
      throws IOException {
    return begin(QUICK, folder, wrapped, Map.of());
  }

  private static ServerProcess begin(
      JavaChild java,
      Path folder,
      UnaryOperator<List<String>> wrapped,
      Map<String, String> environment)
      throws IOException {
    var command = java.command("serve", "--port", "0", "--data", folder.toString());
    var errors = Files.createTempFile("quipu-bench-server-", ".err");
    var builder = new ProcessBuilder(wrapped.apply(command)).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
    builder.environment().putAll(environment);
    var server = new ServerProcess(builder.start(), folder, errors);
    Thread.ofVirtual().start(server::listen);
    return server;
  }

  public static ServerProcess start(Path folder) throws IOException, InterruptedException {
    return start(folder, UnaryOperator.identity());
  }

  public static ServerProcess start(Path folder, UnaryOperator<List<String>> wrapped)
      throws IOException, InterruptedException {
    return ready(begin(folder, wrapped));
  }

  /// As the launcher starts it, for measurements.
  ///
  /// @param environment `QUIPU_…` variables that set it up
  public static ServerProcess startAsIs(Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    return ready(begin(AS_IS, folder, UnaryOperator.identity(), environment));
  }

  /// Starts one that is set up by `QUIPU_…` variables, which others of this machine cannot read.
  public static ServerProcess start(Path folder, Map<String, String> environment)
      throws IOException, InterruptedException {
    return ready(begin(QUICK, folder, UnaryOperator.identity(), environment));
  }

  private static ServerProcess ready(ServerProcess server) throws InterruptedException {
    try {
      server.port();
      return server;
    } catch (RuntimeException | InterruptedException e) {
      server.close();
      throw e;
    }
  }

  private void listen() {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher ready = READY.matcher(line);
        if (ready.matches()) {
          port.complete(Integer.valueOf(ready.group(1)));
        }
      }
      port.completeExceptionally(new IOException("the server ended before it was ready"));
    } catch (IOException e) {
      port.completeExceptionally(e);
    }
  }

  /// Waits until the server is ready.
  public int port() throws InterruptedException {
    try {
      return port.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the server did not start: " + e + "\n" + errors(), e);
    }
  }

  public String adminToken() throws IOException {
    return Files.readString(folder.resolve("admin-token")).strip();
  }

  /// What it has said on stderr.
  public String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      return "(" + e + ")";
    }
  }

  /// Waits for a server that is expected to end by itself.
  public int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      close();
      throw new IllegalStateException("the server did not end");
    }
    return process.exitValue();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// The CPU time that it has used.
  public long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  /// The memory that is its own, and no file's.
  public long anonymousBytes() throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
      if (line.startsWith("RssAnon:")) {
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IllegalStateException("this system does not tell");
  }

  /// SIGKILL, also to what runs inside a wrapper, and waits until nobody has the folder.
  public void kill() throws InterruptedException {
    var inside = process.descendants().toList();
    inside.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
    inside.forEach(each -> each.onExit().join());
  }

  /// SIGTERM, and waits for its end.
  public int stop() throws InterruptedException {
    var inside = process.descendants().toList();
    if (inside.isEmpty()) {
      process.destroy();
    } else {
      inside.forEach(ProcessHandle::destroy);
    }
    return exitCode();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
      Files.deleteIfExists(errors);
    } catch (IOException e) {
      // A file in the temporary folder may stay.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
