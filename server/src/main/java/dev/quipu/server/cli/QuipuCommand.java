package dev.quipu.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./quipu`
@Command(
    name = "quipu",
    description = "A memory database for AI agents.",
    subcommands = {
      ServeCommand.class,
      RebuildCommand.class,
      VerifyCommand.class,
      TrainCommand.class,
      CommandLine.HelpCommand.class
    })
public final class QuipuCommand {

  private QuipuCommand() {}

  /// Runs a command and returns the exit code.
  public static int run(String... args) {
    Logs.toStderr();
    var serve = PlainServe.read(args);
    if (serve != null) {
      return PlainServe.run(serve);
    }
    return new CommandLine(new QuipuCommand())
        .setExecutionExceptionHandler((failure, _, _) -> ExitCodes.report(failure, System.err))
        .execute(args);
  }
}
