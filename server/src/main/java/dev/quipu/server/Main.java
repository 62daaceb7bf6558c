package dev.quipu.server;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The entry point of `./quipu`.
@Command(
    name = "quipu",
    description = "A memory database for AI agents.",
    subcommands = CommandLine.HelpCommand.class)
public final class Main {

  private Main() {}

  public static void main(String... args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
