package dev.quipu.engine.compile;

import dev.quipu.model.log.Recorded;

/// What the rules of later versions do otherwise than the second, which they are in all else. What
/// stands here for a version never changes.
///
/// @param closesWhenItHappened whether a session is over from when its task was finished; else from
///   when that was written
/// @param keepsStanding whether a state that an event speaks of stays retracted, quarantined or
///   superseded, and begins anew if it was deleted; else it is active, and what was deleted is back
/// @param marksAgain whether an edge that holds again marks what it supersedes
/// @param plansBudgets whether the count of a session follows its limits as they are planned; else
///   whatever was written last holds at once
/// @param relatesSince whether a relationship between entities holds since the first instant that
///   somebody told of, and again once it is told of again; else since the one that was told first
record Ruling(
    boolean closesWhenItHappened,
    boolean keepsStanding,
    boolean marksAgain,
    boolean plansBudgets,
    boolean relatesSince) {

  private static final Ruling SECOND = new Ruling(false, false, false, false, false);
  private static final Ruling THIRD = new Ruling(true, false, false, false, false);
  private static final Ruling FOURTH = new Ruling(true, true, true, true, false);
  private static final Ruling SIXTH = new Ruling(true, true, true, true, true);

  static Ruling of(Recorded recorded) {
    return switch (recorded.rules()) {
      case 2 -> SECOND;
      case 3 -> THIRD;
      case 4, 5 -> FOURTH;
      default -> SIXTH;
    };
  }
}
