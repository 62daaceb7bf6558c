package dev.quipu.engine.query;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Times that a question names by where they begin and end: `between March and May 2025`, `з 8 по
/// 12 травня`. They go from the beginning of the first part to the end of the last.
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

  private TimeStretches() {}

  /// The one that begins with a word.
  ///
  /// @param words of the question, in lower case
  static Optional<TimeRange> at(int i, List<String> words, LocalDate today) {
    var joints = JOINTS.getOrDefault(words.get(i), Set.of());
    for (int j = i + 2; j <= i + 1 + LONGEST_PART && j < words.size(); j++) {
      if (joints.contains(words.get(j))) {
        int end = j + 1;
        while (end < words.size() && isPartOfDate(words.get(end))) {
          end++;
        }
        var last = words.subList(j + 1, Math.max(end, Math.min(j + 2, words.size())));
        return between(words.subList(i + 1, j), last, today);
      }
    }
    return Optional.empty();
  }

  /// The first has the month and the year of the last unless it has its own. Where it would come
  /// later than the last, as in `between November and February`, they are of two years.
  private static Optional<TimeRange> between(
      List<String> first, List<String> last, LocalDate today) {
    var from = new ArrayList<>(first);
    boolean namesMonth = last.stream().anyMatch(word -> Months.of(word) > 0);
    boolean hasYear = last.stream().anyMatch(TimeExpressions::isYear);
    if (TimeExpressions.isDay(first.getFirst())
        && first.stream().noneMatch(word -> Months.of(word) > 0)) {
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
    return later.isAfter(TimeExpressions.END) ? TimeExpressions.END : later;
  }

  private static boolean isPartOfDate(String word) {
    return TimeExpressions.isDay(word)
        || TimeExpressions.isYear(word)
        || TimeExpressions.isOrdinal(word)
        || word.equals("of")
        || Months.of(word) > 0;
  }
}
