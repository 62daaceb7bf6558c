package dev.quipu.engine.embedding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// A direction: finite numbers whose squares add up to 1.
public final class Vector implements Embedded {

  /// How far from 1 a length may be before the numbers are divided by it. Wider than what rounding
  /// to floats can do, so that what was once of length 1 stays the same to the bit.
  private static final double TOLERANCE = 1e-5;

  private final float[] numbers;

  private Vector(float[] numbers) {
    this.numbers = numbers;
  }

  /// The direction that the numbers point to, of whatever length they are.
  ///
  /// @throws IllegalArgumentException if they point nowhere: all are zero, or one is not finite
  public static Vector towards(float[] numbers) {
    double length = Math.sqrt(dot(numbers, numbers));
    if (!(length > 0) || !Double.isFinite(length)) {
      throw new IllegalArgumentException(
          numbers.length + " numbers of length " + length + " point nowhere");
    }
    var unit = numbers.clone();
    if (Math.abs(length - 1) > TOLERANCE) {
      for (int i = 0; i < unit.length; i++) {
        unit[i] = (float) (unit[i] / length);
      }
    }
    return new Vector(unit);
  }

  /// The same of numbers as they stand in JSON.
  public static Vector towards(List<Double> numbers) {
    var floats = new float[numbers.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = numbers.get(i).floatValue();
    }
    return towards(floats);
  }

  /// Between them all; the first of them if they cancel each other out.
  public static Vector mean(List<Vector> vectors) {
    var sum = new float[vectors.getFirst().dimension()];
    for (var vector : vectors) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += vector.numbers[i];
      }
    }
    return dot(sum, sum) > 0 ? towards(sum) : vectors.getFirst();
  }

  /// As [#bytes] wrote it.
  public static Vector ofBytes(byte[] bytes) {
    if (bytes.length % Float.BYTES != 0) {
      throw new IllegalArgumentException(bytes.length + " bytes are no floats");
    }
    var numbers = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(numbers);
    return towards(numbers);
  }

  /// Little-endian floats.
  public byte[] bytes() {
    var bytes = ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(numbers);
    return bytes.array();
  }

  public int dimension() {
    return numbers.length;
  }

  public float[] numbers() {
    return numbers.clone();
  }

  /// From -1 to 1: 1 for equal directions.
  public double cosine(Vector other) {
    if (numbers.length != other.numbers.length) {
      throw new IllegalArgumentException(
          "vectors of different models: " + numbers.length + ", " + other.numbers.length);
    }
    return Math.clamp(dot(numbers, other.numbers), -1, 1);
  }

  private static double dot(float[] left, float[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += (double) left[i] * right[i];
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector that && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  /// Not its numbers: nobody reads 384 of them.
  @Override
  public String toString() {
    return "Vector[" + numbers.length + ", " + Integer.toHexString(hashCode()) + "]";
  }
}
