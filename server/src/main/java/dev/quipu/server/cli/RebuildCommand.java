package dev.quipu.server.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./quipu rebuild`
@Command(
    name = "rebuild",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Makes the views again from the log; a running server goes on serving.")
final class RebuildCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Option(names = "--tenant", paramLabel = "ID", description = "Only this one; all unless said.")
  private @Nullable String tenant;

  @Override
  public Integer call() {
    var maintenance = new Maintenance(options.load(), tenant, ProgressBar.onStderr());
    maintenance
        .rebuild()
        .forEach(outcome -> System.out.println(outcome.tenant() + ": " + outcome.sentence()));
    return ExitCodes.OK;
  }
}
