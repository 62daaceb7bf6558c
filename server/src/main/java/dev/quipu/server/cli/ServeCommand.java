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
          "What makes vectors: bge-small unless said, minilm, bge-small-static, none, or the address"
              + " of an endpoint, with its key in QUIPU_EMBEDDER_KEY.")
  private @Nullable String embedder;

  @Option(
      names = "--embedder-before",
      paramLabel = "ADDRESS",
      description =
          "The endpoint that made vectors before; it answers until the embedder has come as far. Its"
              + " key is in QUIPU_EMBEDDER_BEFORE_KEY.")
  private @Nullable String embedderBefore;

  @Option(
      names = "--embedder-files",
      paramLabel = "DIR",
      description = "The files of the local model, in the place of those in the program.")
  private @Nullable String embedderFiles;

  @Option(
      names = "--blobs-access-key",
      paramLabel = "KEY",
      description = "The access key of the bucket; its secret is in QUIPU_BLOBS_SECRET_KEY.")
  private @Nullable String blobsAccessKey;

  @Option(
      names = "--allowed-hosts",
      paramLabel = "NAMES",
      description = "Beside localhost, with commas, that requests may address us by.")
  private @Nullable String allowedHosts;

  @Option(
      names = "--allowed-origins",
      paramLabel = "ORIGINS",
      description = "Web pages beside our own, with commas, that may send requests.")
  private @Nullable String allowedOrigins;

  @Option(
      names = "--patience-seconds",
      paramLabel = "SECONDS",
      description = "How long a client may keep a request or an answer waiting; 30 unless said.")
  private @Nullable String patienceSeconds;

  @Option(
      names = "--stop-grace-seconds",
      paramLabel = "SECONDS",
      description = "How long requests may take to end when the server stops; 10 unless said.")
  private @Nullable String stopGraceSeconds;

  @Override
  public Integer call() throws InterruptedException {
    var more = new HashMap<String, @Nullable String>();
    more.put("port", port);
    more.put("host", host);
    more.put("embedder", embedder);
    more.put("embedder-before", embedderBefore);
    more.put("embedder-files", embedderFiles);
    more.put("blobs-access-key", blobsAccessKey);
    more.put("allowed-hosts", allowedHosts);
    more.put("allowed-origins", allowedOrigins);
    more.put("patience-seconds", patienceSeconds);
    more.put("stop-grace-seconds", stopGraceSeconds);
    return Serving.serve(options.flags(more), options.file());
  }
}
