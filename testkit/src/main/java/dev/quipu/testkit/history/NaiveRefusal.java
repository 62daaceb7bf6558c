package dev.quipu.testkit.history;

import java.util.List;

/// What the naive model refuses with.
@SuppressWarnings("serial")
final class NaiveRefusal extends RuntimeException {

  private final String text;

  NaiveRefusal(String code) {
    this(code, List.of());
  }

  NaiveRefusal(String code, List<String> details) {
    super(code, null, false, false);
    this.text = "refused " + code + details.stream().sorted().toList();
  }

  String text() {
    return text;
  }
}
