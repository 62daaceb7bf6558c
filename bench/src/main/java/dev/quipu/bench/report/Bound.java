package dev.quipu.bench.report;

/// What a figure is held against.
public sealed interface Bound {

  record AtMost(double limit) implements Bound {}

  record AtLeast(double limit) implements Bound {}

  /// Said for the reader; decides nothing.
  record None() implements Bound {}

  static Bound atMost(double limit) {
    return new AtMost(limit);
  }

  static Bound atLeast(double limit) {
    return new AtLeast(limit);
  }

  static Bound none() {
    return new None();
  }

  default boolean holds(double value) {
    return switch (this) {
      case AtMost(var limit) -> value <= limit;
      case AtLeast(var limit) -> value >= limit;
      case None() -> true;
    };
  }

  default String text() {
    return switch (this) {
      case AtMost(var limit) -> "≤ " + Figure.shown(limit);
      case AtLeast(var limit) -> "≥ " + Figure.shown(limit);
      case None() -> "";
    };
  }
}
