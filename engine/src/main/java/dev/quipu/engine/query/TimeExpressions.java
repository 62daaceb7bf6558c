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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final Pattern WORD =
      Pattern.compile(
          "\\d{4}-\\d{2}(?:-\\d{2})?"
              + "|(?<![\\d.])\\d{1,2}\\.\\d{1,2}\\.(?:19|20)\\d{2}(?!\\.?\\d)"
              + "|\\d+|\\p{L}+");

  /// They stand within Ukrainian words; in English ones they part an ending from a name.
  private static final Pattern APOSTROPHE =
      Pattern.compile("(?<=\\p{IsCyrillic})['`´ʼ‘’′](?=\\p{IsCyrillic})");

  /// What begins a stretch of time, and what may stand between its first and its last part.
  private static final Map<String, Set<String>> STRETCHES =
      Map.of(
          "between", Set.of("and"),
          "from", Set.of("to", "till", "until", "through"),
          "між", Set.of("і", "й", "та"),
          "з", Set.of("по", "до"),
          "із", Set.of("по", "до"),
          "від", Set.of("до"));

  /// The most words that the first part of a stretch has: `the 8th of May 2025`.
  private static final int LONGEST_PART = 6;

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
      Optional<TimeRange> found = expressions.stretch(i).or(() -> expressions.at(place));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /// `between March and May 2025`: from the beginning of the first to the end of the last.
  private Optional<TimeRange> stretch(int i) {
    var joints = STRETCHES.getOrDefault(word(i), Set.of());
    for (int j = i + 2; j <= i + 1 + LONGEST_PART && j < words.size(); j++) {
      if (joints.contains(word(j))) {
        int end = j + 1;
        while (isPartOfDate(end)) {
          end++;
        }
        var last = words.subList(j + 1, Math.max(end, Math.min(j + 2, words.size())));
        return stretch(words.subList(i + 1, j), last);
      }
    }
    return Optional.empty();
  }

  /// The first has the month and the year of the last unless it has its own. Where it would come
  /// later than the last, as in `between November and February`, they are of two years.
  private Optional<TimeRange> stretch(List<String> first, List<String> last) {
    var from = new ArrayList<>(first);
    boolean namesMonth = last.stream().anyMatch(word -> Months.of(word) > 0);
    boolean hasYear = last.stream().anyMatch(TimeExpressions::isYear);
    if (isDay(first.getFirst()) && first.stream().noneMatch(word -> Months.of(word) > 0)) {
      last.stream().filter(word -> Months.of(word) > 0).findFirst().ifPresent(from::add);
    }
    boolean hasOwnYear = first.stream().anyMatch(TimeExpressions::isYear);
    if (!hasOwnYear) {
      last.stream().filter(TimeExpressions::isYear).findFirst().ifPresent(from::add);
    }
    var begins = TimeExpressions.find("in " + String.join(" ", from), today);
    var ends = TimeExpressions.find("in " + String.join(" ", last), today);
    if (begins.isEmpty() || ends.isEmpty()) {
      return Optional.empty();
    }
    var beginning = begins.get().from();
    var end = ends.get().to();
    if (!beginning.isBefore(end) && namesMonth && !hasOwnYear) {
      beginning = hasYear ? yearsLater(beginning, -1) : beginning;
      end = hasYear ? end : yearsLater(end, 1);
    }
    return beginning.isBefore(end) ? Optional.of(new TimeRange(beginning, end)) : Optional.empty();
  }

  private static Instant yearsLater(Instant time, int years) {
    var later = time.atOffset(ZoneOffset.UTC).plusYears(years).toInstant();
    return later.isAfter(END) ? END : later;
  }

  private boolean isPartOfDate(int i) {
    String word = word(i);
    return isDay(word) || isYear(word) || isOrdinal(i) || word.equals("of") || Months.of(word) > 0;
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
      int named = isOrdinal(i + 1) ? i + 2 : i + 1;
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
      return day(Integer.parseInt(word(i + 1)), month, isOrdinal(i + 2) ? i + 3 : i + 2);
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

  private boolean isOrdinal(int i) {
    return isOneOf(word(i), "st", "nd", "rd", "th");
  }

  private String word(int i) {
    return i >= 0 && i < words.size() ? words.get(i) : "";
  }

  private static boolean isDay(String word) {
    return word.matches("[12]?\\d|3[01]|0[1-9]") && !word.equals("0");
  }

  private static boolean isYear(String word) {
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
