package dev.quipu.embedding;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How BERT and its kin take a text apart: words in lower case without accents, and of each word
/// the longest pieces that are in the vocabulary. Thread-safe.
///
/// Gives what the library that these models were trained with gives, except that `[SEP]` and its
/// like in a text are text: nobody can end somebody else's passage by writing it.
final class WordPieces {

  static final int UNKNOWN = 100;
  static final int FIRST = 101;
  static final int LAST = 102;

  /// A longer word is unknown as a whole.
  private static final int MAX_WORD = 100;

  private final Map<String, Integer> vocabulary;

  /// @param vocabulary pieces that go on within a word begin with `##`
  WordPieces(Map<String, Integer> vocabulary) {
    this.vocabulary = vocabulary;
  }

  int count(String text) {
    return new Walk(normalised(text), null).through();
  }

  /// Framed by [#FIRST] and [#LAST].
  long[] framed(String text) {
    var normalised = normalised(text);
    var ids = new long[normalised.length() + LocalModel.FRAME];
    ids[0] = FIRST;
    int count = new Walk(normalised, ids).through();
    ids[count + 1] = LAST;
    return Arrays.copyOf(ids, count + LocalModel.FRAME);
  }

  /// Without what cannot be seen, accents and capitals; Chinese characters are words by themselves.
  private static String normalised(String text) {
    var clean = new StringBuilder(text.length() + 16);
    boolean ascii = true;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      ascii &= c < 0x80;
      if (isSpace(c)) {
        clean.append(' ');
      } else if (isChinese(c)) {
        clean.append(' ').appendCodePoint(c).append(' ');
      } else if (!isInvisible(c)) {
        clean.appendCodePoint(c);
      }
    }
    var decomposed = ascii ? clean : Normalizer.normalize(clean, Normalizer.Form.NFD);
    var plain = new StringBuilder(decomposed.length());
    decomposed
        .codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(c -> plain.appendCodePoint(Character.toLowerCase(c)));
    return plain.toString();
  }

  /// Unicode's white space, without those that are control characters as well and not in use.
  private static boolean isSpace(int c) {
    return switch (c) {
      case ' ', '\t', '\n', '\r', 0xA0, 0x2007, 0x202F -> true;
      default -> c > 0x7F && c != 0x85 && Character.isWhitespace(c);
    };
  }

  private static boolean isInvisible(int c) {
    if (c == 0xFFFD) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE -> true;
      default -> false;
    };
  }

  private static boolean isChinese(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B73F)
        || (c >= 0x2B740 && c <= 0x2B81F)
        || (c >= 0x2B920 && c <= 0x2CEAF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }

  private static boolean isPunctuation(int c) {
    if (c < 0x80) {
      return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /// One way through one text.
  private final class Walk {

    private final String text;
    private final long @Nullable [] ids;
    private int count;

    /// @param ids where to put them, from 1; null to count only
    Walk(String text, long @Nullable [] ids) {
      this.text = text;
      this.ids = ids;
    }

    int through() {
      int word = 0;
      for (int i = 0; i < text.length(); ) {
        int c = text.codePointAt(i);
        int next = i + Character.charCount(c);
        if (isSpace(c)) {
          word(word, i);
          word = next;
        } else if (isPunctuation(c)) {
          word(word, i);
          word(i, next);
          word = next;
        }
        i = next;
      }
      word(word, text.length());
      return count;
    }

    private void word(int begin, int end) {
      if (begin == end) {
        return;
      }
      int before = count;
      if (text.codePointCount(begin, end) > MAX_WORD || !pieces(begin, end)) {
        count = before;
        add(UNKNOWN);
      }
    }

    /// False if there is a part that nothing in the vocabulary fits.
    private boolean pieces(int begin, int end) {
      for (int from = begin; from < end; ) {
        int to = end;
        Integer id = null;
        for (; to > from; to = text.offsetByCodePoints(to, -1)) {
          var part = text.substring(from, to);
          id = vocabulary.get(from == begin ? part : "##" + part);
          if (id != null) {
            break;
          }
        }
        if (id == null) {
          return false;
        }
        add(id);
        from = to;
      }
      return true;
    }

    private void add(int id) {
      count++;
      if (ids != null) {
        ids[count] = id;
      }
    }
  }
}
