package dev.quipu.lucene;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Pages that may be among the nearest, with how near they roughly are.
///
/// Roughly: sums of floats depend on the order in which they are added, which is the machine's.
/// What counts is worked out again, for those few that come into question.
final class Candidates {

  /// More than any sum of products of two unit vectors is off, and than what is rounded away.
  private static final float SLACK = 2e-5f;

  private int[] pages = new int[256];
  private int[] firsts = new int[256];
  private float[] scores = new float[256];
  private int count;

  /// By rising pages.
  ///
  /// @param first the first page of its document
  void add(int page, int first, float score) {
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, 2 * count);
      firsts = Arrays.copyOf(firsts, 2 * count);
      scores = Arrays.copyOf(scores, 2 * count);
    }
    pages[count] = page;
    firsts[count] = first;
    scores[count++] = score;
  }

  int pages() {
    return count;
  }

  int documents() {
    int documents = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || firsts[i] != firsts[i - 1]) {
        documents++;
      }
    }
    return documents;
  }

  /// The pages that could make their document one of the nearest so many, by rising numbers.
  int[] best(int wanted) {
    float bar = bar(wanted);
    return IntStream.range(0, count).filter(i -> scores[i] >= bar).map(i -> pages[i]).toArray();
  }

  private float bar(int wanted) {
    var nearest = new float[documents()];
    int last = -1;
    for (int i = 0; i < count; i++) {
      if (i == 0 || firsts[i] != firsts[i - 1]) {
        nearest[++last] = scores[i];
      } else {
        nearest[last] = Math.max(nearest[last], scores[i]);
      }
    }
    if (nearest.length <= wanted) {
      return Float.NEGATIVE_INFINITY;
    }
    Arrays.sort(nearest);
    return nearest[nearest.length - wanted] - SLACK;
  }
}
