package dev.quipu.engine.query;

import dev.quipu.engine.index.SaidWords;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What a text says, told by its words.
///
/// @param text as it is written, for one that is too long to be compared by its words
record Saying(String text, List<String> words) {

  /// What these name depends on when and where they are said.
  private static final Set<String> LEANING =
      words(
          """
          he she it they him her them his hers its their theirs this that these those here there
          today tonight tomorrow yesterday now currently recently lately ago next last soon later
          earlier just already still yet again until since before after am pm
          morning noon afternoon evening night midnight weekend
          second seconds minute minutes hour hours day days week weeks month months year years
          він вона воно вони його її їх йому їй їм ним нею ними це цей ця ці цього цієї цих той ті
          тут там сьогодні завтра вчора учора позавчора післязавтра зараз тепер нещодавно щойно
          скоро незабаром пізніше раніше ще вже знову досі тому минулого минулої минулий минула
          наступного наступної наступний наступна
          ранок ранку вранці зранку вечір вечора ввечері увечері вдень ніч ночі вночі уночі вихідні
          вихідних секунд секунду хвилин хвилину хвилини годин годину години день дня дні днів
          тиждень тижня тижні тижнів місяць місяця місяці місяців рік року роки років
          """);

  private static final Pattern CLOCK = Pattern.compile("\\d{1,2}:\\d\\d");

  static Saying of(String text) {
    return new Saying(text, SaidWords.of(text));
  }

  private static Set<String> words(String list) {
    return Set.copyOf(List.of(list.strip().split("\\s+")));
  }

  /// Whether both have the same words and signs in the same order. One more, be it one of a
  /// hundred, may make another thing of it in some language: `nicht`, `hardly`, `nearly`,
  /// `million`.
  boolean saysSameAs(Saying other) {
    return words.equals(other.words) && (!words.isEmpty() || text.equals(other.text));
  }

  /// Whether it may say another thing elsewhere or on another day. As far as we can tell, which is
  /// in English and Ukrainian.
  boolean leans() {
    return words.stream()
        .map(word -> word.toLowerCase(Locale.ROOT))
        .anyMatch(
            word -> LEANING.contains(word) || isWeekday(word) || CLOCK.matcher(word).matches());
  }

  private static boolean isWeekday(String word) {
    return Weekdays.of(word.replace("'", "")).isPresent();
  }

  /// How much of what two texts say is in both, from 0 to 1: words that begin alike count as one.
  static double overlap(Set<String> one, Set<String> two) {
    if (one.isEmpty() || two.isEmpty()) {
      return 0;
    }
    long both = one.stream().filter(two::contains).count();
    return (double) both / (one.size() + two.size() - both);
  }

  /// What its words begin with, for [#overlap]. Signs are no words.
  Set<String> beginnings() {
    var beginnings = new HashSet<String>();
    for (var word : words) {
      if (Character.isLetterOrDigit(word.codePointAt(0))) {
        beginnings.add(word.length() > Values.ALIKE ? word.substring(0, Values.ALIKE) : word);
      }
    }
    return beginnings;
  }
}
