package dev.quipu.engine.query;

import java.time.DayOfWeek;
import java.util.List;
import java.util.Optional;

/// Names of the days of a week in English and Ukrainian, as they stand after `on`, `last` and the
/// like.
final class Weekdays {
  /// From Monday on; in lower case, without apostrophes.
  private static final List<List<String>> NAMES =
      List.of(
          List.of("monday", "понеділок", "понеділка"),
          List.of("tuesday", "вівторок", "вівторка"),
          List.of("wednesday", "середу", "середи"),
          List.of("thursday", "четвер", "четверга"),
          List.of("friday", "пятницю", "пятниці"),
          List.of("saturday", "суботу", "суботи"),
          List.of("sunday", "неділю", "неділі"));

  private Weekdays() {}

  static Optional<DayOfWeek> of(String word) {
    for (var day : DayOfWeek.values()) {
      if (NAMES.get(day.getValue() - 1).contains(word)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }
}
