package dev.quipu.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./quipu`
@Command(
    name = "quipu",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "A memory database for AI agents.",
    subcommands = {
      ServeCommand.class,
      RebuildCommand.class,
      VerifyCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      CopyCommand.class,
      ErasuresCommand.class,
      TrainCommand.class,
      CommandLine.HelpCommand.class
    })
public final class QuipuCommand {

  private QuipuCommand() {}

  /// Runs a command and returns the exit code.
  public static int run(String... args) {
    Logs.toStderr();
    try {
      var served = Serving.servePlain(args);
      if (served != null) {
        return served;
      }
    } catch (RuntimeException | InterruptedException e) {
      return ExitCodes.report(e, System.err);
    }
    return new CommandLine(new QuipuCommand())
        .setExecutionExceptionHandler((failure, _, _) -> ExitCodes.report(failure, System.err))
        .execute(args);
  }
}
