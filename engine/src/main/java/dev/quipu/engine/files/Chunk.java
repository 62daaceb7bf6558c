package dev.quipu.engine.files;

import org.jspecify.annotations.Nullable;

/// A part of a long text, with its neighbours.
///
/// @param number among the chunks of its file, from 1
/// @param count of all chunks of the file
/// @param begin where it begins
/// @param text as it stands, white space included
public record Chunk(int number, int count, Place.InText begin, String text) {

  public Chunk {
    if (number < 1 || number > count) {
      throw new IllegalArgumentException("no chunk: " + number + " of " + count);
    }
  }

  /// The number of the one before it; null if it is the first.
  public @Nullable Integer previous() {
    return number == 1 ? null : Integer.valueOf(number - 1);
  }

  /// The number of the one behind it; null if it is the last.
  public @Nullable Integer next() {
    return number == count ? null : Integer.valueOf(number + 1);
  }
}
