package dev.quipu.bench.vectors;

import dev.quipu.engine.embedding.Vector;
import java.util.Arrays;
import java.util.List;

/// Brings vectors that are compared by their distance among those that are compared by their angle,
/// so that the order stays: a distance is `|q|² + |x|² - 2 q·x`, so what is near has a large `q·x -
/// |x|²/2`. One number more for each vector makes that a product, and another makes all of one
/// length, which the question has as zero.
final class Lift {

  private final double meanSquare;
  private final double scale;
  private final double mostSquare;

  private Lift(double meanSquare, double scale, double mostSquare) {
    this.meanSquare = meanSquare;
    this.scale = scale;
    this.mostSquare = mostSquare;
  }

  static Lift over(List<float[]> vectors) {
    double mean = vectors.stream().mapToDouble(Lift::square).average().orElse(0);
    double scale = Math.sqrt(mean);
    var flat = new Lift(mean, scale, 0);
    double most =
        vectors.stream().mapToDouble(x -> square(x) + flat.half(x) * flat.half(x)).max().orElse(0);
    return new Lift(mean, scale, most);
  }

  private static double square(float[] vector) {
    double sum = 0;
    for (float number : vector) {
      sum += (double) number * number;
    }
    return sum;
  }

  private double half(float[] vector) {
    return -(square(vector) - meanSquare) / 2 / scale;
  }

  Vector found(float[] vector) {
    var lifted = Arrays.copyOf(vector, vector.length + 2);
    double half = half(vector);
    lifted[vector.length] = (float) half;
    lifted[vector.length + 1] =
        (float) Math.sqrt(Math.max(0, mostSquare - square(vector) - half * half));
    return Vector.towards(lifted);
  }

  Vector asked(float[] vector) {
    var lifted = Arrays.copyOf(vector, vector.length + 2);
    lifted[vector.length] = (float) scale;
    return Vector.towards(lifted);
  }
}
