package dev.quipu.model.payload;

import java.util.List;

/// On what the value of a field rests.
public sealed interface Grounds {

  /// On what somebody has set right.
  record Corrected(Correction correction) implements Grounds {}

  /// On one observation; if that says null, there is no value.
  record Observed(Told told) implements Grounds {}

  /// On all that have put something in that is still there.
  ///
  /// @param elements in the order in which they are shown, at least one
  record Merged(List<Element> elements) implements Grounds {

    public Merged {
      elements = List.copyOf(elements);
    }
  }
}
