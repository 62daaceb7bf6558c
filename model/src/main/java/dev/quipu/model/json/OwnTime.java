package dev.quipu.model.json;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Times in the form that we write ourselves, `2026-11-15T08:30:00.123456Z`. They are read wherever
/// a state is, many in each, so a general parser would be most of that work.
final class OwnTime {

  private static final String FORM = "0000-00-00T00:00:00";
  private static final int NANO_DIGITS = 9;
  private static final int NANOS_OF_MICRO = 1_000;

  private OwnTime() {}

  /// Cut to microseconds; null if it has another form, or is no time.
  static @Nullable Instant parse(String text) {
    int end = text.length() - 1;
    if (end < FORM.length() || text.charAt(end) != 'Z' || !hasForm(text)) {
      return null;
    }
    int nanos = nanos(text, end);
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    if (nanos < 0
        || month < 1
        || month > 12
        || day < 1
        || day > YearMonth.of(year, month).lengthOfMonth()
        || hour > 23
        || minute > 59
        || second > 59) {
      return null;
    }
    var midnight = LocalDate.of(year, month, day).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    return Instant.ofEpochSecond(
        midnight + hour * 3_600L + minute * 60L + second, nanos - nanos % NANOS_OF_MICRO);
  }

  private static boolean hasForm(String text) {
    for (int i = 0; i < FORM.length(); i++) {
      char form = FORM.charAt(i);
      char c = text.charAt(i);
      if (form == '0' ? !isDigit(c) : c != form) {
        return false;
      }
    }
    return true;
  }

  /// What follows a point behind the seconds; negative if something else does.
  private static int nanos(String text, int end) {
    int begin = FORM.length() + 1;
    if (end < begin) {
      return 0;
    }
    if (text.charAt(begin - 1) != '.' || end == begin || end - begin > NANO_DIGITS) {
      return -1;
    }
    int nanos = 0;
    for (int i = begin; i < begin + NANO_DIGITS; i++) {
      if (i < end && !isDigit(text.charAt(i))) {
        return -1;
      }
      nanos = nanos * 10 + (i < end ? text.charAt(i) - '0' : 0);
    }
    return nanos;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
