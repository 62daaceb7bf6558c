package dev.quipu.model.payload;

import java.util.Set;
import java.util.TreeSet;

/// Where names lie that are spelt alike, so that not all have to be compared.
///
/// A name is cut into one piece more than letters of it may be wrong; then one of them is right,
/// and stands as many places off as letters are missing before it, at most. Two letters that were
/// swapped where it is cut spoil two pieces: counted against the first of them, they leave a piece
/// of which at most the first letter is another, the one before it in the other name.
final class NamePieces {

  private NamePieces() {}

  /// What a name is found by.
  static Set<String> of(NameWords name) {
    var letters = letters(name);
    var found = new TreeSet<String>();
    int parts = parts(letters.length);
    for (int i = 0; i < parts; i++) {
      found.add(piece(letters, letters.length, i, 0));
    }
    return found;
  }

  /// What those names are found by that are spelt like this one, and some others.
  static Set<String> near(NameWords name) {
    var letters = letters(name);
    var found = new TreeSet<String>();
    int most = Likeness.MAX_SLIPS;
    for (int length = letters.length - most; length <= letters.length + most; length++) {
      int slips = Likeness.allowed(Math.max(length, letters.length));
      if (length > 0 && slips > 0 && Math.abs(length - letters.length) <= slips) {
        addNear(letters, length, slips, found);
      }
    }
    return found;
  }

  /// Those of names with so many letters.
  private static void addNear(int[] letters, int length, int slips, Set<String> found) {
    for (int i = 0; i < parts(length); i++) {
      for (int shift = -slips; shift <= slips; shift++) {
        int from = cut(length, i) + shift;
        if (from < 0 || cut(length, i + 1) + shift > letters.length) {
          continue;
        }
        found.add(piece(letters, length, i, shift));
        if (i > 0 && from > 0) {
          found.add(piece(swapped(letters, from), length, i, shift));
        }
      }
    }
  }

  /// With the letter at that place and the one before it in each other's.
  private static int[] swapped(int[] letters, int at) {
    var swapped = letters.clone();
    swapped[at] = letters[at - 1];
    swapped[at - 1] = letters[at];
    return swapped;
  }

  /// Enough of them for a name that is a little longer, of which more letters may be wrong.
  private static int parts(int length) {
    return Likeness.allowed(length + Likeness.MAX_SLIPS) + 1;
  }

  private static int cut(int length, int part) {
    return length * part / parts(length);
  }

  /// With the length of the name it is a piece of, and which piece it is.
  private static String piece(int[] letters, int length, int part, int shift) {
    int from = cut(length, part) + shift;
    int to = cut(length, part + 1) + shift;
    return length + "." + part + "." + new String(letters, from, to - from);
  }

  private static int[] letters(NameWords name) {
    return String.join(" ", name.words()).codePoints().toArray();
  }
}
