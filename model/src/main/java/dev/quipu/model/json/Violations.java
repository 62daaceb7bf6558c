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
  private final List<Violation> foreseen = new ArrayList<>();
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

  /// Notes a fault that whoever decides on the input will find, unless it has reason not to look: a
  /// repetition is answered whatever is wrong with it. So this one is told together with others
  /// only, when nothing will be decided anyway.
  public void foresee(Violation violation) {
    foreseen.add(violation);
  }

  /// What was found so far; the first hundred.
  public List<Violation> found() {
    return List.copyOf(listed);
  }

  /// Whether a fault of this very place is listed: then it need not be missed as well.
  public boolean isListed(Pointer at) {
    return isListed(at.text());
  }

  private boolean isListed(String pointer) {
    return listed.stream().anyMatch(violation -> violation.pointer().equals(pointer));
  }

  public boolean isEmpty() {
    return listed.isEmpty();
  }

  public void throwIfAny() {
    if (!isEmpty()) {
      foreseen.stream().filter(fault -> !isListed(fault.pointer())).toList().forEach(this::add);
      throw new Invalid(listed, unlisted);
    }
  }
}
