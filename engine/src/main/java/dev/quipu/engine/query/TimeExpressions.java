package dev.quipu.engine.query;

import static dev.quipu.engine.query.TimeWords.isDay;
import static dev.quipu.engine.query.TimeWords.isOrdinal;
import static dev.quipu.engine.query.TimeWords.isYear;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Optional;

/// Times that a question names in English or Ukrainian, relative to the day it is asked:
/// `2023-05-08`, `May 8, 2023`, `8 травня`, `last March`, `in 2022`, `last week`, `three days ago`,
/// `вчора`, `торік`, `08.05.2023`, `March–May 2025`. A day or month without a year is the latest
/// one that has begun. What is said to come (`next Friday`) names no time: nothing happened then
/// yet.
final class TimeExpressions {
  private static final int LAST_YEAR = 9_999;
  static final Instant END = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final TimeWords words;
  private final LocalDate today;

  private TimeExpressions(TimeWords words, LocalDate today) {
    this.words = words;
    this.today = today;
  }

  /// The first time that the question names.
  ///
  /// @param today the day on which it is asked
  static Optional<TimeRange> find(String question, LocalDate today) {
    var words = new TimeWords(question);
    var expressions = new TimeExpressions(words, today);
    for (int i = 0; i < words.count(); i++) {
      var stretch = TimeStretches.at(i, words, today);
      if (stretch.isPresent()) {
        return Optional.ofNullable(stretch.get().time());
      }
      var found = expressions.at(i);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<TimeRange> at(int i) {
    String word = words.at(i);
    if (words.isToCome(i)) {
      return Optional.empty();
    }
    try {
      if (TimeWords.isWithoutYear(word)) {
        return Optional.empty();
      }
      if (word.indexOf('.') > 0) {
        var parts = word.split("\\.", -1);
        return days(
            LocalDate.of(
                Integer.parseInt(parts[2]), Integer.parseInt(parts[1]), Integer.parseInt(parts[0])),
            Period.ofDays(1));
      }
      if (word.length() == 10 && word.charAt(4) == '-') {
        return days(LocalDate.parse(word), Period.ofDays(1));
      }
      if (word.length() == 7 && word.charAt(4) == '-') {
        return days(LocalDate.parse(word + "-01"), Period.ofMonths(1));
      }
      // `8 May`, `8th May` and `8th of May`
      int named = isOrdinal(word(i + 1)) ? i + 2 : i + 1;
      named = word(named).equals("of") ? named + 1 : named;
      if (isDay(word) && Months.of(word(named)) > 0) {
        return day(Integer.parseInt(word), Months.of(word(named)), named + 1);
      }
      int month = Months.of(word);
      if (month > 0) {
        return month(i, month);
      }
      if (isYear(word) && (isBeforeYear(word(i - 1)) || isBehindYear(word(i + 1)))) {
        return days(LocalDate.of(Integer.parseInt(word), 1, 1), Period.ofYears(1));
      }
    } catch (DateTimeException e) {
      return Optional.empty();
    }
    return relative(i);
  }

  /// `May`, `May 2023`, `May 8`, `May 8, 2023`.
  private Optional<TimeRange> month(int i, int month) {
    if (!MonthNames.isMeant(i, words.endOfDate(i), words)) {
      return Optional.empty();
    }
    if (isDay(word(i + 1))) {
      return day(Integer.parseInt(word(i + 1)), month, isOrdinal(word(i + 2)) ? i + 3 : i + 2);
    }
    if (isYear(word(i + 1))) {
      return days(LocalDate.of(Integer.parseInt(word(i + 1)), month, 1), Period.ofMonths(1));
    }
    LocalDate first = today.withDayOfMonth(1).withMonth(month);
    if (first.isAfter(today) && Weekdays.isThis(word(i - 1))) {
      return Optional.empty();
    }
    boolean yearBack =
        first.isAfter(today)
            || (isOneOf(word(i - 1), "last", "минулого") && month == today.getMonthValue());
    return days(yearBack ? first.minusYears(1) : first, Period.ofMonths(1));
  }

  private Optional<TimeRange> day(int day, int month, int yearAt) {
    boolean hasYear = isYear(word(yearAt));
    LocalDate date =
        LocalDate.of(hasYear ? Integer.parseInt(word(yearAt)) : today.getYear(), month, day);
    return days(!hasYear && date.isAfter(today) ? date.minusYears(1) : date, Period.ofDays(1));
  }

  private Optional<TimeRange> relative(int i) {
    String word = words.at(i);
    String next = word(i + 1);
    LocalDate monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    LocalDate month = today.withDayOfMonth(1);
    return switch (word) {
      case "today", "сьогодні" -> days(today, Period.ofDays(1));
      case "yesterday", "вчора", "учора" -> days(today.minusDays(1), Period.ofDays(1));
      case "позавчора" -> days(today.minusDays(2), Period.ofDays(1));
      case "торік" -> year(1);
      case "позаторік" -> year(2);
      case "day" ->
          next.equals("before") && word(i + 2).equals("yesterday")
              ? days(today.minusDays(2), Period.ofDays(1))
              : Optional.empty();
      case "last", "минулого", "минулому" ->
          switch (next) {
            case "week", "тижня", "тижні" -> days(monday.minusWeeks(1), Period.ofWeeks(1));
            case "month", "місяця", "місяці" -> days(month.minusMonths(1), Period.ofMonths(1));
            case "year", "року", "році" -> year(1);
            default -> Optional.empty();
          };
      case "this", "цього", "цьому" ->
          switch (next) {
            case "week", "тижня", "тижні" -> days(monday, Period.ofWeeks(1));
            case "month", "місяця", "місяці" -> days(month, Period.ofMonths(1));
            case "year", "року", "році" -> year(0);
            default -> Optional.empty();
          };
      case "ago", "тому" -> ago(i);
      default -> weekday(i);
    };
  }

  private Optional<TimeRange> weekday(int i) {
    return Weekdays.of(word(i))
        .map(named -> Weekdays.date(named, words, i, i + 1, today))
        .filter(day -> !day.isAfter(today))
        .flatMap(day -> days(day, Period.ofDays(1)));
  }

  private Optional<TimeRange> year(int back) {
    return days(today.withDayOfYear(1).minusYears(back), Period.ofYears(1));
  }

  /// `three days ago`: the unit is the size of the range.
  private Optional<TimeRange> ago(int i) {
    String unit = word(i - 1);
    int count = number(i - 2);
    if (count == 0 && isOneOf(unit, "день", "тиждень", "місяць", "рік")) {
      count = 1;
    }
    if (count <= 0 || count > 1_000) {
      return Optional.empty();
    }
    if (unit.startsWith("day") || unit.startsWith("дн") || unit.equals("день")) {
      return days(today.minusDays(count), Period.ofDays(1));
    }
    if (unit.startsWith("week") || unit.startsWith("тиж")) {
      return days(today.minusWeeks(count).minusDays(3), Period.ofWeeks(1));
    }
    if (unit.startsWith("month") || unit.startsWith("місяц")) {
      return days(today.minusMonths(count).minusDays(15), Period.ofMonths(1));
    }
    if (unit.startsWith("year") || unit.startsWith("рок") || unit.startsWith("рік")) {
      return year(count);
    }
    return Optional.empty();
  }

  private int number(int i) {
    String word = word(i);
    return word.matches("\\d{1,4}") ? Integer.parseInt(word) : NumberWords.of(word(i - 1), word);
  }

  private String word(int i) {
    return words.at(i);
  }

  /// Whether a number before this word is a year.
  static boolean isBehindYear(String word) {
    return isOneOf(word, "рік", "року", "році", "роком", "роки", "років", "роках", "р", "рр");
  }

  /// Whether a number behind this word is a year.
  static boolean isBeforeYear(String word) {
    return isOneOf(word, "in", "during", "since", "year", "у", "в", "за");
  }

  private static boolean isOneOf(String word, String... others) {
    return List.of(others).contains(word);
  }

  /// Nothing of it beyond what times can be written.
  static Optional<TimeRange> days(LocalDate from, Period length) {
    if (from.getYear() < 1 || from.getYear() > LAST_YEAR) {
      return Optional.empty();
    }
    var to = from.plus(length);
    return Optional.of(
        new TimeRange(
            from.atStartOfDay(ZoneOffset.UTC).toInstant(),
            to.getYear() > LAST_YEAR ? END : to.atStartOfDay(ZoneOffset.UTC).toInstant()));
  }
}
