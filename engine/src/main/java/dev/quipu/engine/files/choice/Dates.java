package dev.quipu.engine.files.choice;

import static java.util.Map.entry;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Days as documents write them. What has one reading becomes ISO 8601; what has two, as
/// `01/02/2025`, or is no day at all, as `31.02.2024`, stays as it stands. No locale is asked.
final class Dates {

  private static final String MONTH = "(?<month>[\\p{L}’']{3,10})\\.?";
  private static final String DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
  private static final String YEAR = "(?<year>\\d{4})";
  private static final String END = "(?![\\p{L}\\p{N}/-]|[.,]\\d)";

  private static final Pattern ISO =
      Pattern.compile(
          YEAR
              + "-(?<month>\\d{2})-(?<day>\\d{2})"
              + "(?<time>T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2})?)?"
              + END);
  private static final Pattern DOTTED =
      Pattern.compile(DAY + "\\. ?(?<month>\\d{1,2})\\. ?" + YEAR + END);
  private static final Pattern YEAR_FIRST =
      Pattern.compile(YEAR + "[/.](?<month>\\d{1,2})[/.](?<day>\\d{1,2})" + END);
  private static final Pattern SLASHED =
      Pattern.compile("(?<first>\\d{1,2})/(?<second>\\d{1,2})/" + YEAR + END);
  private static final Pattern DAY_MONTH =
      Pattern.compile(DAY + "\\.? (?:of )?" + MONTH + ",? " + YEAR + END);
  private static final Pattern MONTH_DAY = Pattern.compile(MONTH + " " + DAY + ",? " + YEAR + END);

  /// By their first letters, as far as those tell.
  private static final Map<String, Integer> MONTHS =
      Map.ofEntries(
          entry("jan", 1),
          entry("jän", 1),
          entry("січ", 1),
          entry("feb", 2),
          entry("лют", 2),
          entry("mar", 3),
          entry("mär", 3),
          entry("mrz", 3),
          entry("бер", 3),
          entry("apr", 4),
          entry("кві", 4),
          entry("may", 5),
          entry("mai", 5),
          entry("тра", 5),
          entry("jun", 6),
          entry("чер", 6),
          entry("jul", 7),
          entry("лип", 7),
          entry("aug", 8),
          entry("сер", 8),
          entry("sep", 9),
          entry("вер", 9),
          entry("oct", 10),
          entry("okt", 10),
          entry("жов", 10),
          entry("nov", 11),
          entry("лис", 11),
          entry("dec", 12),
          entry("dez", 12),
          entry("гру", 12));

  private static final int LONGEST = 60;

  private Dates() {}

  /// A day in a text.
  ///
  /// @param value ISO 8601, or as it stands
  /// @param end behind it
  record Read(String value, int end) {}

  /// The day that begins here; null if none does.
  static @Nullable Read at(CharSequence text, int begin, int end) {
    for (var pattern : new Pattern[] {ISO, DOTTED, YEAR_FIRST, SLASHED, DAY_MONTH, MONTH_DAY}) {
      var found =
          pattern
              .matcher(text)
              .region(begin, Math.min(end, begin + LONGEST))
              .useTransparentBounds(true);
      if (found.lookingAt()) {
        var value = value(pattern, found);
        if (value != null) {
          return new Read(value, found.end());
        }
      }
    }
    return null;
  }

  /// The day that a text is; the text itself if it is none, or not surely which.
  static String normal(String text) {
    var read = text.length() > LONGEST ? null : at(text, 0, text.length());
    return read != null && read.end() == text.length() ? read.value() : text;
  }

  private static @Nullable String value(Pattern pattern, Matcher found) {
    int year = Integer.parseInt(found.group("year"));
    if (pattern == ISO && found.group("time") != null) {
      return found.group(); // a time is taken as it is
    }
    if (pattern == SLASHED) {
      return slashed(found, year);
    }
    int day = Integer.parseInt(found.group("day"));
    if (pattern == DAY_MONTH || pattern == MONTH_DAY) {
      var name = found.group("month").toLowerCase(Locale.ROOT);
      var month = MONTHS.get(name.substring(0, 3));
      return month == null ? null : day(year, month, day, found.group());
    }
    return day(year, Integer.parseInt(found.group("month")), day, found.group());
  }

  /// Day and month, or month and day: known only if one of them is no month.
  private static String slashed(Matcher found, int year) {
    int first = Integer.parseInt(found.group("first"));
    int second = Integer.parseInt(found.group("second"));
    if (first > 12) {
      return day(year, second, first, found.group());
    }
    return second > 12 ? day(year, first, second, found.group()) : found.group();
  }

  private static String day(int year, int month, int day, String otherwise) {
    try {
      return LocalDate.of(year, month, day).toString();
    } catch (DateTimeException e) {
      return otherwise;
    }
  }
}
