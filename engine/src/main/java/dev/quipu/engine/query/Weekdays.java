package dev.quipu.engine.query;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Names of the days of a week in English and Ukrainian, as they stand after `on`, `last` and the
/// like.
final class Weekdays {
  /// From Monday on; in lower case, without apostrophes.
  private static final List<List<String>> NAMES =
      List.of(
          List.of("monday", "понеділок", "понеділка", "понеділком"),
          List.of("tuesday", "вівторок", "вівторка", "вівторком"),
          List.of("wednesday", "середа", "середу", "середи", "середою"),
          List.of("thursday", "четвер", "четверга", "четвергом"),
          List.of("friday", "пятниця", "пятницю", "пятниці", "пятницею"),
          List.of("saturday", "субота", "суботу", "суботи", "суботою"),
          List.of("sunday", "неділя", "неділю", "неділі", "неділею"));

  private static final Set<String> THIS = Set.of("this", "цей", "ця", "цю", "цього", "цієї");

  private Weekdays() {}

  static Optional<DayOfWeek> of(String word) {
    for (var day : DayOfWeek.values()) {
      if (NAMES.get(day.getValue() - 1).contains(word)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }

  /// The latest one before today, unless the week is said: `this Friday`, `Friday last week`. Then
  /// it may be yet to come.
  ///
  /// @param begin where the words begin that name it
  /// @param end what stands behind them
  static LocalDate date(DayOfWeek day, TimeWords words, int begin, int end, LocalDate today) {
    int week = words.at(end).equals("of") ? end + 1 : end;
    boolean isOfWeek = List.of("week", "тижня").contains(words.at(week + 1));
    var which = isOfWeek ? words.at(week) : words.at(begin - 1);
    var inThisWeek = today.with(DayOfWeek.MONDAY).with(day);
    if (isThis(which)) {
      return inThisWeek;
    }
    return isOfWeek && List.of("last", "минулого").contains(which)
        ? inThisWeek.minusWeeks(1)
        : today.with(TemporalAdjusters.previous(day));
  }

  static boolean isThis(String word) {
    return THIS.contains(word);
  }
}
