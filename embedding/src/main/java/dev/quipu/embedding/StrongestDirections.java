package dev.quipu.embedding;

/// The directions in which vectors differ most from their mean: the first principal components.
///
/// What differs most between tokens is of what kind they are (a whole word or the end of one, a
/// name, a number), not what they mean, and it drowns that.
final class StrongestDirections {

  /// More than enough for what is as clear as the first twenty.
  private static final int ROUNDS = 100;

  private StrongestDirections() {}

  /// Takes the strongest directions off vectors whose mean is 0.
  static void takeOff(float[][] centred, int directions) {
    int dimension = centred[0].length;
    var covariance = covariance(centred, dimension);
    for (int count = 0; count < directions; count++) {
      var strongest = strongest(covariance, count);
      double strength = dot(times(covariance, strongest), strongest);
      for (int i = 0; i < dimension; i++) {
        for (int k = 0; k < dimension; k++) {
          covariance[i][k] -= strength * strongest[i] * strongest[k];
        }
      }
      for (var row : centred) {
        takeOff(row, strongest);
      }
    }
  }

  private static double[][] covariance(float[][] centred, int dimension) {
    var covariance = new double[dimension][dimension];
    for (var row : centred) {
      for (int i = 0; i < dimension; i++) {
        double number = row[i];
        var sums = covariance[i];
        for (int k = 0; k < dimension; k++) {
          sums[k] += number * row[k];
        }
      }
    }
    return covariance;
  }

  /// By the power method, from a start that is the same each time.
  private static double[] strongest(double[][] covariance, int start) {
    var direction = new double[covariance.length];
    for (int i = 0; i < direction.length; i++) {
      direction[i] = i == start ? 2 : 1;
    }
    for (int round = 0; round < ROUNDS; round++) {
      direction = times(covariance, direction);
      double length = Math.sqrt(dot(direction, direction));
      if (length == 0) {
        return direction; // nothing is left in which they differ
      }
      for (int i = 0; i < direction.length; i++) {
        direction[i] /= length;
      }
    }
    return direction;
  }

  private static double[] times(double[][] matrix, double[] vector) {
    var product = new double[vector.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = dot(matrix[i], vector);
    }
    return product;
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += left[i] * right[i];
    }
    return sum;
  }

  private static void takeOff(float[] row, double[] direction) {
    double share = 0;
    for (int i = 0; i < row.length; i++) {
      share += row[i] * direction[i];
    }
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) (row[i] - share * direction[i]);
    }
  }
}
