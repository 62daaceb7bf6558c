package dev.quipu.engine.files.choice;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Values in a text, at a place where one is expected.
record FoundValues(String text) {

  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_LIST = 400;
  private static final int LONGEST_VALUE = 500;

  private static final Pattern IDENTIFIER =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}/_.\\-]{0,39}");

  /// A name ends with its cell, its column, or before the next label on its line.
  private static final Pattern NAME_END =
      Pattern.compile("\\t| {2,}|\\||\\s\\p{L}[\\p{L} .]{1,25}:(?:\\s|$)");

  private static final Pattern BETWEEN_NAMES =
      Pattern.compile("\\s+(?:and|und|та|і|й)\\s+|\\s*;\\s*|\\n+");

  /// A line that cannot end where it does, or one that cannot begin so.
  private static final Pattern GOES_ON =
      Pattern.compile(
          "(?:,|\\b(?:and|und|та|і|й))\\n|\\n(?:and|und|та|і|й) ", Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern BULLET = Pattern.compile("^(?:[-*•–]|\\d{1,2}[.)])\\s+");

  private static final Pattern SENTENCE_END =
      Pattern.compile("(?<!Ltd|Inc|Corp|Co|e|K)\\.(?:\\s+\\p{Lu}|\\s*$)");

  /// Where a company sits and what it is called later, behind its name.
  private static final Pattern BEHIND_NAME =
      Pattern.compile("\\s*(?:\\(.*|, (?!(?:Inc|Ltd|LLC|LLP|Corp|S\\.A)\\b).*)$");

  /// A value and where it begins.
  record Value(Json json, int begin) {}

  /// What stands between a label and its value.
  enum Between {
    NOTHING,
    /// A sign for numbers.
    SIGN,
    /// A colon, or the end of a cell.
    MARK,
    /// The end of a line.
    LINE_END
  }

  @Nullable Value at(ValueKind kind, int begin, Between between) {
    int end = lineEnd(begin);
    return switch (kind) {
      case IDENTIFIER -> identifier(begin, end, between != Between.NOTHING);
      case AMOUNT -> {
        var read = Amounts.at(text, begin, end);
        yield read == null ? null : new Value(read.value(), begin);
      }
      case DATE -> {
        var read = Dates.at(text, begin, end);
        yield read == null ? null : new Value(Json.of(read.value()), begin);
      }
      // Else `customer service` would be a customer called `service`.
      case NAME -> between.compareTo(Between.MARK) >= 0 ? name(begin, end) : null;
      case NAMES -> names(begin, between == Between.LINE_END);
      case TEXT -> null;
    };
  }

  /// The currency of an amount that begins here; null if none is told.
  @Nullable String currencyAt(int begin) {
    var read = Amounts.at(text, begin, lineEnd(begin));
    return read == null ? null : read.currency();
  }

  private @Nullable Value identifier(int begin, int end, boolean numbered) {
    var found = IDENTIFIER.matcher(text).region(begin, end);
    if (!found.lookingAt() || Dates.at(text, begin, end) != null) {
      return null;
    }
    var identifier = found.group().replaceAll("[./_-]+$", "");
    boolean plausible = identifier.codePoints().anyMatch(Character::isDigit);
    return plausible && (numbered || identifier.length() >= 3)
        ? new Value(Json.of(identifier), begin)
        : null;
  }

  private @Nullable Value name(int begin, int end) {
    var found = NAME_END.matcher(text).region(begin, end);
    var name = text.substring(begin, found.find() ? found.start() : end).strip();
    name = name.replaceAll("[,;:]+$", "").strip();
    boolean plausible =
        name.length() <= LONGEST_NAME && name.codePoints().anyMatch(Character::isLetter);
    return plausible ? new Value(Json.of(name), begin) : null;
  }

  /// At least two, with a word or a line end between them.
  private @Nullable Value names(int begin, boolean listed) {
    var list = listed ? lines(begin) : sentence(running(begin));
    var names = new ArrayList<String>();
    for (var part : BETWEEN_NAMES.split(list, -1)) {
      var name = BULLET.matcher(part.strip()).replaceFirst("");
      var bare = BEHIND_NAME.matcher(name).replaceFirst("").replaceAll("[\\s.,;:]+$", "");
      if (!bare.isEmpty()) {
        names.add(bare);
      }
    }
    return isPlausible(names) ? new Value(JsonArray.ofTexts(names), begin) : null;
  }

  /// The lines from here to an empty one, or to one with a label.
  private String lines(int begin) {
    var lines = new StringBuilder();
    for (var line : text.substring(begin, bounded(begin)).split("\n", -1)) {
      if (line.isBlank() || line.indexOf(':') >= 0) {
        break;
      }
      lines.append(line).append('\n');
    }
    return lines.toString();
  }

  /// The line from here, and those that go on from it.
  private String running(int begin) {
    var running = new StringBuilder();
    for (var line : text.substring(begin, bounded(begin)).split("\n", -1)) {
      if (!running.isEmpty() && !GOES_ON.matcher(running + "\n" + line).find()) {
        break;
      }
      running.append(running.isEmpty() ? "" : " ").append(line.strip());
    }
    return running.toString();
  }

  private int bounded(int begin) {
    return Math.min(text.length(), begin + LONGEST_LIST);
  }

  /// Up to a full stop behind which a new sentence begins; that of an abbreviation is none.
  private static String sentence(String region) {
    var end = SENTENCE_END.matcher(region);
    return end.find() ? region.substring(0, end.start()) : region;
  }

  private static boolean isPlausible(List<String> names) {
    return names.size() >= 2
        && names.size() <= 10
        && names.stream()
            .allMatch(name -> name.length() <= 120 && Character.isUpperCase(name.codePointAt(0)));
  }

  private int lineEnd(int from) {
    return lineEnd(text, from);
  }

  /// Where the line ends, or as far as a value can reach: a text may be one line.
  static int lineEnd(String text, int from) {
    int end = from;
    int last = Math.min(text.length(), from + LONGEST_VALUE);
    while (end < last && text.charAt(end) != '\n') {
      end++;
    }
    return end;
  }
}
