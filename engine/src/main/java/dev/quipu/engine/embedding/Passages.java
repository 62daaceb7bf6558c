package dev.quipu.engine.embedding;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/// Cuts a text into passages that a model takes whole.
///
/// Between sentences and lines; a sentence that is too long, between words; a word that is too
/// long, between characters. The passages lie side by side and cover the whole text. They are of
/// about equal length: what would be left over at the end of full ones has little meaning of its
/// own.
public final class Passages {

  private final int limit;
  private final ToIntFunction<String> tokens;

  /// @param limit how many tokens a passage may have
  /// @param tokens counts them in a text
  public Passages(int limit, ToIntFunction<String> tokens) {
    if (limit < 1) {
      throw new IllegalArgumentException("a passage has tokens: " + limit);
    }
    this.limit = limit;
    this.tokens = tokens;
  }

  public static Passages of(Embedder embedder) {
    return new Passages(embedder.model().passageTokens(), embedder::tokens);
  }

  /// In the order of the text; none if it has no tokens.
  public List<Passage> cut(String text) {
    int all = tokens.applyAsInt(text);
    if (all == 0) {
      return List.of();
    }
    if (all <= limit) {
      return List.of(new Passage(0, 0, text.length()));
    }
    return pack(text, pieces(text));
  }

  /// A piece stays whole: a sentence, or what a longer one was cut into.
  private record Piece(int begin, int end, int tokens) {}

  /// Fills passages one after the other with pieces, each up to its share of what is left.
  private List<Passage> pack(String text, List<Piece> pieces) {
    var passages = new ArrayList<Passage>();
    long left = pieces.stream().mapToLong(Piece::tokens).sum();
    long share = share(left);
    int first = 0;
    int held = 0;
    for (int i = 0; i < pieces.size(); i++) {
      int more = pieces.get(i).tokens;
      if (held > 0 && more > 0 && (held + more > limit || held + more / 2 >= share)) {
        close(text, pieces.subList(first, i), passages);
        first = i;
        left -= held;
        share = share(left);
        held = 0;
      }
      held += more;
    }
    close(text, pieces.subList(first, pieces.size()), passages);
    return passages;
  }

  /// Where a script has no spaces, pieces are parts of what the model takes for one word, and may
  /// have more tokens together than by themselves: then it is two passages.
  private void close(String text, List<Piece> pieces, List<Passage> passages) {
    int begin = pieces.getFirst().begin;
    int end = pieces.getLast().end;
    if (pieces.size() > 1 && count(text, begin, end) > limit) {
      int half = pieces.size() / 2;
      close(text, pieces.subList(0, half), passages);
      close(text, pieces.subList(half, pieces.size()), passages);
    } else {
      passages.add(new Passage(passages.size(), begin, end));
    }
  }

  private long share(long left) {
    long passages = Math.ceilDiv(left, limit);
    return Math.ceilDiv(left, Math.max(passages, 1));
  }

  private List<Piece> pieces(String text) {
    var pieces = new ArrayList<Piece>();
    var sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
    sentences.setText(text);
    int begin = sentences.first();
    for (int end = sentences.next(); end != BreakIterator.DONE; end = sentences.next()) {
      for (int line = begin; line < end; ) {
        int feed = text.indexOf('\n', line);
        int next = feed < 0 || feed >= end ? end : feed + 1;
        add(text, line, next, pieces);
        line = next;
      }
      begin = end;
    }
    return pieces;
  }

  /// A sentence or a line, if need be in parts.
  private void add(String text, int begin, int end, List<Piece> pieces) {
    int count = count(text, begin, end);
    if (count <= limit) {
      pieces.add(new Piece(begin, end, count));
      return;
    }
    var words = BreakIterator.getWordInstance(Locale.ROOT);
    var sentence = text.substring(begin, end);
    words.setText(sentence);
    int from = words.first();
    for (int to = words.next(); to != BreakIterator.DONE; to = words.next()) {
      addWord(text, begin + from, begin + to, pieces);
      from = to;
    }
  }

  /// A word, if need be halved until each part fits.
  private void addWord(String text, int begin, int end, List<Piece> pieces) {
    int count = count(text, begin, end);
    int middle = middle(text, begin, end);
    if (count <= limit || middle == begin) {
      pieces.add(new Piece(begin, end, count));
      return;
    }
    addWord(text, begin, middle, pieces);
    addWord(text, middle, end, pieces);
  }

  /// Not between the two halves of a character outside the basic plane; `begin` if there is but one
  /// character.
  private static int middle(String text, int begin, int end) {
    int middle = (begin + end) >>> 1;
    if (middle > begin
        && Character.isLowSurrogate(text.charAt(middle))
        && Character.isHighSurrogate(text.charAt(middle - 1))) {
      middle--;
    }
    return middle;
  }

  private int count(String text, int begin, int end) {
    return tokens.applyAsInt(text.substring(begin, end));
  }
}
