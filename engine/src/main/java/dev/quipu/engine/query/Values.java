package dev.quipu.engine.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The values that a text states: amounts of money, shares, dates, days of the week, times of day
/// and counts, each with the words around it.
///
/// Two texts give one thing two values where both state a value of one kind, each a value that the
/// other does not state, and a word of the question stands near both.
record Values(List<Value> list, boolean saysChange, List<String> words) {
  /// What a value measures. Values of different kinds never stand for one another.
  enum Kind {
    MONEY,
    PERCENT,
    DATE,
    WEEKDAY,
    TIME,
    COUNT
  }

  /// One stated value and the words within a few places of it.
  record Value(Kind kind, String text, List<String> near) {}

  /// How much of a text is read: what people restate stands early.
  private static final int READ = 1_000;

  private static final int NEAR = 5;

  /// Words that begin with the same letters, so many, are taken for forms of one.
  static final int ALIKE = 5;

  private static final Set<String> NUMBER_WORDS =
      Set.of(
          "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
          "twelve", "два", "дві", "три", "чотири", "пять", "шість", "сім", "вісім", "девять",
          "десять");

  private static final Set<String> CURRENCIES =
      Set.of("usd", "dollars", "eur", "euro", "euros", "uah", "євро", "гривень", "доларів");

  private static final Set<String> GOES = Set.of("go", "goes", "going", "gone", "went");

  /// What words of change begin with, by first letter; those of three letters are whole words.
  private static final Map<Character, List<String>> CHANGES =
      Stream.of(
              "now",
              "instead",
              "anymore",
              "chang",
              "updat",
              "increas",
              "decreas",
              "reduc",
              "extend",
              "shorten",
              "move",
              "moving",
              "reschedul",
              "postpon",
              "switch",
              "replac",
              "raise",
              "raising",
              "lower",
              "revis",
              "improv",
              "upgrad",
              "correct",
              "grow",
              "reach",
              "new",
              "recent",
              "тепер",
              "замість",
              "змін",
              "онов",
              "збільш",
              "зменш",
              "перенес",
              "перенос",
              "продовж",
              "скоро",
              "перейш",
              "підвищ",
              "зниж",
              "новий",
              "нова",
              "нове",
              "нові",
              "нещодавно")
          .collect(Collectors.groupingBy(word -> word.charAt(0)));

  /// Reads the values of a text.
  static Values of(String text) {
    List<String> tokens = tokens(text.length() > READ ? text.substring(0, READ) : text);
    List<Value> values = new ArrayList<>();
    boolean change = false;
    for (int i = 0; i < tokens.size(); i++) {
      String token = tokens.get(i);
      change |= saysChange(token) || goesUpOrDown(tokens, i);
      var near = near(tokens, i);
      if (Character.isDigit(token.charAt(0)) || NUMBER_WORDS.contains(token)) {
        values.add(new Value(kind(tokens, i), token.replace(",", ""), near));
      }
      Weekdays.of(token).ifPresent(day -> values.add(new Value(Kind.WEEKDAY, day.name(), near)));
    }
    return new Values(values, change, tokens);
  }

