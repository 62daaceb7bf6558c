package dev.quipu.engine.query;

import dev.quipu.engine.inspect.Lookout;
import dev.quipu.model.Limits;
import dev.quipu.model.view.At;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where a page of an answer lies. What the first page was ranked by stays for all that follow, so
/// that they fit together: only whether something is still for the caller is asked anew.
///
/// @param at the point on the two clocks
/// @param offset how many of the ranking come before this page
/// @param window how many of the best by words are weighed by everything else too
/// @param asked when the first page was: what had expired by then is not ranked
/// @param vectors that it was ranked by; null = it is the first
record Page(At at, int offset, int window, Instant asked, @Nullable VectorsPin vectors) {

  /// How many words a cursor has before those that pin the vectors.
  private static final int WORDS = 3;

  /// Three for each that is wanted, within these bounds.
  static final int SMALLEST_WINDOW = 30;

  static final int LARGEST_WINDOW = 100;

  static Page first(At at, int size, Instant asked) {
    return new Page(at, 0, window(size), asked, null);
  }

  private static int window(int size) {
    return Math.clamp(3L * size, SMALLEST_WINDOW, LARGEST_WINDOW);
  }

  /// Whether a page of such a size can lie so. The first has its own window; a later one that of
  /// the first, which was full, and may have been shorter or longer.
  static boolean isPossible(int offset, int window, int size) {
    return offset == 0
        ? window == window(size)
        : IntStream.rangeClosed(1, Math.min(offset, Limits.SEARCH.maxTopK()))
            .anyMatch(first -> window(first) == window);
  }

  /// Reads what [#next] has written.
  static Page of(Lookout.Place place) {
    var words = place.place();
    return new Page(
        place.at(),
        Integer.parseInt(words.get(0)),
        Integer.parseInt(words.get(1)),
        Instant.parse(words.get(2)),
        VectorsPin.of(words.subList(WORDS, words.size())));
  }

  /// The page that begins at another place of the ranking, for a cursor.
  ///
  /// @param used the vectors that this page was ranked by
  List<String> next(int offset, VectorsPin used) {
    return Stream.concat(
            Stream.of(Integer.toString(offset), Integer.toString(window), asked.toString()),
            used.words().stream())
        .toList();
  }
}
