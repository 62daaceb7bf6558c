package dev.quipu.testkit.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL on the loopback interface, in a temporary folder that goes with it.
///
/// Its default collation is that of a language, not `C`, so that a statement that forgets to say
/// how texts are ordered shows it. Thread-safe, except [#kill] and [#startAgain].
public final class PostgresServer implements AutoCloseable {

  /// Whether a commit waits for the disk. Only tests that kill the server need it to.
  public enum Disk {
    WAITED_FOR,
    IGNORED
  }

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String USER = "quipu";

  /// Waits on a pipe from the JVM. When that closes, because it was told to or because the JVM is
  /// gone, the server goes too, and unless it is to come back, its folder.
  private static final String GUARD =
      """
      folder=$1; shift
      "$folder/bin/postgres" -D "$folder/data" "$@" >>"$folder/log" 2>&1 &
      server=$!
      echo $server
      read -r what
      kill -QUIT $server 2>/dev/null
      wait $server
      [ "$what" = keep ] || rm -rf "$folder"
      """;

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private final Path folder;
  private final Unprivileged user;
  private final String password;
  private final Disk disk;
  private final int port;
  private final List<String> tls;
  private @Nullable Process guard;
  private @Nullable ProcessHandle server;

  private PostgresServer(
      Path folder, Unprivileged user, String password, Disk disk, int port, List<String> tls) {
    this.folder = folder;
    this.user = user;
    this.password = password;
    this.disk = disk;
    this.port = port;
    this.tls = tls;
  }

  private static final class Shared {
    static final PostgresServer SERVER = open(Disk.IGNORED);
  }

