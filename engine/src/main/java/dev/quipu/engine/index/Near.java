package dev.quipu.engine.index;

import java.util.Comparator;

/// A document that was found by its meaning.
///
/// @param cosine of its nearest passage, rounded: beyond that lies noise of the arithmetic
public record Near(Filed filed, double cosine) {

  public static final Comparator<Near> NEAREST_FIRST =
      Comparator.comparingDouble(Near::cosine).reversed().thenComparing(Near::filed, Filed.BY_ID);

  private static final double STEPS = 1e6;

  public Near {
    cosine = rounded(cosine);
  }

  /// What a cosine counts as.
  public static double rounded(double cosine) {
    return Math.rint(cosine * STEPS) / STEPS + 0.0; // no negative zero
  }
}
