package dev.quipu.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StrongestDirectionsTest {

  /// They differ most along the first and second number together, and then along the third.
  private static float[][] vectors() {
    return new float[][] {{3, 3, 0, 0.1f}, {-3, -3, 0, 0.1f}, {0, 0, 1, -0.1f}, {0, 0, -1, -0.1f}};
  }

  @Test
  void the_strongest_is_taken_off_and_the_others_stay() {
    var vectors = vectors();

    StrongestDirections.takeOff(vectors, 1);

    assertRow(vectors[0], 0, 0, 0, 0.1f);
    assertRow(vectors[1], 0, 0, 0, 0.1f);
    assertRow(vectors[2], 0, 0, 1, -0.1f);
  }

  @Test
  void then_the_next() {
    var vectors = vectors();

    StrongestDirections.takeOff(vectors, 2);

    assertRow(vectors[2], 0, 0, 0, -0.1f);
    assertRow(vectors[3], 0, 0, 0, -0.1f);
  }

  @Test
  void where_vectors_differ_in_fewer_directions_nothing_is_left_and_nothing_breaks() {
    var vectors = new float[][] {{1, 0}, {-1, 0}};

    StrongestDirections.takeOff(vectors, 2);

    assertRow(vectors[0], 0, 0);
    assertRow(vectors[1], 0, 0);
  }

  private static void assertRow(float[] row, float... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(row[i]).as("number %s", i).isCloseTo(expected[i], within(1e-4f));
    }
  }
}
