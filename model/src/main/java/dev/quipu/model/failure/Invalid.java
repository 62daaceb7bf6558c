package dev.quipu.model.failure;

import java.util.List;

/// The input breaks rules that hold for everybody; every fault that was found is listed.
@SuppressWarnings("serial")
public final class Invalid extends MemoryException {

  /// The one code of all invalid inputs. What is wrong in detail is in the codes of the violations.
  public static final String CODE = "input.invalid";

  private final List<Violation> violations;
  private final int unlisted;

  public Invalid(List<Violation> violations) {
    this(violations, 0);
  }

  /// @param unlisted how many more faults were found than are listed
  public Invalid(List<Violation> violations, int unlisted) {
    super(CODE, summary(violations, unlisted), hint(violations, unlisted));
    this.violations = List.copyOf(violations);
    this.unlisted = unlisted;
  }

  /// One fault at a place in the body.
  public Invalid(String pointer, String code, String message) {
    this(List.of(new Violation(pointer, code, message)));
  }

  /// One fault of the whole body, or of something outside of it.
  public Invalid(String code, String message) {
    this("", code, message);
  }

  /// Never empty.
  public List<Violation> violations() {
    return violations;
  }

  public int unlisted() {
    return unlisted;
  }

  private static String summary(List<Violation> violations, int unlisted) {
    if (violations.isEmpty() || unlisted < 0) {
      throw new IllegalArgumentException("an invalid input has at least one violation");
    }
    var first = violations.getFirst();
    var place = first.pointer().isEmpty() ? "" : first.pointer() + ": ";
    int count = violations.size() + unlisted;
    return count == 1
        ? place + first.message()
        : count + " faults; the first is " + place + first.message();
  }

  private static String hint(List<Violation> violations, int unlisted) {
    return unlisted == 0
        ? ""
        : "Only the first "
            + violations.size()
            + " faults are listed; "
            + unlisted
            + " more were found.";
  }
}
