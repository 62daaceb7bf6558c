package dev.quipu.server.cli;

import dev.quipu.server.wiring.Adapters;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `./quipu restore`
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Checks a backup and makes an instance of it, in an empty storage.")
final class RestoreCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Parameters(paramLabel = "DIR", description = "The folder of the backup.")
  private Path folder = Path.of("");

  @Option(
      names = "--erasures",
      paramLabel = "FILE",
      description =
          "What `quipu erasures` has printed since the backup was made: those tenants are erased"
              + " again.")
  private @Nullable Path erasures;

  @Override
  public Integer call() {
    var carrying = new Carrying(Adapters.ofThisMachine(), ProgressBar.onStderr());
    System.out.println(carrying.restore(folder, options.load(), erasures));
    return ExitCodes.OK;
  }
}
