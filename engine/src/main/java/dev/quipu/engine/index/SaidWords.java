package dev.quipu.engine.index;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The words and signs by which texts are told to say the same, in their order.
///
/// Left out is only what never makes another thing of a text in any language that we know: marks
/// between and behind words, quotes, English articles, a few calls; and a word may begin with a
/// capital or not. What may tell two things apart stays: accents, endings, `!=` and `C#`, a word in
/// capitals (`US`), units (`mW`, `MW`), the `A` of "vitamin A".
public final class SaidWords {

  /// Longer texts say the same if they are equal.
  private static final int LONGEST = 20_000;

  /// In this order: numbers, words, marks that say nothing, and any other sign. Takes whole runs at
  /// once, so that a long one without an end fills no stack.
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<number>\\p{N}[\\p{L}\\p{M}\\p{N}]*+(?:[.,:/–-]\\p{N}++)*+)"
              + "|(?<word>\\p{L}[\\p{L}\\p{M}\\p{N}]*+(?:['’ʼ_]\\p{L}[\\p{L}\\p{M}\\p{N}]*+)*+)"
              + "|[.,;:…!。、，！](?=[.,;:…!。、，！\"'’”»\\s]|$)"
              + "|(?<!\\p{N})[\"'’‘“”„«»]"
              + "|(?<=\\s)[–—](?=\\s)"
              + "|(?<sign>\\S)");

  private static final Set<String> ARTICLES = Set.of("a", "an", "the");

  private static final Set<String> CALLS =
      Set.of("oh", "um", "uh", "hi", "hey", "hello", "please", "btw", "ой", "ну", "привіт");

  private SaidWords() {}

  private enum Kind {
    NUMBER,
    WORD,
    SIGN,
    /// A mark that says nothing.
    NONE;

    static Kind of(MatchResult piece) {
      if (piece.start("number") >= 0) {
        return NUMBER;
      }
      return piece.start("word") >= 0 ? WORD : piece.start("sign") >= 0 ? SIGN : NONE;
    }
  }

  /// None of a text that is too long to be compared by its words. An article is one before a word
  /// or a number: the `a` of "plan a" is none.
  public static List<String> of(String text) {
    if (text.length() > LONGEST) {
      return List.of();
    }
    var pieces = PIECE.matcher(Normalizer.normalize(text, Normalizer.Form.NFC));
    var words = new ArrayList<String>();
    var before = Kind.NONE;
    String article = "";
    while (pieces.find()) {
      var kind = Kind.of(pieces);
      var piece = pieces.group();
      var plain = kind == Kind.WORD && before != Kind.NUMBER ? plain(piece) : piece;
      if (kind == Kind.SIGN && !article.isEmpty()) {
        words.add(article);
      }
      boolean isArticle =
          kind == Kind.WORD
              && (ARTICLES.contains(plain) || (before == Kind.NONE && piece.equals("A")));
      article = isArticle ? plain : kind == Kind.NONE ? article : "";
      if (kind != Kind.NONE && !isArticle && !CALLS.contains(plain)) {
        words.add(plain);
      }
      before = kind == Kind.NONE ? before : kind;
    }
    if (!article.isEmpty()) {
      words.add(article);
    }
    return List.copyOf(words);
  }

  /// In lower case, if it is all letters, and nothing but the first is a capital. One letter stays
  /// as it is.
  private static String plain(String spelt) {
    var word = spelt.replace('’', '\'').replace('ʼ', '\'');
    var rest = word.substring(word.offsetByCodePoints(0, 1));
    boolean isPlain =
        !rest.isEmpty()
            && rest.equals(rest.toLowerCase(Locale.ROOT))
            && rest.codePoints().noneMatch(Character::isDigit);
    return isPlain ? word.toLowerCase(Locale.ROOT) : word;
  }
}
