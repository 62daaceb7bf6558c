package dev.quipu.embedding;

/// A vector for each token of a vocabulary, in eight bits a number and a scale for each token.
/// Thread-safe.
final class TokenTable {

  private static final int MOST = Byte.MAX_VALUE;

  private final int dimension;
  private final float[] scales;
  private final byte[] numbers;

  /// @param scales one for each token: what its numbers are multiplied with
  /// @param numbers of one token after the other
  TokenTable(int dimension, float[] scales, byte[] numbers) {
    if (numbers.length != scales.length * dimension) {
      throw new IllegalArgumentException(
          scales.length + " tokens of " + dimension + " have not " + numbers.length + " numbers");
    }
    this.dimension = dimension;
    this.scales = scales;
    this.numbers = numbers;
  }

  /// @param rows a token of zeros counts for nothing
  static TokenTable of(int dimension, float[][] rows) {
    var scales = new float[rows.length];
    var numbers = new byte[rows.length * dimension];
    for (int token = 0; token < rows.length; token++) {
      var row = rows[token];
      float largest = 0;
      for (float number : row) {
        largest = Math.max(largest, Math.abs(number));
      }
      if (largest > 0) {
        scales[token] = largest / MOST;
        for (int i = 0; i < dimension; i++) {
          numbers[token * dimension + i] = (byte) Math.round(row[i] / scales[token]);
        }
      }
    }
    return new TokenTable(dimension, scales, numbers);
  }

  int tokens() {
    return scales.length;
  }

  int dimension() {
    return dimension;
  }

  float[] scales() {
    return scales;
  }

  byte[] numbers() {
    return numbers;
  }

  /// The sum of the vectors of some tokens.
  ///
  /// @param from the first that counts
  /// @param to behind the last
  float[] sum(long[] tokens, int from, int to) {
    var sum = new float[dimension];
    for (int at = from; at < to; at++) {
      int token = (int) tokens[at];
      float scale = scales[token];
      int row = token * dimension;
      for (int i = 0; i < sum.length; i++) {
        sum[i] += scale * numbers[row + i];
      }
    }
    return sum;
  }
}
