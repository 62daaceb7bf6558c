package dev.quipu.bench.report;

/// Tells somebody at a terminal what is being done; says nothing into a file or a pipe.
public final class Progress {

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final boolean shown;

  private Progress(boolean shown) {
    this.shown = shown;
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 does return null again where there is no terminal
  public static Progress onTerminal() {
    var console = System.console();
    return new Progress(console != null && console.isTerminal());
  }

  public static Progress silent() {
    return new Progress(false);
  }

  public void say(String what) {
    if (shown) {
      System.err.print(CLEAR_LINE + what + " …");
      System.err.flush();
    }
  }

  public void say(String what, long done, long all) {
    say(what + " " + done + "/" + all);
  }

  /// Leaves the line empty for the table.
  public void end() {
    if (shown) {
      System.err.print(CLEAR_LINE);
      System.err.flush();
    }
  }
}
