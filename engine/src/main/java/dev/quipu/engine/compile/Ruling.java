package dev.quipu.engine.compile;

import dev.quipu.model.log.Recorded;

/// What the rules of later versions do otherwise than the second, which they are in all else. What
/// stands here for a version never changes.
///
/// @param closesWhenItHappened whether a session is over from when its task was finished; else from
///   when that was written
record Ruling(boolean closesWhenItHappened) {

  private static final Ruling SECOND = new Ruling(false);
  private static final Ruling THIRD = new Ruling(true);

  static Ruling of(Recorded recorded) {
    return recorded.rules() < 3 ? SECOND : THIRD;
  }
}
