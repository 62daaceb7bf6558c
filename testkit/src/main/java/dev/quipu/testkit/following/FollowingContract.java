package dev.quipu.testkit.following;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.EmbeddingCounts;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import dev.quipu.testkit.memory.InMemoryVectorStore.Shelves;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That vectors follow what is written, and nothing else.
@Timeout(120)
public interface FollowingContract extends OpensIndex {

  String A = "model-a";

  private Follower follow(Follower.Kept kept, Shelves shelves, HandModels models) {
    var vectors = InMemoryVectorStore.open(shelves, "log");
    return Follower.open(kept, openIndex(), vectors, models, Follower.QUICK);
  }

  private Follower follow(HandModels models) {
    return follow(Follower.Kept.blank(), new Shelves(), models);
  }

  @Test
  default void what_is_written_is_found_by_its_meaning() throws InterruptedException {
    try (var follower = follow(new HandModels(A, A))) {
      follower.memory("mem_tea", "green tea in the morning");
      follower.memory("mem_rain", "rain on the roof");
      follower.awaitVectors();

      assertThat(follower.nearest(A, "tea")).isEqualTo("mem_tea");
      assertThat(follower.nearest(A, "roof")).isEqualTo("mem_rain");
      follower.assertLikeWords(A);
    }
  }

  @Test
  default void nothing_is_embedded_twice_be_the_process_opened_again() throws InterruptedException {
    var kept = Follower.Kept.blank();
    var shelves = new Shelves();
    try (var follower = follow(kept, shelves, new HandModels(A, A))) {
      for (int i = 0; i < 10; i++) {
        follower.memory("mem_" + i, "note number " + i);
      }
      follower.awaitVectors();
      assertThat(follower.embedding.standing().counts()).isEqualTo(new EmbeddingCounts(0, 10, 0));
    }
    var models = new HandModels(A, A);
    try (var follower = follow(kept, shelves, models)) {
      follower.memory("mem_new", "something else");
      follower.awaitVectors();

      assertThat(models.embedded()).containsExactly("something else");
      follower.assertLikeWords(A);
    }
  }

  @Test
  default void equal_texts_are_embedded_once_in_one_portion_or_in_several()
      throws InterruptedException {
    var models = new HandModels(A, A);
    try (var follower = follow(models)) {
      follower.memory("mem_1", "the same");
      follower.awaitVectors();
      follower.memory("mem_2", "the same");
      follower.memory("mem_3", "the same");
      follower.awaitVectors();

      assertThat(models.embedded()).containsExactly("the same");
      assertThat(follower.byMeaning(A, follower.last())).hasSize(3);
    }
  }

  @Test
  default void a_long_text_is_found_by_its_end() throws InterruptedException {
    var models = new HandModels(A, A);
    try (var follower = follow(models)) {
      follower.memory("mem_short", "sugar and milk");
      follower.memory("mem_long", "One word after another fills it. ".repeat(9) + "Then a zebra.");
      follower.awaitVectors();

      assertThat(models.embedded())
          .containsExactly(
              "sugar and milk",
              "One word after another fills it. One word after another fills it. ",
              "One word after another fills it. Then a zebra.");
      assertThat(follower.nearest(A, "another fills it then a zebra")).isEqualTo("mem_long");
      assertThat(follower.byMeaning(A, follower.last())).hasSize(2);
    }
  }

  @Test
  default void what_search_may_not_find_and_what_says_nothing_has_no_vector()
      throws InterruptedException {
    var models = new HandModels(A, A);
    try (var follower = follow(models)) {
      follower.unindexed("mem_hidden", "a secret");
      follower.memory("mem_dots", "...");
      follower.memory("mem_party", "🎉🎉🎉 + !!!");
      follower.memory("mem_seen", "no secret");
      follower.awaitVectors();

      assertThat(models.embedded()).containsExactly("no secret");
      assertThat(follower.byMeaning(A, follower.last()))
          .singleElement()
          .asString()
          .startsWith("mem_seen@1");
    }
  }

