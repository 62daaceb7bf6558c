package dev.quipu.server.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `./quipu verify`
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Proves the chain of the log and the views made from it.")
final class VerifyCommand implements Callable<Integer> {

  @Mixin private final ConfigOptions options = new ConfigOptions();

  @Option(names = "--tenant", paramLabel = "ID", description = "Only this one; all unless said.")
  private @Nullable String tenant;

  @Override
  public Integer call() {
    var maintenance = new Maintenance(options.load(), tenant, ProgressBar.onStderr());
    boolean sound = true;
    for (var outcome : maintenance.verify()) {
      System.out.println(outcome.tenant() + ": " + outcome.sentence());
      sound &= outcome.good();
    }
    return sound ? ExitCodes.OK : ExitCodes.DIVERGED;
  }
}