  /// Whether this, the newer text, gives a thing of the question another value than the older one
  /// does. Signs that the values are of one thing are the words of the question near both, and a
  /// word of change in the newer text.
  boolean restate(Values older, List<String> question, int signs) {
    int needed = saysChange ? signs - 1 : signs;
    for (Value mine : list) {
      if (older.states(mine)) {
        continue;
      }
      for (Value theirs : older.list) {
        if (theirs.kind == mine.kind
            && !states(theirs)
            && sharedWords(mine, theirs, question) >= needed) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether this speaks of something else than the older text: one that says another word where
  /// that says one of the question, between the same two words (`the red car`, `the blue car`).
  boolean isOfAnother(Values older, List<String> question) {
    for (int i = 1; i + 1 < older.words.size(); i++) {
      String word = older.words.get(i);
      if (hasWord(question, word)
          && !hasWord(words, word)
          && says(older.words.get(i - 1), older.words.get(i + 1))) {
        return true;
      }
    }
    return false;
  }

  /// Whether two words stand here with one between.
  private boolean says(String before, String after) {
    for (int i = 1; i + 1 < words.size(); i++) {
      if (words.get(i - 1).equals(before) && words.get(i + 1).equals(after)) {
        return true;
      }
    }
    return false;
  }

  private boolean states(Value value) {
    for (Value mine : list) {
      if (mine.kind == value.kind && mine.text.equals(value.text)) {
        return true;
      }
    }
    return false;
  }

  private static int sharedWords(Value one, Value two, List<String> question) {
    int shared = 0;
    for (String word : question) {
      if (hasWord(one.near, word) && hasWord(two.near, word)) {
        shared++;
      }
    }
    return shared;
  }

  private static boolean hasWord(List<String> words, String word) {
    for (String other : words) {
      if (isSameWord(other, word)) {
        return true;
      }
    }
    return false;
  }

  /// Equal, or alike in the first five letters: endings are not looked at.
  static boolean isSameWord(String one, String two) {
    int letters = Math.min(ALIKE, Math.min(one.length(), two.length()));
    return letters >= 4 ? one.regionMatches(0, two, 0, letters) : one.equals(two);
  }

  private static Kind kind(List<String> tokens, int i) {
    String before = i > 0 ? tokens.get(i - 1) : "";
    String after = i + 1 < tokens.size() ? tokens.get(i + 1) : "";
    if ((!before.isEmpty() && "$€£₴".contains(before))
        || CURRENCIES.contains(after)
        || after.startsWith("грн")
        || after.startsWith("гривн")) {
      return Kind.MONEY;
    }
    if (after.equals("%") || after.equals("percent") || after.startsWith("відсот")) {
      return Kind.PERCENT;
    }
    if (after.equals("am")
        || after.equals("pm")
        || tokens.get(i).contains(":")
        || tokens.get(i).endsWith("am")
        || tokens.get(i).endsWith("pm")) {
      return Kind.TIME;
    }
    if (Months.of(before) > 0 || Months.of(after) > 0) {
      return Kind.DATE;
    }
    return Kind.COUNT;
  }

  private static List<String> near(List<String> tokens, int i) {
    return tokens.subList(Math.max(0, i - NEAR), Math.min(tokens.size(), i + NEAR + 1));
  }

  private static boolean saysChange(String token) {
    for (String change : CHANGES.getOrDefault(token.charAt(0), List.of())) {
      if (change.length() <= 3 ? token.equals(change) : token.startsWith(change)) {
        return true;
      }
    }
    return false;
  }

  private static boolean goesUpOrDown(List<String> tokens, int i) {
    return GOES.contains(tokens.get(i))
        && i + 1 < tokens.size()
        && (tokens.get(i + 1).equals("up") || tokens.get(i + 1).equals("down"));
  }

  /// Words and numbers in lower case, and the signs that tell what a number measures.
  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    String lower = text.toLowerCase(Locale.ROOT);
    int start = -1;
    for (int i = 0; i <= lower.length(); i++) {
      char c = i < lower.length() ? lower.charAt(i) : ' ';
      boolean inside = Character.isLetterOrDigit(c) || (start >= 0 && joins(lower, i));
      if (inside && start < 0) {
        start = i;
      } else if (!inside) {
        if (start >= 0) {
          tokens.add(lower.substring(start, i).replace("'", "").replace("’", ""));
          start = -1;
        }
        if ("$€£₴%".indexOf(c) >= 0) {
          tokens.add(String.valueOf(c));
        }
      }
    }
    return tokens;
  }

  /// An apostrophe within a word, or a sign within a number as in `1,000`, `4.5`, `10:30` and
  /// `6-9`.
  private static boolean joins(String text, int i) {
    if (i + 1 >= text.length()) {
      return false;
    }
    char c = text.charAt(i);
    char before = text.charAt(i - 1);
    char after = text.charAt(i + 1);
    return switch (c) {
      case '\'', '’' -> Character.isLetter(before) && Character.isLetter(after);
      case ',', '.', ':', '-', '/' -> Character.isDigit(before) && Character.isDigit(after);
      default -> false;
    };
  }
}