  /// The one server that the tests of this JVM share; each takes a schema of its own.
  ///
  /// @throws org.opentest4j.TestAbortedException if there is none for this platform
  public static PostgresServer shared() {
    try {
      // Here, since what aborts the making of a class looks like a mistake of ours.
      PostgresBinaries.requireThere();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Shared.SERVER;
  }

  /// A server of one's own, to be closed.
  ///
  /// @throws org.opentest4j.TestAbortedException if there is none for this platform
  public static PostgresServer open(Disk disk) {
    return open(disk, null);
  }

  /// One that shows a certificate and talks to nobody without TLS.
  public static PostgresServer openWithTls(Certificates certificates) {
    return open(Disk.IGNORED, certificates);
  }

  private static PostgresServer open(Disk disk, @Nullable Certificates certificates) {
    try {
      var folder = Files.createTempDirectory("quipu-postgres");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      PostgresBinaries.unpack(folder);
      var bytes = new byte[16];
      new SecureRandom().nextBytes(bytes);
      var password = HexFormat.of().formatHex(bytes);
      Files.writeString(folder.resolve("password"), password);
      var tls = certificates == null ? List.<String>of() : writeTls(folder, certificates);
      var user = Unprivileged.choose(folder);
      user.own(folder);
      var server = new PostgresServer(folder, user, password, disk, freePort(), tls);
      server.makeDatabase();
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      server.startAgain();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> writeTls(Path folder, Certificates certificates) throws IOException {
    Files.writeString(folder.resolve("server.crt"), certificates.server());
    Files.writeString(folder.resolve("server.key"), certificates.serverKey());
    Files.setPosixFilePermissions(
        folder.resolve("server.key"), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(folder.resolve("hba"), "hostssl all all 127.0.0.1/32 scram-sha-256\n");
    return List.of(
        "ssl=on",
        "ssl_cert_file=" + folder.resolve("server.crt"),
        "ssl_key_file=" + folder.resolve("server.key"),
        "hba_file=" + folder.resolve("hba"));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void makeDatabase() throws IOException {
    var command =
        List.of(
            folder.resolve("bin/initdb").toString(),
            "--pgdata=" + folder.resolve("data"),
            "--username=" + USER,
            "--pwfile=" + folder.resolve("password"),
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=icu",
            "--icu-locale=en-US",
            "--no-sync",
            "--no-instructions",
            "--set=scram_iterations=64");
    var made = process(command).redirectErrorStream(true).start();
    made.getOutputStream().close();
    var said = new String(made.getInputStream().readAllBytes(), UTF_8);
    if (await(made) != 0) {
      throw new IOException("initdb failed: " + said);
    }
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private ProcessBuilder process(List<String> command) {
    return new ProcessBuilder(user.command(command)).directory(folder.toFile());
  }

  /// The address of a schema that nobody has used before. It is for the one who opens it to make.
  public String newSchema() {
    return address("s" + SCHEMAS.incrementAndGet());
  }

  public String address(String schema) {
    return "postgres://%s:%s@127.0.0.1:%d/postgres?schema=%s"
        .formatted(USER, password, port, schema);
  }

  /// Starts it, also after a [#kill], and waits until it has put right what a crash left.
  public void startAgain() {
    try {
      if (!Eventually.<IOException>holds(PATIENCE, this::starts)) {
        throw new IOException("PostgreSQL did not start: " + log());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts it, unless something of the killed one still lives: a child that was born while it died
  /// is nobody's to kill, and goes by itself.
  private boolean starts() throws IOException {
    var command = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "guard", folder.toString()));
    Stream.concat(settings().stream(), tls.stream())
        .forEach(setting -> command.addAll(List.of("-c", setting)));
    var started = process(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    guard = started;
    var pid = started.inputReader(UTF_8).readLine();
    var running = ProcessHandle.of(Long.parseLong(pid)).orElse(null);
    server = running;
    boolean settled =
        running != null
            && Eventually.<IOException>holds(PATIENCE, () -> isReady() || !running.isAlive());
    if (settled && isReady()) {
      return true;
    }
    started.destroyForcibly();
    if (log().stream().noneMatch(line -> line.contains("is still in use"))) {
      throw new IOException("PostgreSQL did not start: " + log());
    }
    return false;
  }

  /// The last that it has said.
  private List<String> log() throws IOException {
    var lines = Files.readAllLines(folder.resolve("log"));
    return lines.subList(Math.max(0, lines.size() - 5), lines.size());
  }

  private List<String> settings() {
    var waits = disk == Disk.WAITED_FOR ? "on" : "off";
    return List.of(
        "listen_addresses=127.0.0.1",
        "port=" + port,
        "unix_socket_directories=",
        "max_connections=200",
        "shared_buffers=64MB",
        "fsync=" + waits,
        "full_page_writes=" + waits);
  }

  /// The eighth line of its pid file says how far it is. A killed server leaves an old file.
  private boolean isReady() throws IOException {
    var file = folder.resolve("data/postmaster.pid");
    var running = server;
    if (running == null) {
      return false;
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      return false; // not yet written, or the old one was just taken away
    }
    return lines.size() >= 8
        && lines.getFirst().strip().equals(Long.toString(running.pid()))
        && lines.get(7).strip().equals("ready");
  }

  /// The CPU time of all its processes, those that have ended included.
  public Duration cpu() throws IOException {
    var running = server;
    if (running == null) {
      return Duration.ZERO;
    }
    var cpu = Duration.ZERO;
    for (var process : running.descendants().toList()) {
      cpu = cpu.plus(process.info().totalCpuDuration().orElse(Duration.ZERO));
    }
    // Behind the name in brackets: state, ten numbers, then the ticks of itself and of its dead.
    var stat = Files.readString(Path.of("/proc", Long.toString(running.pid()), "stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    for (int i = 11; i < 15; i++) {
      cpu = cpu.plusMillis(Long.parseLong(fields[i]) * 10);
    }
    return cpu;
  }

  /// Ends all its processes at once, as a loss of power would, and leaves its files as they are.
  public void kill() {
    var running = server;
    var children = running == null ? List.<ProcessHandle>of() : running.descendants().toList();
    if (running != null) {
      running.destroyForcibly();
    }
    children.forEach(ProcessHandle::destroyForcibly);
    stop("keep\n");
    // While one of them lives, no other server may have the files.
    children.forEach(PostgresServer::awaitEnd);
  }

  /// Whoever has no program any more is dead, even if nobody buries it.
  private static void awaitEnd(ProcessHandle process) {
    Eventually.holds(PATIENCE, () -> process.info().command().isEmpty());
  }

  private synchronized void stop(String word) {
    var guarding = guard;
    guard = null;
    server = null;
    if (guarding == null) {
      return;
    }
    try (var told = guarding.getOutputStream()) {
      told.write(word.getBytes(UTF_8));
    } catch (IOException _) {
      // It has gone by itself.
    }
    try {
      if (!guarding.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        guarding.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Stops it and removes its files.
  @Override
  public void close() {
    stop("");
  }
}
