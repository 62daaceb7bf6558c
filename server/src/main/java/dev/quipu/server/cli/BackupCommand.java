package dev.quipu.server.cli;

import dev.quipu.server.wiring.Adapters;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `./quipu backup`
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Writes everything, as it is at this moment, to a folder; servers go on serving.")
final class BackupCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Parameters(paramLabel = "DIR", description = "Where to; a folder that is new or empty.")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    var carrying = new Carrying(Adapters.ofThisMachine(), ProgressBar.onStderr());
    System.out.println(carrying.backUp(options.load(), folder));
    return ExitCodes.OK;
  }
}
