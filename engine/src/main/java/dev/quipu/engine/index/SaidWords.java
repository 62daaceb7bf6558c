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
/// Left out is only what never makes another thing of a text in any language that we know: white
/// space, marks at its very end, whether a quote is curved, and whether a word begins with a
/// capital. What may tell two things apart stays: a comma (`No, stop`), the end of a line, articles
/// (`few`, `a few`), a dash before a number, accents, `!=` and `C#`, a word in capitals (`US`),
/// units (`mW`, `MW`), the `A` of "vitamin A".
public final class SaidWords {

  /// Longer texts say the same if they are equal.
  private static final int LONGEST = 20_000;

  /// In this order: numbers, words, ends of lines, and any other sign. Takes whole runs at once, so
  /// that a long one without an end fills no stack.
  private static final Pattern PIECE =
      Pattern.compile(
          "(?<number>\\p{N}[\\p{L}\\p{M}\\p{N}]*+(?:[.,:/–-]\\p{N}++)*+)"
              + "|(?<word>\\p{L}[\\p{L}\\p{M}\\p{N}]*+(?:['’ʼ_]\\p{L}[\\p{L}\\p{M}\\p{N}]*+)*+)"
              + "|(?<line>\\R[\\s\\p{Z}]*+)"
              + "|[^\\s\\p{Z}]");

  private static final String LINE = "\n";

  /// Say nothing at the end of a text, where nothing is left that they could part.
  private static final Set<String> ENDS =
      Set.of(".", ",", ";", ":", "…", "!", "。", "、", "，", "！", LINE);

  /// What comes behind these begins with a capital, whatever it is.
  private static final Set<String> STOPS = Set.of(".", "!", "?", "…", "。", "！", "？", LINE);

  /// Words of one letter: any other letter that stands by itself is a name, such as that of a unit.
  private static final Set<String> SHORTEST =
      Set.of("a", "i", "а", "б", "в", "є", "ж", "з", "і", "й", "о", "у", "я");

  private SaidWords() {}

  private enum Kind {
    NUMBER,
    WORD,
    SIGN
  }

  private record Piece(Kind kind, String text) {

    static Piece of(MatchResult found) {
      var text = found.group();
      if (found.start("number") >= 0) {
        return new Piece(Kind.NUMBER, text);
      }
      if (found.start("line") >= 0) {
        return new Piece(Kind.SIGN, LINE);
      }
      return new Piece(found.start("word") >= 0 ? Kind.WORD : Kind.SIGN, straight(text));
    }

    private static String straight(String text) {
      return switch (text) {
        case "“", "”", "„", "«", "»" -> "\"";
        default -> text.replace('’', '\'').replace('‘', '\'').replace('ʼ', '\'');
      };
    }

    boolean isIn(Set<String> signs) {
      return kind == Kind.SIGN && signs.contains(text);
    }
  }

  /// None of a text that is too long to be compared by its words.
  public static List<String> of(String text) {
    if (text.length() > LONGEST) {
      return List.of();
    }
    var pieces =
        PIECE
            .matcher(Normalizer.normalize(text.strip(), Normalizer.Form.NFC))
            .results()
            .map(Piece::of)
            .toList();
    var words = new ArrayList<String>();
    int end = end(pieces);
    for (int i = 0; i < end; i++) {
      words.add(pieces.get(i).kind == Kind.WORD ? plain(pieces, i) : pieces.get(i).text);
    }
    return List.copyOf(words);
  }

  /// Where the marks at the end begin. `5!` is another number than 5.
  private static int end(List<Piece> pieces) {
    int end = pieces.size();
    while (end > 0 && pieces.get(end - 1).isIn(ENDS)) {
      end--;
    }
    boolean isFactorial =
        end > 0
            && end < pieces.size()
            && pieces.get(end - 1).kind == Kind.NUMBER
            && pieces.get(end).text.equals("!");
    return isFactorial ? end + 1 : end;
  }

  /// In lower case, if it is all letters, and nothing but the first is a capital. Behind a number
  /// it may be a unit, and stays as it is; so does a letter by itself, unless it is a word and
  /// begins a sentence.
  private static String plain(List<Piece> pieces, int place) {
    var word = pieces.get(place).text;
    var lower = word.toLowerCase(Locale.ROOT);
    var before = place == 0 ? null : pieces.get(place - 1);
    int second = word.offsetByCodePoints(0, 1);
    if (second == word.length()) {
      boolean isBegin = before == null || before.isIn(STOPS);
      boolean goesOn = place + 1 < pieces.size() && pieces.get(place + 1).kind == Kind.WORD;
      return isBegin && goesOn && SHORTEST.contains(lower) ? lower : word;
    }
    var rest = word.substring(second);
    boolean isPlain =
        (before == null || before.kind != Kind.NUMBER)
            && rest.equals(rest.toLowerCase(Locale.ROOT))
            && rest.codePoints().noneMatch(Character::isDigit);
    return isPlain ? lower : word;
  }
}
