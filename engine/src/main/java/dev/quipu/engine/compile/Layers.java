package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.Facts;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The layers of an aspect: objects that are kept side by side and mean what they say together.
///
/// A layer is a state for every instant. What is told late of an entity changes all later states
/// that do not know it, and what is told for the first time is in all states from then on: with one
/// layer, what is kept would grow with the square of what is told. So what has no room in the first
/// layer goes to a further one. Which, follows from the facts alone; what is said here never
/// changes for entries that were decided by it.
///
/// @param first to which everything belongs that is no observation
record Layers(ObjectRef first, Facts facts) {

  /// How many later states of a layer may be changed by what is told late.
  static final int MOST_CHANGED = 16;

  /// A state with so many fields, items and names takes no new ones.
  static final int FULL = 256;

  /// How many of the further layers are asked whether they have room, the last ones first.
  private static final int ASKED = 8;

  /// The first of those that are there and have room, or the next to be made.
  ObjectRef withRoom(Predicate<ObjectRef> hasRoom) {
    if (hasRoom.test(first)) {
      return first;
    }
    int count = count();
    return IntStream.range(0, Math.min(count, ASKED))
        .mapToObj(i -> Aspect.layer(first, count - i))
        .filter(hasRoom)
        .findFirst()
        .orElseGet(() -> Aspect.layer(first, count + 1));
  }

  /// All but the first.
  List<ObjectRef> further() {
    return IntStream.rangeClosed(1, count()).mapToObj(i -> Aspect.layer(first, i)).toList();
  }

  /// They are numbered without a gap, so the last can be found by halving.
  private int count() {
    int there = 0;
    int step = 1;
    while (isThere(there + step)) {
      there += step;
      step *= 2;
    }
    while (step > 1) {
      step /= 2;
      if (isThere(there + step)) {
        there += step;
      }
    }
    return there;
  }

  private boolean isThere(int number) {
    return facts.find(new ObjectOf(Aspect.layer(first, number))) != null;
  }
}
