package dev.quipu.engine.files.choice;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a file is called, as a hint at what it is.
record FileName(@Nullable String name) {

  /// What a word in the name adds to a score.
  static final int POINTS = 10;

  /// The first of these words that is one of the name's; null if none is.
  @Nullable String word(Candidate candidate) {
    if (name == null) {
      return null;
    }
    List<String> parts = Arrays.asList(Fold.name(name).split(" ", -1));
    return candidate.words().stream().filter(parts::contains).findFirst().orElse(null);
  }

  /// Without its folder and its ending; null if nothing is left.
  @Nullable String stem() {
    if (name == null) {
      return null;
    }
    var last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    int dot = last.lastIndexOf('.');
    var stem = (dot > 0 ? last.substring(0, dot) : last).strip();
    return stem.isEmpty() ? null : stem;
  }

  static String reason(String word) {
    return "Its name says “" + word + "” (+" + POINTS + ").";
  }
}
