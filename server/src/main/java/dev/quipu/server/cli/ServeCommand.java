package dev.quipu.server.cli;

import java.util.HashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./quipu serve`
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Serves a data folder until it is told to stop.")
final class ServeCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Option(names = "--port", paramLabel = "PORT", description = "8484 unless said; 0 = any.")
  private @Nullable String port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on; 127.0.0.1 unless said.")
  private @Nullable String host;

  @Option(
      names = "--embedder",
      paramLabel = "MODEL",
      description =
          "What makes vectors: bge-small unless said, minilm, none, or the address of an endpoint,"
              + " with its key in QUIPU_EMBEDDER_KEY.")
  private @Nullable String embedder;

  @Override
  public Integer call() throws InterruptedException {
    var more = new HashMap<String, @Nullable String>();
    more.put("port", port);
    more.put("host", host);
    more.put("embedder", embedder);
    return Serving.serve(options.flags(more), options.file());
  }
}
