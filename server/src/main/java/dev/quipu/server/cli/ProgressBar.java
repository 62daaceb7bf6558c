package dev.quipu.server.cli;

import java.io.PrintStream;

/// Shows how far long work has come: a bar on a terminal, else a line for each step of it.
final class ProgressBar {

  private static final int WIDTH = 30;

  private final PrintStream out;
  private final boolean terminal;
  private String current = "";
  private int shownTenths = -1;

  ProgressBar(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /// On stderr, since stdout belongs to the results.
  @SuppressWarnings("SystemConsoleNull") // whether it can be null has changed between releases
  static ProgressBar onStderr() {
    var console = System.console();
    return new ProgressBar(System.err, console != null && console.isTerminal());
  }

  void at(String tenant, String step, long done, long total) {
    var name = tenant + " " + step;
    if (!name.equals(current)) {
      end();
      current = name;
    }
    int percent = total <= 0 ? 100 : (int) (done * 100 / total);
    if (terminal) {
      int filled = percent * WIDTH / 100;
      out.printf(
          "\r%s [%s%s] %d/%d", name, "#".repeat(filled), ".".repeat(WIDTH - filled), done, total);
    } else if (percent / 10 != shownTenths) {
      shownTenths = percent / 10;
      out.printf("%s %d/%d%n", name, done, total);
    }
    out.flush();
  }

  /// Ends the line of a bar.
  void end() {
    if (terminal && !current.isEmpty()) {
      out.println();
    }
    current = "";
    shownTenths = -1;
  }
}
