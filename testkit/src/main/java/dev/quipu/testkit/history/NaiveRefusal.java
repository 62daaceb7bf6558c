package dev.quipu.testkit.history;

import java.util.List;

/// What the naive model refuses with.
@SuppressWarnings("serial")
final class NaiveRefusal extends RuntimeException {

  private final String code;
  private final List<String> faults;

  NaiveRefusal(String code) {
    this(code, List.of());
  }

  NaiveRefusal(String code, List<String> faults) {
    super(code, null, false, false);
    this.code = code;
    this.faults = List.copyOf(faults);
  }

  /// Of things that are done together or not at all: all faults, or the first other refusal if
  /// there are none.
  static NaiveRefusal ofAll(List<NaiveRefusal> refusals) {
    var first = refusals.getFirst();
    return first.faults.isEmpty()
        ? first
        : new NaiveRefusal(
            first.code, refusals.stream().flatMap(each -> each.faults.stream()).toList());
  }

  List<String> faults() {
    return faults;
  }

  String text() {
    return "refused " + code + faults.stream().sorted().toList();
  }
}
