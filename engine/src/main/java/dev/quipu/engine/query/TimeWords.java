package dev.quipu.engine.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The words of a question as they are looked at for times: in lower case, dates in digits whole,
/// without apostrophes and signs, but for where a dash stood.
final class TimeWords {

  private static final int LONGEST = 2_000;

  private static final Pattern WORD =
      Pattern.compile(
          "\\d{4}-\\d{2}(?:-\\d{2})?(?!\\d)"
              + "|(?<![\\d.])\\d{1,2}\\.\\d{1,2}\\.(?:19|20)\\d{2}(?!\\.?\\d)"
              // without a year of its own, before one that has it
              + "|(?<![\\d.])\\d{1,2}\\.\\d{1,2}(?=(?:\\s*[-‐‑‒–—−]\\s*|\\s+\\p{L}{1,7}\\s+)"
              + "\\d{1,2}\\.\\d{1,2}\\.(?:19|20)\\d{2}(?!\\.?\\d))"
              + "|\\d+|\\p{L}+");

  /// They stand within Ukrainian words; in English ones they part an ending from a name.
  private static final Pattern APOSTROPHE =
      Pattern.compile("(?<=\\p{IsCyrillic})['`´ʼ‘’′](?=\\p{IsCyrillic})");

  /// `8-го`, `12-те`.
  private static final Pattern ENDING =
      Pattern.compile(
          "(?<=\\d)[-‐‑–](?:го|ого|му|м|им|е|ше|ге|тє|те|ме)(?!\\p{L})",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private static final Pattern DASH = Pattern.compile("\\s*[-‐‑‒–—−]\\s*");

  private static final Pattern DAY = Pattern.compile("[12]?[1-9]|[123]0|31|0[1-9]");
  private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d\\d");

  /// The most words of a date: `8th of May 2025`. More are no date.
  private static final int LONGEST_DATE = 6;

  private static final Set<String> NEXT = Set.of("next", "coming", "upcoming", "following");
  private static final List<String> UNITS =
      List.of("week", "тижня", "тижні", "month", "місяця", "місяці", "year", "року", "році");

  /// What joins two dates without a word before the first.
  private static final Set<String> TO = Set.of("to", "till", "until", "through", "до", "по");

  private static final List<String> PREPOSITIONS = List.of("on", "in", "of", "у", "в");

  private final List<String> words = new ArrayList<>();

  /// The words before which a dash stands.
  private final BitSet dashes = new BitSet();

  /// The words that begin with a capital.
  private final BitSet capitals = new BitSet();

  TimeWords(String question) {
    String read = question.length() > LONGEST ? question.substring(0, LONGEST) : question;
    String joined = APOSTROPHE.matcher(read).replaceAll("");
    String text = ENDING.matcher(joined).replaceAll(" го");
    int end = 0;
    var matcher = WORD.matcher(text);
    while (matcher.find()) {
      if (DASH.matcher(text).region(end, matcher.start()).matches()) {
        dashes.set(words.size());
      }
      capitals.set(words.size(), Character.isUpperCase(matcher.group().codePointAt(0)));
      words.add(matcher.group().toLowerCase(Locale.ROOT));
      end = matcher.end();
    }
  }

  int count() {
    return words.size();
  }

  /// Empty where there is none.
  String at(int i) {
    return i >= 0 && i < words.size() ? words.get(i) : "";
  }

  List<String> from(int begin, int end) {
    return words.subList(begin, end);
  }

  /// A capital that is not merely that of a sentence.
  boolean isName(int i) {
    return i > 0 && capitals.get(i);
  }

  boolean isAfterDash(int i) {
    return dashes.get(i);
  }

  /// Where the last part of a stretch begins, whose first part ends at a word; the same if none
  /// does.
  int afterJoint(int end) {
    return isAfterDash(end) || !TO.contains(at(end))
        ? end
        : end + (at(end + 1).equals("the") ? 2 : 1);
  }

  /// Where a date ends that begins with a word.
  int endOfDate(int begin) {
    int end = begin;
    while (end < begin + LONGEST_DATE
        && isPartOfDate(at(end))
        && (end == begin || !isAfterDash(end))) {
      end++;
    }
    return end;
  }

  /// `next Friday`, `coming March–May`, `on Friday next week`, `next year in March`, `наступної
  /// п’ятниці`, `у п’ятницю наступного тижня`, `the Friday after next`.
  boolean isToCome(int i) {
    int first = isAfterDash(i) ? i - 1 : TO.contains(at(i - 1)) ? i - 2 : i;
    if (isNext(first - 1)) {
      return true;
    }
    int before = i - 1;
    int after = Math.max(i + 1, endOfDate(i));
    after = at(after).equals("of") ? after + 1 : after;
    before = PREPOSITIONS.contains(at(before)) ? before - 1 : before;
    return (isNext(after) && UNITS.contains(at(after + 1)))
        || (at(after).equals("after") && isNext(after + 1))
        || (UNITS.contains(at(before)) && isNext(before - 1));
  }

  private boolean isNext(int i) {
    return NEXT.contains(at(i)) || at(i).startsWith("наступн") || at(i).startsWith("майбутн");
  }

  static boolean isPartOfDate(String word) {
    return isDay(word)
        || isYear(word)
        || isWritten(word)
        || isOrdinal(word)
        || word.equals("of")
        || Months.of(word) > 0;
  }

  static boolean isOrdinal(String word) {
    return List.of("st", "nd", "rd", "th", "го").contains(word);
  }

  static boolean isDay(String word) {
    return DAY.matcher(word).matches();
  }

  static boolean isYear(String word) {
    return YEAR.matcher(word).matches();
  }

  /// A date in digits.
  static boolean isWritten(String word) {
    return word.indexOf('-') > 0 || word.indexOf('.') > 0;
  }

  /// `08.05`, of the year that the date behind it says.
  static boolean isWithoutYear(String word) {
    return word.indexOf('.') > 0 && word.indexOf('.') == word.lastIndexOf('.');
  }
}
