package dev.quipu.server;

import dev.quipu.server.cli.QuipuCommand;

/// The entry point of `./quipu`.
public final class Main {

  private Main() {}

  public static void main(String... args) {
    System.exit(QuipuCommand.run(args));
  }
}
