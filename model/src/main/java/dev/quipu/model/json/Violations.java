package dev.quipu.model.json;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.Violation;
import java.util.ArrayList;
import java.util.List;

/// Gathers the faults of one input, so that a caller hears of all of them at once. Not thread-safe.
///
/// Keeps the first hundred and counts the rest: a body of a million faults shall not make an answer
/// of a million lines.
public final class Violations {

  private static final int MAX_LISTED = 100;

  private final List<Violation> listed = new ArrayList<>();
  private int unlisted;

  public void add(Pointer at, String code, String message) {
    add(new Violation(at.text(), code, message));
  }

  public void add(Violation violation) {
    if (listed.size() < MAX_LISTED) {
      listed.add(violation);
    } else {
      unlisted++;
    }
  }

  /// Whether a fault of this very place is listed: then it need not be missed as well.
  boolean isListed(Pointer at) {
    return listed.stream().anyMatch(violation -> violation.pointer().equals(at.text()));
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }

  public void throwIfAny() {
    if (!isEmpty()) {
      throw new Invalid(listed, unlisted);
    }
  }
}
