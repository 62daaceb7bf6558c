package dev.quipu.engine.files;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lines and pages of a text, by offset.
public final class Places {

  private final int[] lines;
  private final List<Integer> pages;

  private Places(int[] lines, List<Integer> pages) {
    this.lines = lines;
    this.pages = pages;
  }

  public static Places of(FileText file) {
    var text = file.text();
    var pages =
        file.structure() instanceof Structure.Prose(var begins) ? begins : List.<Integer>of();
    var lines = new int[16];
    int count = 1;
    for (int feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) {
      if (count == lines.length) {
        lines = Arrays.copyOf(lines, count * 2);
      }
      lines[count++] = feed + 1;
    }
    return new Places(Arrays.copyOf(lines, count), pages);
  }

  public Place.InText at(int offset) {
    int line = Arrays.binarySearch(lines, offset);
    return new Place.InText(offset, line < 0 ? -line - 1 : line + 1, page(offset));
  }

  private @Nullable Integer page(int offset) {
    int low = 0; // pages that begin here or before
    int high = pages.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pages.get(middle) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? null : Integer.valueOf(low);
  }
}
