package dev.quipu.sql;

import java.util.List;

/// The question marks of a list in a statement: as many as the next power of two, so that a handful
/// of statements serve lists of every length.
final class Marks {

  private Marks() {}

  static String of(List<String> values) {
    return of(values.size());
  }

  static String of(int count) {
    return "?" + ", ?".repeat(places(count) - 1);
  }

  /// Fills the places that are left with the last value.
  static void bind(Prepared statement, List<String> values) {
    for (int i = 0; i < places(values.size()); i++) {
      statement.text(values.get(Math.min(i, values.size() - 1)));
    }
  }

  /// How many there are for so many values.
  static int places(int count) {
    return count == 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
  }
}
