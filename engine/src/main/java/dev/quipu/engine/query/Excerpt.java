package dev.quipu.engine.query;

import dev.quipu.engine.embedding.Passage;
import dev.quipu.engine.embedding.Passages;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What is quoted of a text that has no room: that around the piece of it which has the most of the
/// question's words, a word counting the more the fewer pieces have it. Of equals it is the first,
/// so a text that has none of the words is quoted from its beginning. A pure function of its
/// arguments.
final class Excerpt {

  private static final int BYTES_PER_TOKEN = 4;

  /// A piece is some sentences, or a part of a long one: about two lines, less if there is little
  /// room, so that something of what stands beside it is quoted too.
  private static final int MOST_TOKENS = 40;

  private static final int FEWEST_TOKENS = 4;
  private static final int PIECES = 4;

  /// Two quotation marks and two ellipses.
  private static final int FRAME = 8;

  private final String text;
  private final long room;
  private final List<Passage> pieces;
  private final double[] worth;

  private Excerpt(String text, long room, Set<String> asked) {
    this.text = text;
    this.room = room;
    long tokens = Math.clamp(room / BYTES_PER_TOKEN / PIECES, FEWEST_TOKENS, MOST_TOKENS);
    this.pieces = new Passages(Math.toIntExact(tokens), Excerpt::tokens).cut(text);
    this.worth = worth(asked);
  }

  /// The words of a question by which pieces are told.
  static Set<String> asked(String question) {
    return beginnings(question);
  }

  /// A text, or as much of it as has room; empty if no word of it has.
  ///
  /// @param room in bytes
  /// @param asked [#asked]
  static Optional<Quotation> of(String text, long room, Set<String> asked) {
    var beginning = Quotation.of(text, room);
    if (beginning.isEmpty() || !beginning.get().truncated() || asked.isEmpty()) {
      return beginning;
    }
    var around = Quotation.from(text, new Excerpt(text, room, asked).begin(), room);
    return around.isEmpty() ? beginning : around;
  }

  private static int tokens(String text) {
    return Math.ceilDiv(bytes(text), BYTES_PER_TOKEN);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Set<String> beginnings(String text) {
    var beginnings = new TreeSet<String>();
    for (var word : Saying.of(text).beginnings()) {
      beginnings.add(word.toLowerCase(Locale.ROOT));
    }
    return beginnings;
  }

  private double[] worth(Set<String> asked) {
    var found = pieces.stream().map(piece -> beginnings(piece.of(text))).toList();
    var worth = new double[pieces.size()];
    for (var word : new TreeSet<>(asked)) { // in one order: sums depend on it
      long having = found.stream().filter(words -> words.contains(word)).count();
      double rarity = StrictMath.log(1 + (double) pieces.size() / Math.max(1, having));
      for (int i = 0; i < worth.length; i++) {
        worth[i] += found.get(i).contains(word) ? rarity : 0;
      }
    }
    return worth;
  }

  /// Where to begin: pieces are added to the best on either side, first the one that is worth more,
  /// of equals on the side that has fewer, as long as there is room.
  private int begin() {
    int best = best();
    if (worth.length == 0 || worth[best] <= 0) {
      return 0;
    }
    int first = best;
    int last = best;
    long left = room - FRAME - size(best);
    while (true) {
      boolean before = first > 0 && size(first - 1) <= left;
      boolean behind = last + 1 < worth.length && size(last + 1) <= left;
      if (!before && !behind) {
        return shown(pieces.get(first).begin());
      }
      if (behind && (!before || isBehindFirst(first, best, last))) {
        left -= size(++last);
      } else {
        left -= size(--first);
      }
    }
  }

  private boolean isBehindFirst(int first, int best, int last) {
    int more = Double.compare(worth[last + 1], worth[first - 1]);
    return more > 0 || (more == 0 && last - best <= best - first);
  }

  private int best() {
    int best = 0;
    for (int i = 1; i < worth.length; i++) {
      best = worth[i] > worth[best] ? i : best;
    }
    return best;
  }

  /// What a piece takes of the room.
  private long size(int piece) {
    return Quotation.of(pieces.get(piece).of(text)).bytes() - 2L;
  }

  /// Behind white space; at the very beginning if there is nothing else before it.
  private int shown(int begin) {
    int at = begin;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.substring(0, at).isBlank() ? 0 : at;
  }
}
