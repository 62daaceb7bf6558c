package dev.quipu.server.cli;

import dev.quipu.server.config.ConfigLoader;
import dev.quipu.server.wiring.QuipuServer;
import dev.quipu.server.wiring.Wiring;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Serves until the process is told to end.
final class Serving {

  /// The options of `serve`, by the keys of the configuration.
  private static final Map<String, String> PLAIN =
      Map.of("--port", "port", "--host", "host", "--data", "data", "--storage", "storage");

  private Serving() {}

  /// Serves if the arguments are plain (`serve --port 8484 --data DIR`), else returns null.
  ///
  /// The library that reads all other arguments cannot be kept in the AOT cache, and takes a third
  /// of the time until the first answer.
  static @Nullable Integer servePlain(String... args) throws InterruptedException {
    if (args.length % 2 == 0 || !args[0].equals("serve")) {
      return null;
    }
    var flags = new HashMap<String, String>();
    for (int i = 1; i < args.length; i += 2) {
      var key = PLAIN.get(args[i]);
      if (key == null || args[i + 1].startsWith("-") || flags.put(key, args[i + 1]) != null) {
        return null;
      }
    }
    return serve(flags, null);
  }

  /// @param flags by the keys of the configuration
  static int serve(Map<String, String> flags, @Nullable Path file) throws InterruptedException {
    var config = ConfigLoader.load(flags, System.getenv(), file);
    var server = QuipuServer.start(Wiring.of(config));
    // The process ends when this thread of the JVM's has closed everything.
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "quipu-stop"));
    if (server.firstToken() != null) {
      System.out.println("The first tenant is t_default. Its token, shown only now:");
      System.out.println("  " + server.firstToken());
    }
    System.out.println(
        "quipu is ready at http://"
            + shown(config.http().host())
            + ":"
            + server.port()
            + " on "
            + config.storage().shown()
            + " after "
            + ManagementFactory.getRuntimeMXBean().getUptime()
            + " ms");
    System.out.flush();
    new CountDownLatch(1).await();
    return ExitCodes.OK;
  }

  /// An address that a browser can be pointed at.
  private static String shown(String host) {
    if (host.equals("0.0.0.0") || host.equals("::")) {
      return "localhost";
    }
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
