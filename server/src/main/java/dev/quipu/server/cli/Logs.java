package dev.quipu.server.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/// Where log lines go: one line each, to stderr, since stdout belongs to the program's answers.
final class Logs {

  /// Held on to: the logging library forgets the level of a logger that nobody holds.
  private static final Logger HELIDON = Logger.getLogger("io.helidon");

  /// Recommends an incubating module that doubles the time of a start: see docs/vectors.md.
  private static final Logger LUCENE_VECTORS =
      Logger.getLogger("org.apache.lucene.internal.vectorization");

  private Logs() {}

  static void toStderr() {
    System.setProperty(
        "java.util.logging.SimpleFormatter.format",
        "%1$tFT%1$tT.%1$tL%1$tz level=%4$s logger=%3$s %5$s%6$s%n");
    HELIDON.setLevel(Level.WARNING);
    LUCENE_VECTORS.setLevel(Level.SEVERE);
  }
}
