package dev.quipu.engine.query;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /// The one that begins with a word.
  static Optional<TimeRange> at(int i, TimeWords words, LocalDate today) {
    var joints = JOINTS.get(words.at(i));
    if (joints == null) {
      return words.hasDashes() ? dashed(i, words, today) : Optional.empty();
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
  private static Optional<TimeRange> joined(
      int begin, int joint, TimeWords words, LocalDate today) {
    int first = isArticle(words.at(begin)) ? begin + 1 : begin;
    int last = isArticle(words.at(joint + 1)) ? joint + 2 : joint + 1;
    int end = Math.max(words.endOfDate(last), Math.min(last + 1, words.count()));
    if (first >= joint || last >= end) {
      return Optional.empty();
    }
    var from = words.from(first, joint);
    var to = words.from(last, end);
    return between(from, to, today).or(() -> numbered(from, to, words.at(end), today));
  }

  private static boolean isArticle(String word) {
    return word.equals("the");
  }

  /// `March–May 2025`, `8–12 May`, `May 8–12`. Numbers alone may count anything: a month has to be
  /// named, or a whole date written; of years it has to be said that they are.
  private static Optional<TimeRange> dashed(int i, TimeWords words, LocalDate today) {
    int joint = words.endOfDate(i);
    int end = words.endOfDate(joint);
    if (joint == i
        || end == joint
        || !words.isAfterDash(joint)
        || words.isToCome(i)
        || words.isToCome(joint)) {
      return Optional.empty();
    }
    var first = words.from(i, joint);
    var last = words.from(joint, end);
    boolean isTime =
        TimeWords.isYear(first.getFirst())
            ? first.size() == 1
                && last.size() == 1
                && TimeWords.isYear(last.getFirst())
                && isBeforeYears(words.at(i - 1))
            : month(first).isPresent()
                || month(last).isPresent()
                || (TimeWords.isWritten(first.getFirst()) && TimeWords.isWritten(last.getFirst()));
    return isTime ? between(first, last, today) : Optional.empty();
  }

  private static boolean isBeforeYears(String word) {
    return TimeExpressions.isBeforeYear(word) || JOINTS.containsKey(word);
  }

  /// Each has the month and the year of the other unless it has its own. Where the first would come
  /// later than the last, as in `between November and February`, they are of two years.
  private static Optional<TimeRange> between(
      List<String> first, List<String> last, LocalDate today) {
    var from = new ArrayList<>(first);
    var to = new ArrayList<>(last);
    if (TimeWords.isDay(first.getFirst()) && month(first).isEmpty()) {
      month(last).ifPresent(from::add);
    }
    if (TimeWords.isDay(last.getFirst()) && month(last).isEmpty()) {
      month(first).ifPresent(month -> to.add(1, month));
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
    if (!beginning.isBefore(end) && month(to).isPresent() && !hasOwnYear) {
      beginning = year.isPresent() ? yearsLater(beginning, -1) : beginning;
      end = year.isPresent() ? end : yearsLater(end, 1);
    }
    return beginning.isBefore(end) ? Optional.of(new TimeRange(beginning, end)) : Optional.empty();
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
  private static Optional<TimeRange> numbered(
      List<String> first, List<String> last, String behind, LocalDate today) {
    boolean areDates =
        behind.startsWith("числ")
            || (isNumbered(first) && isNumbered(last) && BEHIND_DAYS.contains(behind));
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
    return TimeExpressions.days(
        begin, Period.ofDays((int) ChronoUnit.DAYS.between(begin, end) + 1));
  }

  private static boolean isNumbered(List<String> day) {
    return day.size() == 2 && TimeWords.isOrdinal(day.getLast());
  }
}
