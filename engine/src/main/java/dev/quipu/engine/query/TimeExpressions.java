package dev.quipu.engine.query;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times that a question names in English or Ukrainian, relative to the day it is asked:
/// `2023-05-08`, `May 8, 2023`, `8 травня`, `last March`, `in 2022`, `last week`, `three days ago`,
/// `вчора`, `торік`, `08.05.2023`, `between March and May 2025`. A day or month without a year is
/// the latest one that has begun. What is said to come (`next Friday`) names no time: nothing
/// happened then yet.
final class TimeExpressions {
  private static final int LONGEST = 2_000;
  private static final int LAST_YEAR = 9_999;
  static final Instant END = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final Pattern WORD =
      Pattern.compile(
          "\\d{4}-\\d{2}(?:-\\d{2})?"
              + "|(?<![\\d.])\\d{1,2}\\.\\d{1,2}\\.(?:19|20)\\d{2}(?!\\.?\\d)"
              + "|\\d+|\\p{L}+");

  /// They stand within Ukrainian words; in English ones they part an ending from a name.
  private static final Pattern APOSTROPHE =
      Pattern.compile("(?<=\\p{IsCyrillic})['`´ʼ‘’′](?=\\p{IsCyrillic})");

  private final List<String> words = new ArrayList<>();
  private final LocalDate today;

  private TimeExpressions(String question, LocalDate today) {
    this.today = today;
    String read = question.length() > LONGEST ? question.substring(0, LONGEST) : question;
    String joined = APOSTROPHE.matcher(read.toLowerCase(Locale.ROOT)).replaceAll("");
    Matcher matcher = WORD.matcher(joined);
    while (matcher.find()) {
      words.add(matcher.group());
    }
  }

  /// The first time that the question names.
  ///
  /// @param today the day on which it is asked
  static Optional<TimeRange> find(String question, LocalDate today) {
    TimeExpressions expressions = new TimeExpressions(question, today);
    for (int i = 0; i < expressions.words.size(); i++) {
      int place = i;
      Optional<TimeRange> found =
          TimeStretches.at(i, expressions.words, today).or(() -> expressions.at(place));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<TimeRange> at(int i) {
    String word = words.get(i);
    if (isToCome(i)) {
      return Optional.empty();
    }
    try {
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
      if (isYear(word) && isOneOf(word(i - 1), "in", "during", "since", "year", "у", "в", "за")) {
        return days(LocalDate.of(Integer.parseInt(word), 1, 1), Period.ofYears(1));
      }
    } catch (DateTimeException e) {
      return Optional.empty();
    }
    return relative(i);
  }

  /// `May`, `May 2023`, `May 8`, `May 8, 2023`; `may` and `march` alone are verbs unless a word
  /// before says otherwise.
  private Optional<TimeRange> month(int i, int month) {
    if (isDay(word(i + 1))) {
      return day(Integer.parseInt(word(i + 1)), month, isOrdinal(word(i + 2)) ? i + 3 : i + 2);
    }
    if (isYear(word(i + 1))) {
      return days(LocalDate.of(Integer.parseInt(word(i + 1)), month, 1), Period.ofMonths(1));
    }
    boolean couldBeVerb = isOneOf(word(i), "may", "march", "mar");
    if (couldBeVerb
        && !isOneOf(
            word(i - 1),
            "in",
            "last",
            "this",
            "of",
            "since",
            "during",
            "by",
            "until",
            "early",
            "late")) {
      return Optional.empty();
    }
    LocalDate first = today.withMonth(month).withDayOfMonth(1);
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
    String word = words.get(i);
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
      default -> weekday(word);
    };
  }

  /// The latest one before today.
  private Optional<TimeRange> weekday(String word) {
    return Weekdays.of(word)
        .flatMap(day -> days(today.with(TemporalAdjusters.previous(day)), Period.ofDays(1)));
  }

  private Optional<TimeRange> year(int back) {
    return days(today.withDayOfYear(1).minusYears(back), Period.ofYears(1));
  }

  /// `next Friday`, `coming March`, `наступної п’ятниці`.
  private boolean isToCome(int i) {
    String before = word(i - 1);
    return before.equals("next") || before.equals("coming") || before.startsWith("наступн");
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

  static boolean isOrdinal(String word) {
    return isOneOf(word, "st", "nd", "rd", "th");
  }

  private String word(int i) {
    return i >= 0 && i < words.size() ? words.get(i) : "";
  }

  static boolean isDay(String word) {
    return word.matches("[12]?\\d|3[01]|0[1-9]") && !word.equals("0");
  }

  static boolean isYear(String word) {
    return word.matches("(?:19|20)\\d\\d");
  }

  private static boolean isOneOf(String word, String... others) {
    return List.of(others).contains(word);
  }

  /// Nothing of it beyond what times can be written.
  private static Optional<TimeRange> days(LocalDate from, Period length) {
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
