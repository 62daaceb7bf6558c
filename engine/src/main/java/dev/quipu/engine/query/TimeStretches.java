package dev.quipu.engine.query;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Times that a question names by where they begin and end: `between March and May 2025`, `8–12
/// May`, `з 8 по 12 травня`. They go from the beginning of the first part to the end of the last.
final class TimeStretches {
  /// What begins a stretch of time, and what may stand between its first and its last part.
  private static final Map<String, Set<String>> JOINTS =
      Map.of(
          "between", Set.of("and"),
          "from", Set.of("to", "till", "until", "through"),
          "між", Set.of("і", "й", "та"),
          "з", Set.of("по", "до"),
          "із", Set.of("по", "до"),
          "від", Set.of("до"));

  /// The most words that the first part of a stretch has: `the 8th of May 2025`.
  private static final int LONGEST_PART = 6;

  /// What may stand behind days without a month. Behind anything else, as in `between the 8th and
  /// the 12th floor`, they are not days.
  private static final Set<String> BEHIND_DAYS =
      Set.of(
          "", "what", "who", "whom", "when", "where", "why", "how", "which", "did", "do", "was",
          "were", "had", "has", "have", "i", "you", "we", "he", "she", "they", "it", "and", "or",
          "in", "at", "on", "with", "about", "for", "by", "of", "що", "хто", "коли", "де", "чому",
          "як", "я", "ти", "ми", "ви", "він", "вона", "вони", "і", "й", "та", "чи", "у", "в", "на",
          "про", "з");

  private TimeStretches() {}

  /// @param time null if it names none: it is yet to come, or ends before it begins
  record Stretch(@Nullable TimeRange time) {
    static final Stretch OF_NOTHING = new Stretch(null);

    static Stretch of(Instant from, Instant to) {
      return from.isBefore(to) ? new Stretch(new TimeRange(from, to)) : OF_NOTHING;
    }
  }

  /// The one that begins with a word.
  static Optional<Stretch> at(int i, TimeWords words, LocalDate today) {
    var joints = JOINTS.get(words.at(i));
    if (joints == null) {
      return bare(i, words, today);
    }
    for (int j = i + 2; j <= i + 1 + LONGEST_PART && j < words.count(); j++) {
      if (joints.contains(words.at(j))) {
        return joined(i + 1, j, words, today);
      }
    }
    return Optional.empty();
  }

  /// @param begin where the first part begins
  /// @param joint what stands between it and the last
  private static Optional<Stretch> joined(int begin, int joint, TimeWords words, LocalDate today) {
    int first = isArticle(words.at(begin)) ? begin + 1 : begin;
    int last = isArticle(words.at(joint + 1)) ? joint + 2 : joint + 1;
    int end = Math.max(words.endOfDate(last), Math.min(last + 1, words.count()));
    if (first >= joint || last >= end) {
      return Optional.empty();
    }
    var from = words.from(first, joint);
    var to = words.from(last, end);
    return weekdays(first, joint, last, words, today)
        .or(() -> between(from, to, today))
        .or(() -> numbered(from, to, words.at(end), today));
  }

  private static boolean isArticle(String word) {
    return word.equals("the");
  }

