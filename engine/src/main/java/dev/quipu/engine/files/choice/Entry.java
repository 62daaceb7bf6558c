package dev.quipu.engine.files.choice;

import java.util.function.Supplier;

/// A candidate in the contest for one file.
///
/// @param telling whether enough of it was found that it may win at all
/// @param proposals what the file becomes if it wins
record Entry(Scored scored, boolean telling, Supplier<Proposals> proposals) {

  /// A score below this proves nothing.
  static final int ENOUGH = 50;

  boolean mayWin() {
    return telling && scored.score() >= ENOUGH;
  }
}
