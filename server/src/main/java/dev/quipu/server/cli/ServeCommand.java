package dev.quipu.server.cli;

import dev.quipu.server.config.ServerConfig;
import dev.quipu.server.wiring.QuipuServer;
import dev.quipu.server.wiring.Wiring;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./quipu serve`
@Command(name = "serve", description = "Serves a data folder until it is told to stop.")
final class ServeCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Option(names = "--port", paramLabel = "PORT", description = "8484 unless said; 0 = any.")
  private @Nullable String port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on; 127.0.0.1 unless said.")
  private @Nullable String host;

  @Override
  public Integer call() throws InterruptedException {
    var more = new HashMap<String, @Nullable String>();
    more.put("port", port);
    more.put("host", host);
    return serve(options.load(more));
  }

  static int serve(ServerConfig config) throws InterruptedException {
    var server = QuipuServer.start(Wiring.of(config));
    var address = "http://" + shown(config.http().host()) + ":" + server.port();
    if (server.firstToken() != null) {
      System.out.println("The first tenant is t_default. Its token, shown only now:");
      System.out.println("  " + server.firstToken());
    }
    System.out.println(
        "quipu is ready at "
            + address
            + " on "
            + config.dataFolder().toAbsolutePath().normalize()
            + " after "
            + ManagementFactory.getRuntimeMXBean().getUptime()
            + " ms");
    System.out.flush();
    return untilStopped(server);
  }

  /// Closes the server when the process is told to end, and lets it end only then.
  private static int untilStopped(QuipuServer server) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "quipu-stop"));
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
