package dev.quipu.testkit.embedding;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.id.TenantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// The promises of [VectorStore], as tests. An adapter joins with a class that implements
/// [OpensVectors].
public interface VectorStoreContract extends OpensVectors {

  String LOG = "log_of_this_test";

  EmbeddingModel MODEL = new EmbeddingModel("bge", "r1", 384, 510);

  /// Each differs from [#MODEL] in one thing.
  List<EmbeddingModel> OTHER_MODELS =
      List.of(
          new EmbeddingModel("bge-2", "r1", 384, 510),
          new EmbeddingModel("bge", "r2", 384, 510),
          new EmbeddingModel("bge", "r1", 383, 510),
          new EmbeddingModel("bge", "r1", 384, 254));

  TextHash RAIN = TextHash.of("rain");
  TextHash SNOW = TextHash.of("snow");

  @Test
  default void what_was_put_is_found_to_the_bit_also_after_a_restart() {
    var put =
        Map.of(RAIN, vector(MODEL, 1), SNOW, new Unembeddable("Zu lang: ∞ tokens."), hash(3), ONE);
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, put);

      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
      assertThat(store.find(ACME, MODEL, List.of(RAIN, hash(9), RAIN)))
          .isEqualTo(Map.of(RAIN, vector(MODEL, 1)));
    }
    try (var store = openVectors(LOG)) {
      assertThat(store.find(ACME, MODEL, put.keySet())).isEqualTo(put);
    }
  }

  @Test
  default void as_many_as_one_likes_are_put_and_found_at_once() {
    var put = many(MODEL, 0, 1_000);
    try (var store = openVectors(LOG)) {
      for (int count : new int[] {0, 1, 31, 33, 255, 256, 257, 1_000}) {
        var some = first(put, count);
        store.put(ACME, MODEL, some);

        assertThat(store.find(ACME, MODEL, some.keySet())).isEqualTo(some);
        assertThat(store.find(ACME, MODEL, put.keySet())).hasSize(count);
      }
    }
  }

  @Test
  default void what_was_never_put_is_absent() {
    try (var store = openVectors(LOG)) {
      assertThat(store.find(ACME, MODEL, List.of(RAIN))).isEmpty();
      assertThat(store.find(ACME, MODEL, List.of())).isEmpty();
      assertThat(store.kept(ACME)).isEmpty();
      assertThat(store.kept()).isEmpty();
    }
  }

  @Test
  default void no_tenant_finds_what_another_has_put_even_if_its_name_is_nearly_the_same() {
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, Map.of(RAIN, vector(MODEL, 1)));

      for (var name : List.of("globex", "acm", "acme2", "acme-2", "acme.2", "acme:", "ACME")) {
        assertThat(store.find(new TenantId(name), MODEL, List.of(RAIN))).as(name).isEmpty();
        assertThat(store.kept(new TenantId(name))).as(name).isEmpty();
      }
      store.put(GLOBEX, MODEL, Map.of(RAIN, vector(MODEL, 2)));
      assertThat(store.find(ACME, MODEL, List.of(RAIN))).containsEntry(RAIN, vector(MODEL, 1));
      assertThat(store.find(GLOBEX, MODEL, List.of(RAIN))).containsEntry(RAIN, vector(MODEL, 2));
    }
  }

  @Test
  default void nor_does_another_model() {
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, Map.of(RAIN, vector(MODEL, 1)));
      for (var other : OTHER_MODELS) {
        assertThat(store.find(ACME, other, List.of(RAIN))).as(other.toString()).isEmpty();
      }
      for (var other : OTHER_MODELS) {
        store.put(ACME, other, Map.of(RAIN, vector(other, 2)));
      }
      assertThat(store.find(ACME, MODEL, List.of(RAIN))).containsEntry(RAIN, vector(MODEL, 1));
      for (var other : OTHER_MODELS) {
        assertThat(store.find(ACME, other, List.of(RAIN))).containsEntry(RAIN, vector(other, 2));
      }
    }
  }

  @Test
  default void a_vector_of_another_dimension_is_refused() {
    try (var store = openVectors(LOG)) {
      var other = Map.<TextHash, Embedded>of(RAIN, vector(OTHER_MODELS.get(2), 1));

      assertThatThrownBy(() -> store.put(ACME, MODEL, other))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(store.find(ACME, MODEL, List.of(RAIN))).isEmpty();
    }
  }

  @Test
  default void what_was_put_first_stays() {
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, Map.of(RAIN, vector(MODEL, 1), SNOW, Unembeddable.EMPTY));
      store.put(
          ACME, MODEL, Map.of(RAIN, Unembeddable.EMPTY, SNOW, vector(MODEL, 2), hash(3), ONE));

      assertThat(store.find(ACME, MODEL, List.of(RAIN, SNOW, hash(3))))
          .isEqualTo(Map.of(RAIN, vector(MODEL, 1), SNOW, Unembeddable.EMPTY, hash(3), ONE));
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 2, 1));
    }
  }

  @Test
  default void what_is_damaged_is_absent_and_putting_it_again_mends_it() {
    var put = many(MODEL, 0, 20);
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, put);
      store.put(ACME, MODEL, Map.of(RAIN, vector(MODEL, 1), SNOW, Unembeddable.EMPTY));
      damage(ACME, MODEL, RAIN);
      damage(ACME, MODEL, SNOW);

      assertThat(store.find(ACME, MODEL, List.of(RAIN, SNOW))).isEmpty();
      assertThat(store.find(ACME, MODEL, put.keySet())).as("all else").isEqualTo(put);

      var again = new HashMap<>(put);
      again.put(RAIN, vector(MODEL, 2));
      again.put(SNOW, Unembeddable.EMPTY);
      store.put(ACME, MODEL, again);

      assertThat(store.find(ACME, MODEL, again.keySet())).isEqualTo(again);
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 21, 1));
    }
  }

  @Test
  default void puts_of_the_same_at_once_all_succeed_and_the_first_of_each_stays()
      throws InterruptedException, ExecutionException {
    var texts = new ArrayList<TextHash>();
    for (int i = 0; i < 100; i++) {
      texts.add(hash(i));
    }
    try (var store = openVectors(LOG);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var puts = new ArrayList<Callable<Map<TextHash, Embedded>>>();
      for (int i = 0; i < 12; i++) {
        int who = i;
        puts.add(
            () -> {
              var seen = new HashMap<TextHash, Embedded>();
              // Each from another place on, so that they meet in every order.
              for (int from = 0; from < 100; from += 20) {
                var some = new HashMap<TextHash, Embedded>();
                for (int text = from; text < from + 30; text++) {
                  some.put(texts.get((who * 7 + text) % 100), vector(MODEL, who));
                }
                store.put(ACME, MODEL, some);
                seen.putAll(store.find(ACME, MODEL, some.keySet()));
              }
              return seen;
            });
      }
      var seen = threads.invokeAll(puts);

      var kept = store.find(ACME, MODEL, texts);
      assertThat(kept).hasSize(100);
      for (var one : seen) {
        assertThat(one.get()).isEqualTo(kept);
      }
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 100, 0));
    }
  }

  @Test
  default void a_dropped_model_is_gone_and_the_others_are_not() {
    var other = OTHER_MODELS.get(1);
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, many(MODEL, 0, 1_200));
      store.put(ACME, other, Map.of(RAIN, vector(other, 1)));
      store.put(GLOBEX, MODEL, Map.of(RAIN, vector(MODEL, 1)));

      store.drop(ACME, MODEL);
      store.drop(ACME, OTHER_MODELS.get(0));

      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 1_200).keySet())).isEmpty();
      assertThat(store.find(ACME, other, List.of(RAIN))).containsOnlyKeys(RAIN);
      assertThat(store.find(GLOBEX, MODEL, List.of(RAIN))).containsOnlyKeys(RAIN);
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(other, 1, 0));

      store.put(ACME, MODEL, Map.of(RAIN, ONE));
      assertThat(store.find(ACME, MODEL, List.of(RAIN))).isEqualTo(Map.of(RAIN, ONE));
      assertThat(store.kept(ACME)).contains(new KeptVectors(MODEL, 1, 0));
    }
  }

  @Test
  default void a_dropped_tenant_is_gone_and_the_others_are_not() {
    var neighbours = List.of("globex", "acm", "acme2", "acme-2", "acme.2", "ACME");
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, many(MODEL, 0, 1_200));
      for (var model : OTHER_MODELS) {
        store.put(ACME, model, Map.of(RAIN, vector(model, 1)));
      }
      for (var name : neighbours) {
        store.put(new TenantId(name), MODEL, Map.of(RAIN, vector(MODEL, 1)));
      }

      store.drop(ACME);
      store.drop(new TenantId("nobody"));

      assertThat(store.kept(ACME)).isEmpty();
      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 1_200).keySet())).isEmpty();
      for (var name : neighbours) {
        assertThat(store.find(new TenantId(name), MODEL, List.of(RAIN))).as(name).hasSize(1);
      }
    }
    try (var store = openVectors(LOG)) {
      assertThat(store.kept(ACME)).isEmpty();
      assertThat(store.kept()).containsExactly(new KeptVectors(MODEL, neighbours.size(), 0));
    }
  }

  @Test
  default void what_is_kept_is_counted_by_tenant_and_altogether() {
    var other = OTHER_MODELS.getFirst();
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, many(MODEL, 0, 40));
      store.put(ACME, MODEL, Map.of(RAIN, Unembeddable.EMPTY));
      store.put(GLOBEX, MODEL, many(MODEL, 0, 10));
      store.put(GLOBEX, other, many(other, 0, 5));

      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(MODEL, 40, 1));
      assertThat(store.kept(GLOBEX))
          .containsExactly(new KeptVectors(MODEL, 10, 0), new KeptVectors(other, 5, 0));
      assertThat(store.kept())
          .containsExactly(new KeptVectors(MODEL, 50, 1), new KeptVectors(other, 5, 0));
      assertThat(store.kept().getFirst().bytes()).isEqualTo(50 * 384 * 4);
    }
  }

  @Test
  default void what_was_made_from_another_log_is_absent_for_good() {
    try (var store = openVectors(LOG)) {
      store.put(ACME, MODEL, many(MODEL, 0, 300));
    }
    try (var store = openVectors("log_of_a_copy")) {
      assertThat(store.kept()).isEmpty();
      assertThat(store.find(ACME, MODEL, many(MODEL, 0, 300).keySet())).isEmpty();
      store.put(ACME, MODEL, Map.of(RAIN, ONE));
      assertThat(store.find(ACME, MODEL, List.of(RAIN))).isEqualTo(Map.of(RAIN, ONE));
    }
    try (var store = openVectors(LOG)) {
      assertThat(store.kept()).isEmpty();
    }
  }

  /// Compared within one run, with much room: a look at every row would be a hundred times as long.
  @Test
  default void finding_among_many_takes_hardly_longer_than_among_few() {
    var small = new EmbeddingModel("small", "r1", 16, 510);
    int few = 1_000;
    int many = 100_000;
    try (var store = openVectors(LOG)) {
      store.put(ACME, small, many(small, 0, few));
      long amongFew = medianOfFinding(store, small, few);
      for (int from = few; from < many; from += 5_000) {
        store.put(ACME, small, many(small, from, Math.min(many, from + 5_000)));
      }
      assertThat(store.kept(ACME)).containsExactly(new KeptVectors(small, many, 0));

      assertThat(medianOfFinding(store, small, many)).isLessThan(10 * amongFew);
    }
  }

  private static long medianOfFinding(VectorStore store, EmbeddingModel model, int texts) {
    var random = new Random(1);
    var nanos = new long[201];
    // The first ones warm up, and go with the outliers.
    for (int i = 0; i < nanos.length; i++) {
      var some = Set.copyOf(random.ints(32, 0, texts).mapToObj(VectorStoreContract::hash).toList());
      long began = System.nanoTime();
      assertThat(store.find(ACME, model, some)).hasSize(some.size());
      nanos[i] = System.nanoTime() - began;
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }

  Vector ONE = Vector.towards(unit(MODEL.dimension()));

  private static float[] unit(int dimension) {
    var numbers = new float[dimension];
    numbers[0] = 1;
    return numbers;
  }

  static TextHash hash(int number) {
    return TextHash.of("text " + number);
  }

  /// A vector that is like no other.
  static Vector vector(EmbeddingModel model, int number) {
    var numbers = new float[model.dimension()];
    var random = new Random(number);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return Vector.towards(numbers);
  }

  static Map<TextHash, Embedded> many(EmbeddingModel model, int from, int to) {
    var many = new HashMap<TextHash, Embedded>();
    for (int i = from; i < to; i++) {
      many.put(hash(i), vector(model, i));
    }
    return many;
  }

  private static Map<TextHash, Embedded> first(Map<TextHash, Embedded> all, int count) {
    var first = new HashMap<TextHash, Embedded>();
    all.entrySet().stream()
        .limit(count)
        .forEach(entry -> first.put(entry.getKey(), entry.getValue()));
    return first;
  }
}
