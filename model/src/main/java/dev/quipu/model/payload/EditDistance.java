package dev.quipu.model.payload;

/// How many letters have to be added, left out, replaced, or swapped with their neighbour to make
/// one text of another.
final class EditDistance {

  private EditDistance() {}

  /// At most one more than `max`: how far beyond does not matter.
  static int between(String one, String other, int max) {
    int[] a = one.codePoints().toArray();
    int[] b = other.codePoints().toArray();
    if (Math.abs(a.length - b.length) > max) {
      return max + 1;
    }
    int[] beforeLast = new int[b.length + 1];
    int[] last = new int[b.length + 1];
    int[] row = new int[b.length + 1];
    for (int j = 0; j <= b.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
      row[0] = i;
      int least = i;
      for (int j = 1; j <= b.length; j++) {
        int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
        least = Math.min(least, row[j]);
      }
      if (least > max) {
        return max + 1;
      }
    }
    return Math.min(row[b.length], max + 1);
  }
}
