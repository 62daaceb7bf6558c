package dev.quipu.engine.inspect;

import dev.quipu.model.view.At;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some of a list, read at one point in time; all its pages are.
///
/// @param nextCursor null at the end
public record Page<T>(List<T> items, @Nullable String nextCursor, At at) {

  public Page {
    items = List.copyOf(items);
  }

  /// Which page is wanted.
  ///
  /// @param cursor what the page before gave; null = the first
  public record Request(@Nullable String cursor, int limit) {

    /// For a list that is never longer than a page, and has given no cursor to anybody.
    public void requireFirst() {
      if (cursor != null) {
        throw Cursors.forged();
      }
    }
  }
}
