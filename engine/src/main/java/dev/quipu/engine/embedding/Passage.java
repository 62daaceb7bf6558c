package dev.quipu.engine.embedding;

/// A part of a text that is embedded by itself. Its neighbours are those with the ordinals beside
/// its own.
///
/// @param ordinal among the passages of its text, from 0
/// @param begin where it begins in the text, in chars
/// @param end behind its last char
public record Passage(int ordinal, int begin, int end) {

  public Passage {
    if (ordinal < 0 || begin < 0 || end <= begin) {
      throw new IllegalArgumentException("no passage: " + ordinal + ", " + begin + " to " + end);
    }
  }

  public String of(String text) {
    return text.substring(begin, end);
  }
}
