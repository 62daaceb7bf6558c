package dev.quipu.engine.query;

import static dev.quipu.engine.query.FiledSketch.NOW;
import static dev.quipu.engine.query.FiledSketch.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits.Word;
import dev.quipu.engine.query.Ranker.Lender;
import dev.quipu.engine.query.Weights.Blend;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FusionTest {

  private static final EmbeddingModel MODEL = new EmbeddingModel("sketch", "1", 2, 8);
  private static final List<Word> WORDS = List.of(new Word("tea", false, false));

  /// What was found, and how near each lies; NaN if it has no vector.
  private record Scene(
      List<WeighedHit> hits, List<Double> cosines, List<List<Lender>> beside, List<Word> words) {

    static Scene of(double[] cosines, WeighedHit... hits) {
      var beside = List.of(hits).stream().map(_ -> List.<Lender>of()).toList();
      return new Scene(List.of(hits), DoubleStream.of(cosines).boxed().toList(), beside, WORDS);
    }

    Scene beside(List<List<Lender>> others) {
      return new Scene(hits, cosines, others, words);
    }

    Scene asking(Word... asked) {
      return new Scene(hits, cosines, beside, List.of(asked));
    }

    Fusion.Fused fuse(Weights weights, double known) {
      var near =
          IntStream.range(0, cosines.size())
              .filter(i -> !cosines.get(i).isNaN())
              .mapToObj(i -> new Near(hits.get(i).filed(), cosines.get(i)))
              .toList();
      var vectors = new ListedVectors(near);
      var meant =
          new Meant(MODEL, ListedVectors.QUESTION, known, vectors, vectors.position(), false);
      var ranker = new Ranker(words, null, NOW, weights);
      return new Fusion(ranker, known)
          .fuse(hits, beside, Nearest.of(meant, documents -> List.of()), _ -> false);
    }

    Fusion.Fused fuse() {
      return fuse(Weights.DEFAULT, 1);
    }

    List<String> order() {
      return ids(fuse().ranked());
    }
  }

  @Test
  void of_equals_by_words_the_nearer_comes_first() {
    assertThat(
            Scene.of(new double[] {0.5, 0.8}, message("a", 1).hit(1), message("b", 2).hit(1))
                .order())
        .containsExactly("b", "a");
  }

  @Test
  void of_equally_near_ones_the_better_by_words_comes_first() {
    assertThat(
            Scene.of(new double[] {0.8, 0.8}, message("a", 1).hit(1), message("b", 2).hit(2))
                .order())
        .containsExactly("b", "a");
  }

  @Test
  void what_has_no_vector_yet_is_ranked_by_its_words() {
    assertThat(
            Scene.of(
                    new double[] {Double.NaN, 0.8, 0.3},
                    message("a", 1).hit(1),
                    message("b", 2).hit(0),
                    message("c", 3).hit(0))
                .order())
        .containsExactly("a", "b", "c");
  }

  @Test
  void one_alone_is_as_near_as_can_be() {
    var fused = Scene.of(new double[] {0.2}, message("a", 1).hit(0)).fuse();
    assertThat(fused.ranked().getFirst().parts().named()).containsEntry("meaning", 1.0);
    assertThat(fused.meaningShare()).isEqualTo(1);
  }

  @Test
  void the_hundredth_stands_at_the_end_of_the_scale() {
    int size = 150;
    var hits = new ArrayList<WeighedHit>();
    var cosines = new double[size];
    for (int i = 0; i < size; i++) {
      hits.add(message("m%03d".formatted(i), i + 1).hit(0));
      cosines[i] = 0.9 - 0.004 * i;
    }
    var ranked = Scene.of(cosines, hits.toArray(WeighedHit[]::new)).fuse().ranked();
    assertThat(ids(ranked)).hasSize(99).startsWith("m000", "m001").endsWith("m098");
  }

  @Test
  void cosines_that_hardly_differ_are_not_stretched_over_the_scale() {
    int size = 150;
    var hits = new ArrayList<WeighedHit>();
    var cosines = new double[size];
    for (int i = 0; i < size; i++) {
      hits.add(message("m%03d".formatted(i), i + 1).hit(0));
      cosines[i] = 0.9 - 0.0002 * i;
    }
    var ranked = Scene.of(cosines, hits.toArray(WeighedHit[]::new)).fuse().ranked();
    assertThat(ids(ranked)).hasSize(100).startsWith("m000").endsWith("m099");
    assertThat(ranked.getLast().parts().named().get("meaning")).isCloseTo(0.604, within(0.001));
  }

  @Test
  void the_next_message_lends_of_its_nearness_and_the_one_behind_it_does_not() {
    var near = message("near", 2);
    var ranked =
        Scene.of(
                new double[] {0.9, 0.2, 0.2},
                near.hit(0),
                message("z_next", 3).hit(0),
                message("a_second", 4).hit(0))
            .beside(List.of(List.of(), List.of(new Lender(0, 1)), List.of(new Lender(0, 2))))
            .order();
    assertThat(ranked).containsExactly("near", "z_next", "a_second");
  }

  @Test
  void what_the_model_does_not_know_counts_for_nothing() {
    var fused =
        Scene.of(
                new double[] {0.5, 0.9, 0.3},
                message("a", 1).hit(2),
                message("b", 2).hit(1),
                message("c", 3).hit(0))
            .fuse(Weights.DEFAULT, 0);
    assertThat(ids(fused.ranked())).containsExactly("a", "b");
    assertThat(fused.meaningShare()).isZero();
  }

  @Test
  void names_and_numbers_make_words_count_more() {
    var scene =
        Scene.of(new double[] {0.5, 0.8}, message("a", 1).hit(1, 0), message("b", 2).hit(1, 0));
    var tea = new Word("tea", false, false);
    double plain = scene.asking(tea, new Word("leaf", false, false)).fuse().meaningShare();
    double named = scene.asking(tea, new Word("alice", true, false)).fuse().meaningShare();
    double counted = scene.asking(tea, new Word("2023", false, false)).fuse().meaningShare();
    assertThat(named).isCloseTo(plain - 0.2, within(1e-4));
    assertThat(counted).isCloseTo(plain - 0.1, within(1e-4));
  }

  @Test
  void the_list_that_tells_its_best_from_the_rest_counts_more() {
    var clear = share(i -> i == 0 ? 10 : 1, i -> 0.9 - 0.01 * i);
    var dull = share(_ -> 10, i -> 0.9 - 0.01 * i);
    assertThat(clear).isLessThan(dull);
    var near = share(_ -> 10, i -> i == 0 ? 0.9 : 0.4 - 0.001 * i);
    assertThat(near).isGreaterThan(dull);
  }

  private static double share(IntToDoubleFunction words, IntToDoubleFunction near) {
    int size = 30;
    var hits =
        IntStream.range(0, size)
            .mapToObj(i -> message("m" + i, i + 1).hit(words.applyAsDouble(i)))
            .toArray(WeighedHit[]::new);
    return Scene.of(IntStream.range(0, size).mapToDouble(near).toArray(), hits)
        .fuse()
        .meaningShare();
  }

  @Test
  void a_bench_may_fuse_plainly() {
    var scene =
        Scene.of(
            new double[] {0.5, 0.9, 0.7},
            message("a", 1).hit(3),
            message("b", 2).hit(0),
            message("c", 3).hit(2));
    assertThat(scene.fuse(Weights.DEFAULT.blending(Blend.HALVES), 1).meaningShare()).isEqualTo(0.5);
    assertThat(ids(scene.fuse(Weights.DEFAULT.blending(Blend.RANKS), 1).ranked()))
        .containsExactly("a", "c", "b");
  }

  @Test
  void the_order_in_which_candidates_come_does_not_matter() {
    var random = new Random(7);
    var places = new ArrayList<Integer>();
    var hits = new ArrayList<WeighedHit>();
    var cosines = new ArrayList<Double>();
    for (int i = 0; i < 50; i++) {
      places.add(i);
      hits.add(message("m" + i, i + 1).hit(random.nextInt(4)));
      cosines.add(random.nextInt(10) / 10.0);
    }
    var once = told(places, hits, cosines);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(places, random);
      assertThat(told(places, hits, cosines)).isEqualTo(once);
    }
  }

  private static List<String> told(
      List<Integer> places, List<WeighedHit> hits, List<Double> cosines) {
    return Scene.of(
            places.stream().mapToDouble(cosines::get).toArray(),
            places.stream().map(hits::get).toArray(WeighedHit[]::new))
        .fuse()
        .ranked()
        .stream()
        .map(each -> each.filed().ref() + " " + each.score() + " " + each.parts().named())
        .toList();
  }

  private static List<String> ids(List<Candidate> ranked) {
    return ranked.stream().map(Candidate::filed).map(Filed::ref).map(ref -> ref.id()).toList();
  }
}