  @Test
  default void who_waits_for_one_tenant_does_not_wait_for_all_of_another()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var begun = models.block(A);
    try (var follower = follow(models)) {
      follower.enter(Follower.OTHER);
      follower.memory("mem_first", "the first of many");
      begun.await();
      for (int i = 0; i < 100; i++) {
        follower.memory("mem_" + i, "one of many: " + i);
      }
      var only = follower.memory(Follower.OTHER, "mem_only", "the only one");
      var arrived = new AtomicBoolean();
      var waiting =
          Thread.ofPlatform().start(() -> arrived.set(awaited(follower, Follower.OTHER, only)));
      assertThat(
              Eventually.holds(
                  Follower.LIMIT, () -> waiting.getState() == Thread.State.TIMED_WAITING))
          .isTrue();

      models.letGo(A);
      waiting.join();

      assertThat(arrived).isTrue();
      assertThat(models.embedded().indexOf("the only one")).as("after one batch").isEqualTo(32);
      follower.awaitVectors();
      assertThat(models.embedded()).hasSize(102).doesNotHaveDuplicates();
      assertThat(follower.vectorsOf(Follower.TENANT, A)).isEqualTo(101);
    }
  }

  private static boolean awaited(Follower follower, TenantId tenant, LogPosition position) {
    try {
      return follower.embedding.await(tenant, position, Follower.LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  default void deleted_restored_and_changed_is_what_it_was_at_every_position()
      throws InterruptedException {
    try (var follower = follow(new HandModels(A, A))) {
      follower.memory("mem_1", "first");
      follower.memory("mem_2", "second");
      follower.correct("mem_1", "first again");
      follower.delete("mem_2");
      follower.restore("mem_2");
      follower.correct("mem_2", "second again");
      follower.delete("mem_1");
      follower.awaitVectors();

      follower.assertLikeWords(A);
    }
  }

  /// Closed while what was before them is still being embedded: shown on the way, at old positions.
  @Test
  default void what_is_shown_on_the_way_is_the_state_of_that_position()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var begun = models.block(A);
    try (var follower = follow(models)) {
      follower.memory("mem_0", "the first");
      begun.await();
      for (int i = 1; i < 200; i++) {
        follower.memory("mem_" + i, "note " + i);
      }
      for (int i = 0; i < 200; i += 3) {
        follower.delete("mem_" + i);
      }
      for (int i = 1; i < 200; i += 3) {
        follower.correct("mem_" + i, "noted again " + i);
      }
      models.letGo(A);
      var shown = LogPosition.START;
      while (!shown.equals(follower.last())) {
        shown = follower.shown(A);
        follower.awaitWords();
        assertThat(follower.byMeaning(A, shown))
            .as("shown at %s", shown)
            .isEqualTo(follower.byWords(shown));
      }
      follower.awaitVectors();
      for (var at : List.of(1L, 100L, 200L, 230L, 260L, 300L, 333L)) {
        var position = new LogPosition(at);
        assertThat(follower.byMeaning(A, position))
            .as("at %s", position)
            .isEqualTo(follower.byWords(position));
      }
    }
  }

  @Test
  default void whatever_is_done_vectors_say_what_words_say_at_every_position()
      throws InterruptedException {
    for (long seed : Stream.generate(new Random()::nextLong).limit(3).toList()) {
      whatever(seed);
    }
  }

  /// Writes at random, and closes and opens now and then.
  private void whatever(long seed) throws InterruptedException {
    System.out.println("FollowingContract seed " + seed);
    var random = new Random(seed);
    var kept = Follower.Kept.blank();
    var shelves = new Shelves();
    int made = 0;
    for (int round = 0; round < 3; round++) {
      try (var follower = follow(kept, shelves, new HandModels(A, A))) {
        for (int i = 0; i < 60; i++) {
          var id = "mem_" + seed + "_" + random.nextInt(made + 1);
          switch (made == 0 ? 0 : random.nextInt(6)) {
            case 0, 1 -> {
              follower.memory("mem_" + seed + "_" + made, "note " + random.nextInt(30));
              made++;
            }
            case 2 -> follower.tryTo(() -> follower.correct(id, "changed " + random.nextInt(30)));
            case 3 -> follower.tryTo(() -> follower.delete(id));
            case 4 -> follower.tryTo(() -> follower.restore(id));
            default -> {
              if (random.nextInt(4) == 0) {
                follower.awaitVectors();
              }
            }
          }
        }
        if (round == 2 || random.nextBoolean()) {
          follower.awaitVectors();
          follower.assertLikeWords(A);
        }
      }
    }
  }

  @Test
  default void a_tenant_that_is_deleted_leaves_no_vector_be_it_embedded_at_that_moment()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var shelves = new Shelves();
    try (var follower = follow(Follower.Kept.blank(), shelves, models)) {
      var vectors = InMemoryVectorStore.open(shelves, "log");
      follower.enter(Follower.OTHER);
      follower.memory(Follower.OTHER, "mem_kept", "kept before");
      follower.memory("mem_mine", "mine");
      follower.awaitVectors();
      assertThat(Eventually.holds(Follower.LIMIT, () -> vectors.kept(Follower.OTHER).size() == 1))
          .isTrue();
      var begun = models.block(A);
      follower.memory(Follower.OTHER, "mem_late", "never to be kept");
      begun.await();

      follower.deleteTenant(Follower.OTHER);
      assertThat(Eventually.holds(Follower.LIMIT, follower::hasErased))
          .as("erased, though the model never answered")
          .isTrue();
      models.letGo(A);
      follower.memory("mem_more", "more of mine");
      follower.awaitVectors();

      assertThat(vectors.kept(Follower.OTHER)).isEmpty();
      assertThat(follower.vectorsOf(Follower.OTHER, A)).isZero();
      assertThat(vectors.kept(Follower.TENANT))
          .extracting(KeptVectors::vectors)
          .containsExactly(2L);
    }
  }

  @Test
  default void a_process_that_is_closed_while_a_model_is_at_it_does_not_wait_for_it()
      throws InterruptedException {
    var kept = Follower.Kept.blank();
    var shelves = new Shelves();
    var models = new HandModels(A, A);
    var begun = models.block(A);
    try (var follower = follow(kept, shelves, models)) {
      follower.memory("mem_1", "in the middle");
      begun.await();
    }
    try (var follower = follow(kept, shelves, new HandModels(A, A))) {
      follower.awaitVectors();
      assertThat(follower.byMeaning(A, follower.last())).hasSize(1);
    }
  }

  @Test
  default void without_a_model_nothing_is_waited_for_and_nothing_opened()
      throws InterruptedException {
    var models = new HandModels(null, A);
    try (var follower = follow(models)) {
      follower.memory("mem_1", "by words alone");
      follower.awaitWords();

      assertThat(follower.embedding.await(Follower.TENANT, follower.last(), Follower.LIMIT))
          .isFalse();
      assertThat(follower.servingName()).isEqualTo("none");
      assertThat(models.opened()).isEmpty();
    }
  }
}
