package dev.quipu.testkit.following;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.materialize.Embedding.ModelStanding;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import dev.quipu.testkit.memory.InMemoryVectorStore.Shelves;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That another model takes the place of one without anybody noticing, and gives it back in one
/// step.
@Timeout(120)
public interface ModelChangeContract extends OpensIndex {

  String A = "model-a";
  String B = "model-b";
  String C = "model-c";

  private Follower follow(Follower.Kept kept, Shelves shelves, HandModels models) {
    var vectors = InMemoryVectorStore.open(shelves, "log");
    return Follower.open(kept, openIndex(), vectors, models, Follower.QUICK);
  }

  private static List<String> kept(Shelves shelves) {
    return InMemoryVectorStore.open(shelves, "log").kept(Follower.TENANT).stream()
        .map(KeptVectors::model)
        .map(model -> model.name())
        .toList();
  }

  private static ModelStanding standing(Follower follower, String name) {
    return follower.embedding.models().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  default void the_model_before_answers_until_the_new_one_has_come_as_far()
      throws InterruptedException {
    var models = new HandModels(A, A, B);
    try (var follower = follow(Follower.Kept.blank(), new Shelves(), models)) {
      for (int i = 0; i < 100; i++) {
        follower.memory("mem_" + i, "note " + i);
      }
      follower.awaitVectors();
      var begun = models.block(B);
      follower.embedding.choose(B);
      begun.await();
      assertThat(follower.servingName()).isEqualTo(A);
      assertThat(standing(follower, A).state()).isEqualTo(ModelStanding.State.READY);

      models.letGo(B);
      follower.awaitServing(B);
      follower.assertLikeWords(B);
      var b = standing(follower, B);
      assertThat(b.chosen()).isTrue();
      assertThat(b.vectors()).isEqualTo(100);
      assertThat(b.level()).isOne();
      assertThat(b.answering()).isOne();
      assertThat(b.lag()).isZero();
      assertThat(Eventually.holds(Follower.LIMIT, () -> models.open() == 1))
          .as("the one before is closed")
          .isTrue();
      assertThat(standing(follower, A).vectors()).as("and kept").isEqualTo(100);
    }
  }

  @Test
  default void it_changes_while_somebody_writes() throws InterruptedException {
    var models = new HandModels(A, A, B);
    try (var follower = follow(Follower.Kept.blank(), new Shelves(), models)) {
      follower.memory("mem_first", "the first");
      follower.awaitVectors();
      var ended = new AtomicBoolean();
      var writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; !ended.get(); i++) {
                      follower.memory("mem_" + i, "note " + i);
                    }
                  });
      try {
        follower.embedding.choose(B);
        var answered = true;
        while (!follower.servingName().equals(B)) {
          answered &= follower.servingName().startsWith("model");
        }
        assertThat(answered).as("one of both answered all the time").isTrue();
      } finally {
        ended.set(true);
        writer.join();
      }
      follower.awaitVectors();
      assertThat(follower.byMeaning(B, follower.last()))
          .isEqualTo(follower.byWords(follower.last()));
    }
  }

  @Test
  default void going_back_is_one_step_and_embeds_only_what_is_new() throws InterruptedException {
    var models = new HandModels(A, A, B);
    try (var follower = follow(Follower.Kept.blank(), new Shelves(), models)) {
      follower.memory("mem_1", "old");
      follower.awaitVectors();
      follower.embedding.choose(B);
      follower.awaitServing(B);
      follower.memory("mem_2", "new");
      follower.awaitVectors();
      assertThat(models.embedded()).containsExactly("old", "old", "new");

      follower.embedding.choose(A);
      follower.awaitServing(A);
      follower.awaitVectors();
      assertThat(models.embedded()).containsExactly("old", "old", "new", "new");
      follower.assertLikeWords(A);
    }
  }

  @Test
  default void it_goes_on_after_a_restart_with_another_model() throws InterruptedException {
    var kept = Follower.Kept.blank();
    var shelves = new Shelves();
    var models = new HandModels(A, A, B);
    try (var follower = follow(kept, shelves, models)) {
      follower.memory("mem_1", "old");
      follower.awaitVectors();
    }
    models = models.with(B);
    try (var follower = follow(kept, shelves, models)) {
      follower.awaitServing(B);
      follower.memory("mem_2", "new");
      follower.awaitVectors();
      follower.assertLikeWords(B);
    }
    assertThat(kept(shelves)).containsExactly(A, B);
  }

  /// Both stand at the same position, so it is not by how far they have come that they are told
  /// apart.
  @Test
  default void a_third_model_drops_the_oldest_and_never_the_one_that_answers()
      throws InterruptedException {
    var shelves = new Shelves();
    var models = new HandModels(A, A, B, C);
    try (var follower = follow(Follower.Kept.blank(), shelves, models)) {
      follower.memory("mem_1", "the only one");
      follower.awaitVectors();
      var before = A;
      for (var next : List.of(B, C, A, C, B)) {
        var begun = models.block(next);
        follower.embedding.choose(next);
        begun.await();
        assertThat(follower.servingName()).isEqualTo(before);
        models.letGo(next);
        follower.awaitServing(next);
        assertThat(kept(shelves)).containsExactlyInAnyOrder(before, next);
        before = next;
      }
    }
  }

  @Test
  default void what_a_model_made_that_was_given_up_early_is_not_kept_for_ever()
      throws InterruptedException {
    var shelves = new Shelves();
    var models = new HandModels(A, A, B, C);
    try (var follower = follow(Follower.Kept.blank(), shelves, models)) {
      for (int i = 0; i < 200; i++) {
        follower.memory("mem_" + i, "note " + i);
      }
      follower.awaitVectors();
      models.fail(B, new EmbeddingFailure.Permanent("It broke.", "Mend it.", null));
      follower.embedding.choose(B);
      follower.awaitTrouble(true);
      InMemoryVectorStore.open(shelves, "log")
          .put(
              Follower.TENANT,
              HandModels.model(B),
              Map.of(TextHash.of("x"), Follower.vector(B, "x")));
      follower.embedding.choose(C);
      follower.awaitServing(C);
      assertThat(kept(shelves)).containsExactly(A, C);
    }
  }

  @Test
  default void when_none_is_chosen_words_answer_and_no_model_is_open() throws InterruptedException {
    var models = new HandModels(A, A, B);
    try (var follower = follow(Follower.Kept.blank(), new Shelves(), models)) {
      follower.memory("mem_1", "written");
      follower.awaitVectors();
      follower.embedding.choose(null);
      assertThat(follower.servingName()).isEqualTo("none");
      assertThat(Eventually.holds(Follower.LIMIT, () -> models.open() == 0)).isTrue();

      follower.embedding.choose(A);
      follower.awaitServing(A);
      assertThat(models.embedded()).containsExactly("written");
    }
  }

  @Test
  default void a_model_before_that_fails_keeps_the_new_one_from_nothing()
      throws InterruptedException {
    var models = new HandModels(A, A, B);
    try (var follower = follow(Follower.Kept.blank(), new Shelves(), models)) {
      follower.memory("mem_1", "written");
      follower.awaitVectors();
      models.fail(A, new EmbeddingFailure.Transient("Away.", Duration.ofDays(1), null));
      follower.memory("mem_2", "and more");
      follower.awaitTrouble(true);

      follower.embedding.choose(B);
      follower.awaitServing(B);
      follower.awaitVectors();
      assertThat(follower.embedding.standing().trouble()).isNull();
      follower.assertLikeWords(B);
    }
  }

  @Test
  default void a_model_that_cannot_be_had_leaves_the_one_before_to_answer_and_to_follow()
      throws InterruptedException {
    var models = new HandModels(A, A, B);
    models.fail(B, new EmbeddingFailure.Permanent("No file.", "Put it there.", null));
    try (var follower = follow(Follower.Kept.blank(), new Shelves(), models)) {
      follower.memory("mem_1", "written");
      follower.awaitVectors();
      follower.embedding.choose(B);
      follower.awaitTrouble(true);
      follower.memory("mem_2", "and more");
      follower.awaitVectors();
      assertThat(follower.servingName()).isEqualTo(A);
      assertThat(standing(follower, B).state()).isEqualTo(ModelStanding.State.FAILED);

      models.heal(B);
      follower.awaitServing(B);
      follower.awaitTrouble(false);
    }
  }
}
