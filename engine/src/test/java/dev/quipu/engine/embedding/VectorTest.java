package dev.quipu.engine.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class VectorTest {

  @Test
  void a_vector_has_length_one_whatever_it_was_made_of() {
    assertThat(Vector.towards(new float[] {3, 4}).numbers()).containsExactly(0.6f, 0.8f);
    assertThat(Vector.towards(new float[] {1e-30f, 0}).numbers()).containsExactly(1, 0);
    assertThat(
            Vector.towards(new float[] {3e38f, 3e38f}).cosine(Vector.towards(new float[] {1, 1})))
        .isCloseTo(1, within(1e-6));
  }

  @Test
  void what_was_kept_comes_back_to_the_bit() {
    var random = new Random(7);
    for (int i = 0; i < 1000; i++) {
      var numbers = new float[384];
      for (int j = 0; j < numbers.length; j++) {
        numbers[j] = (float) random.nextGaussian();
      }
      var vector = Vector.towards(numbers);

      assertThat(Vector.ofBytes(vector.bytes())).isEqualTo(vector).hasSameHashCodeAs(vector);
      assertThat(Vector.towards(vector.numbers())).isEqualTo(vector);
    }
  }

  @Test
  void nobody_changes_a_vector() {
    var numbers = new float[] {1, 0};
    var vector = Vector.towards(numbers);
    numbers[1] = 5;
    vector.numbers()[1] = 5;

    assertThat(vector.numbers()).containsExactly(1, 0);
  }

  @Test
  void what_points_nowhere_is_no_vector() {
    for (var nowhere :
        new float[][] {{}, {0, 0}, {1, Float.NaN}, {1, Float.POSITIVE_INFINITY}, {-0f}}) {
      assertThatThrownBy(() -> Vector.towards(nowhere))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void vectors_of_different_models_are_not_compared() {
    var two = Vector.towards(new float[] {1, 0});
    var three = Vector.towards(new float[] {1, 0, 0});

    assertThatThrownBy(() -> two.cosine(three)).isInstanceOf(IllegalArgumentException.class);
  }
}