  /// `Monday–Wednesday`: the latest that have begun, unless the week is said.
  private static Optional<Stretch> weekdays(
      int begin, int joint, int last, TimeWords words, LocalDate today) {
    var first = Weekdays.of(words.at(begin));
    var other = Weekdays.of(words.at(last));
    if (joint != begin + 1 || last < joint || first.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    var from = Weekdays.date(first.get(), words, begin, last + 1, today);
    var to = from.with(TemporalAdjusters.nextOrSame(other.get())).plusDays(1);
    return Optional.of(
        from.isAfter(today) || words.isToCome(begin) || words.isToCome(last)
            ? Stretch.OF_NOTHING
            : new Stretch(
                new TimeRange(
                    from.atStartOfDay(ZoneOffset.UTC).toInstant(),
                    to.atStartOfDay(ZoneOffset.UTC).toInstant())));
  }

  /// `March–May 2025`, `8–12 May`, `May 8 to 12`, with no word before. Numbers alone may count
  /// anything: a month has to be named, or a whole date written; of years it has to be said that
  /// they are.
  private static Optional<Stretch> bare(int i, TimeWords words, LocalDate today) {
    int joint = Math.max(i + 1, words.endOfDate(i));
    int begin = words.afterJoint(joint);
    if (begin == joint && !words.isAfterDash(joint)) {
      return Optional.empty();
    }
    var days = weekdays(i, joint, begin, words, today);
    int end = words.endOfDate(begin);
    if (days.isPresent()
        || !TimeWords.isPartOfDate(words.at(i))
        || end == begin
        || !MonthNames.isMeant(i, end, words)
        || words.isToCome(i)
        || words.isToCome(begin)) {
      return days;
    }
    var first = words.from(i, joint);
    var last = words.from(begin, end);
    boolean isTime =
        TimeWords.isYear(first.getFirst())
            ? first.size() == 1
                && last.size() == 1
                && TimeWords.isYear(last.getFirst())
                && (isBeforeYears(words.at(i - 1)) || TimeExpressions.isBehindYear(words.at(end)))
            : month(first).isPresent()
                || month(last).isPresent()
                || TimeWords.isWritten(last.getFirst());
    return isTime ? between(first, last, today) : Optional.empty();
  }

  private static boolean isBeforeYears(String word) {
    return TimeExpressions.isBeforeYear(word) || JOINTS.containsKey(word);
  }

  /// Each has the month and the year of the other unless it has its own. Where the first would come
  /// later than the last, as in `between November and February`, they are of two years.
  private static Optional<Stretch> between(List<String> first, List<String> last, LocalDate today) {
    var from = new ArrayList<>(first);
    var to = new ArrayList<>(last);
    if (TimeWords.isWritten(last.getFirst())) {
      from.set(0, written(first.getFirst(), last.getFirst()));
    }
    if (TimeWords.isDay(first.getFirst()) && month(first).isEmpty()) {
      month(last).ifPresent(from::add);
    }
    if (TimeWords.isDay(last.getFirst()) && month(last).isEmpty()) {
      int behindDay = last.size() > 1 && TimeWords.isOrdinal(last.get(1)) ? 2 : 1;
      month(first).ifPresent(month -> to.add(behindDay, month));
    }
    boolean hasOwnYear = first.stream().anyMatch(TimeWords::isYear);
    var year = last.stream().filter(TimeWords::isYear).findFirst();
    if (!hasOwnYear) {
      year.ifPresent(from::add);
    }
    var begins = TimeExpressions.find("in " + String.join(" ", from), today);
    var ends = TimeExpressions.find("in " + String.join(" ", to), today);
    if (begins.isEmpty() || ends.isEmpty()) {
      return Optional.empty();
    }
    var beginning = begins.get().from();
    var end = ends.get().to();
    boolean areOfOneMonth =
        month(from).map(Months::of).equals(month(to).map(Months::of)) && month(to).isPresent();
    if (!beginning.isBefore(end) && month(to).isPresent() && !hasOwnYear && !areOfOneMonth) {
      beginning = year.isPresent() ? yearsLater(beginning, -1) : beginning;
      end = year.isPresent() ? end : yearsLater(end, 1);
    }
    return Optional.of(Stretch.of(beginning, end));
  }

  /// A day, or a day and a month, with what it lacks of the date that a stretch ends with.
  private static String written(String first, String last) {
    var parts = last.split("\\.", -1);
    if (parts.length < 3) {
      return first;
    }
    var year = parts[2];
    if (TimeWords.isDay(first)) {
      return first + "." + parts[1] + "." + year;
    }
    if (!TimeWords.isWithoutYear(first)) {
      return first;
    }
    int month = Integer.parseInt(first.substring(first.indexOf('.') + 1));
    boolean isYearBefore = month > Integer.parseInt(parts[1]);
    return first + "." + (Integer.parseInt(year) - (isYearBefore ? 1 : 0));
  }

  private static Optional<String> month(List<String> date) {
    return date.stream().filter(word -> Months.of(word) > 0).findFirst();
  }

  private static Instant yearsLater(Instant time, int years) {
    var later = time.atOffset(ZoneOffset.UTC).plusYears(years).toInstant();
    return later.isAfter(TimeExpressions.END) ? TimeExpressions.END : later;
  }

  /// `between the 8th and the 12th`, `з 8 по 12 число`: days of no month that is named, the latest
  /// that have begun.
  private static Optional<Stretch> numbered(
      List<String> first, List<String> last, String behind, LocalDate today) {
    boolean areDates =
        behind.startsWith("числ")
            || (isNumbered(first) && isNumbered(last) && isBehindDays(behind));
    if (!areDates || !TimeWords.isDay(first.getFirst()) || !TimeWords.isDay(last.getFirst())) {
      return Optional.empty();
    }
    int from = Integer.parseInt(first.getFirst());
    int to = Integer.parseInt(last.getFirst());
    var month = YearMonth.from(today);
    while (!month.isValidDay(from) || month.atDay(from).isAfter(today)) {
      month = month.minusMonths(1);
    }
    var begin = month.atDay(from);
    month = to < from ? month.plusMonths(1) : month;
    var end = month.atDay(Math.min(to, month.lengthOfMonth()));
    return TimeExpressions.days(begin, Period.ofDays((int) ChronoUnit.DAYS.between(begin, end) + 1))
        .map(Stretch::new);
  }

  static boolean isBehindDays(String word) {
    return BEHIND_DAYS.contains(word);
  }

  private static boolean isNumbered(List<String> day) {
    return day.size() == 2 && TimeWords.isOrdinal(day.getLast());
  }
}
