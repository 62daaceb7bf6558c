package dev.quipu.server.cli;

import dev.quipu.server.config.BadConfig;
import dev.quipu.server.config.Setting;
import dev.quipu.server.config.StorageConfig;
import dev.quipu.server.wiring.Adapters;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./quipu copy`
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Makes an instance like another, as that is at this moment, in an empty storage.")
final class CopyCommand implements Callable<Integer> {

  @Option(
      names = "--from",
      paramLabel = "ADDRESS",
      required = true,
      description =
          "sqlite:DIR or postgres://user@host:5432/database; a password that is not in it is taken"
              + " from QUIPU_STORAGE_PASSWORD.")
  private String from = "";

  @Option(
      names = "--to",
      paramLabel = "ADDRESS",
      required = true,
      description = "Where to, in the same manner; nothing may be there.")
  private String to = "";

  @Override
  public Integer call() {
    var carrying = new Carrying(Adapters.ofThisMachine(), ProgressBar.onStderr());
    System.out.println(carrying.copy(storage("--from", from), storage("--to", to)));
    return ExitCodes.OK;
  }

  private static StorageConfig storage(String option, String text) {
    try {
      var password = System.getenv(Setting.STORAGE_PASSWORD.variable());
      return StorageConfig.parse(text, password);
    } catch (IllegalArgumentException e) {
      throw new BadConfig(List.of(option + ": " + e.getMessage()));
    }
  }
}
