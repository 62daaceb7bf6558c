package dev.quipu.server.cli;

import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.Exhausted;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.PreconditionFailed;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.server.config.BadConfig;
import java.io.PrintStream;

/// The one place that knows which failure has which exit code.
final class ExitCodes {

  static final int OK = 0;

  /// Something is not as the log says.
  static final int DIVERGED = 1;

  /// The arguments, or the configuration.
  static final int USAGE = 2;

  static final int REFUSED = 3;

  /// Somebody else has the folder or the port, or the disk is full: try again later.
  static final int UNAVAILABLE = 4;

  static final int CORRUPT = 5;

  /// A mistake of ours.
  static final int INTERNAL = 70;

  private ExitCodes() {}

  /// Says what went wrong, in a sentence if it can be foreseen.
  static int report(Exception failure, PrintStream err) {
    return switch (failure) {
      case BadConfig bad -> {
        bad.mistakes().forEach(mistake -> err.println("quipu: " + mistake));
        yield USAGE;
      }
      case MemoryException known -> {
        err.println("quipu: " + known.getMessage());
        yield of(known);
      }
      default -> {
        err.println("quipu: this should not have happened");
        failure.printStackTrace(err);
        yield INTERNAL;
      }
    };
  }

  static int of(MemoryException failure) {
    return switch (failure) {
      case Invalid _ -> USAGE;
      case Unauthenticated _,
          Forbidden _,
          NotFound _,
          Conflict _,
          PreconditionFailed _,
          Gone _,
          TooLarge _,
          Exhausted _ ->
          REFUSED;
      case Unavailable _ -> UNAVAILABLE;
      case Corrupt _ -> CORRUPT;
    };
  }
}
