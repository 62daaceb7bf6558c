package dev.quipu.bench.report;

import java.util.Locale;

/// One number that was measured.
///
/// @param note how it came about, and what it was compared with
public record Figure(String name, double value, Bound bound, String note) {

  public boolean holds() {
    return bound.holds(value);
  }

  static String shown(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    return String.format(Locale.ROOT, Math.abs(value) < 0.1 ? "%.4f" : "%.2f", value);
  }
}
