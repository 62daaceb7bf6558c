package dev.quipu.engine.compile;

import dev.quipu.model.log.Recorded;
import dev.quipu.model.payload.AspectBody.Listing;

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
/// @param leavesLaterAlone whether what is told late of an entity leaves alone what knew all of it
///   that is shown; else when items of arrays were first put in is carried on for ever
/// @param listing what entities are listed by
/// @param keepsLayers whether observations that have no room in an aspect go to a further layer of
///   it; see [Layers]
record Ruling(
    boolean closesWhenItHappened,
    boolean keepsStanding,
    boolean marksAgain,
    boolean plansBudgets,
    boolean relatesSince,
    boolean leavesLaterAlone,
    Listing listing,
    boolean keepsLayers) {

  private static final Ruling SECOND =
      new Ruling(false, false, false, false, false, false, Listing.TOLD_LAST, false);
  private static final Ruling THIRD =
      new Ruling(true, false, false, false, false, false, Listing.TOLD_LAST, false);
  private static final Ruling FOURTH =
      new Ruling(true, true, true, true, false, false, Listing.TOLD_LAST, false);
  private static final Ruling SIXTH =
      new Ruling(true, true, true, true, true, false, Listing.TOLD_LAST, false);
  private static final Ruling SEVENTH =
      new Ruling(true, true, true, true, true, true, Listing.EVERY_DATE, false);
  private static final Ruling EIGHTH =
      new Ruling(true, true, true, true, true, true, Listing.EVERY_DATE_AND_NAME, true);

  static Ruling of(Recorded recorded) {
    return switch (recorded.rules()) {
      case 2 -> SECOND;
      case 3 -> THIRD;
      case 4, 5 -> FOURTH;
      case 6 -> SIXTH;
      case 7 -> SEVENTH;
      default -> EIGHTH;
    };
  }
}
