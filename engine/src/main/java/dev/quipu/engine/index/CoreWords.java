package dev.quipu.engine.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What is left of the words and signs of a text without those that hardly ever make another thing
/// of it in English and Ukrainian: articles, and commas in the midst of a sentence.
///
/// Those that do are left where they are: `a few`, `out of the question`, `vitamin a`; a comma
/// behind the first word (`No, stop`), before the last (`eat, grandma`), beside a number, and in a
/// sentence that denies something (`execute not, pardon`).
///
/// @param commas the places of words that a comma was left out before
public record CoreWords(List<String> words, Set<Integer> commas) {

  private static final String COMMA = ",";
  private static final Set<String> ARTICLES = Set.of("the", "a", "an");
  private static final Set<String> STOPS =
      Set.of(".", "!", "?", "…", ";", ":", "(", ")", "\"", "—", "–", "-", "\n");

  /// So many words of its sentence at least stand before a comma that is left out, and behind it.
  private static final int BESIDE_COMMA = 2;

  /// Before these an article says something, or it is the name of something.
  private static final Set<String> KEEP_ARTICLE =
      words(
          """
          few little lot couple bit while dozen hundred thousand million billion good great number
          question former latter first second third last next one other same most
          is are was were has had have will would can could may might must should does did do and or
          """);

  /// Behind these a letter is a name.
  private static final Set<String> LABELS =
      words(
          """
          plan option type vitamin hepatitis grade class section part version group team block gate
          exhibit appendix item column row step case phase model series building room unit
          """);

  /// Before these a comma is a matter of taste.
  private static final Set<String> JOINING = words("and or but і й та або але");

  private static final Set<String> DENYING =
      words(
          """
          no not never nor neither none nothing nobody nowhere without cannot hardly
          не ні ані нема немає без ніхто ніщо нічого ніколи ніде нельзя
          """);

  public CoreWords {
    words = List.copyOf(words);
    commas = Set.copyOf(commas);
  }

  /// Leaves out what hardly matters.
  ///
  /// @param said what [SaidWords] gives
  public static CoreWords of(List<String> said) {
    var core = new ArrayList<String>();
    var commas = new HashSet<Integer>();
    for (int i = 0; i < said.size(); i++) {
      if (isIdleComma(said, i)) {
        commas.add(core.size());
      } else if (!isIdleArticle(said, i)) {
        core.add(said.get(i));
      }
    }
    return new CoreWords(core, commas);
  }

  private static Set<String> words(String list) {
    return Set.copyOf(List.of(list.strip().split("\\s+")));
  }

  /// Whether it says nearly the same. Commas in other places may part other things.
  public boolean isNearly(CoreWords other) {
    return !words.isEmpty()
        && words.equals(other.words)
        && (commas.containsAll(other.commas) || other.commas.containsAll(commas));
  }

  private static boolean isIdleArticle(List<String> said, int place) {
    if (!ARTICLES.contains(said.get(place)) || place + 1 == said.size()) {
      return false;
    }
    var next = said.get(place + 1);
    return isWord(next)
        && !KEEP_ARTICLE.contains(next.toLowerCase(Locale.ROOT))
        && (place == 0 || !LABELS.contains(said.get(place - 1)));
  }

  private static boolean isIdleComma(List<String> said, int place) {
    if (!said.get(place).equals(COMMA)) {
      return false;
    }
    int before = 0;
    int from = place;
    while (from > 0 && !STOPS.contains(said.get(from - 1))) {
      before += isWord(said.get(--from)) ? 1 : 0;
    }
    int behind = 0;
    int to = place + 1;
    while (to < said.size() && !STOPS.contains(said.get(to))) {
      behind += isWord(said.get(to++)) ? 1 : 0;
    }
    return before >= BESIDE_COMMA
        && behind >= BESIDE_COMMA
        && isWord(said.get(place - 1))
        && isWord(said.get(place + 1))
        && (JOINING.contains(said.get(place + 1))
            || said.subList(from, to).stream().noneMatch(CoreWords::denies));
  }

  private static boolean denies(String word) {
    return DENYING.contains(word) || word.endsWith("n't");
  }

  private static boolean isWord(String piece) {
    return Character.isLetter(piece.codePointAt(0));
  }
}
