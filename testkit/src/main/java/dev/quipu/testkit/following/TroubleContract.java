package dev.quipu.testkit.following;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.KeptVectors;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.engine.materialize.Embedding;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That whatever befalls vectors, who writes is not kept waiting, words answer, somebody is told,
/// and it mends by itself.
@Timeout(120)
public interface TroubleContract extends OpensIndex {

  String A = "model-a";

  private Follower follow(VectorStore vectors, HandModels models, Limits.Vectors limits) {
    return Follower.open(Follower.Kept.blank(), openIndex(), vectors, models, limits);
  }

  private Follower follow(HandModels models) {
    return follow(InMemoryVectorStore.open(), models, Follower.QUICK);
  }

  private static Embedding.Trouble trouble(Follower follower) {
    return Objects.requireNonNull(follower.embedding.standing().trouble());
  }

  @Test
  default void a_model_that_never_answers_is_known_and_nobody_waits_for_it()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var begun = models.block(A);
    var impatient = new Limits.Vectors(Duration.ofMillis(20), Duration.ofNanos(1), 3);
    try (var follower = follow(InMemoryVectorStore.open(), models, impatient)) {
      follower.memory("mem_1", "written");
      begun.await();
      follower.memory("mem_2", "and more");
      follower.awaitWords();
      assertThat(follower.byWords(follower.last())).hasSize(2);
      assertThat(trouble(follower).detail()).contains("at the same texts");
      assertThat(trouble(follower).hint()).isNotBlank();

      models.letGo(A);
      follower.awaitVectors();
      follower.awaitTrouble(false);
      assertThat(follower.byMeaning(A, follower.last())).hasSize(2);
    }
  }

  @Test
  default void a_model_that_fails_for_a_while_is_tried_again() throws InterruptedException {
    var models = new HandModels(A, A);
    models.fail(A, new EmbeddingFailure.Transient("Out of breath.", Duration.ZERO, null));
    try (var follower = follow(models)) {
      follower.memory("mem_1", "written");
      follower.awaitTrouble(true);
      assertThat(trouble(follower))
          .isEqualTo(Embedding.Trouble.open("Out of breath.", "It is tried again by itself."));
      follower.memory("mem_2", "and more");
      follower.awaitWords();
      assertThat(follower.embedding.standing().lag()).isPositive();
      assertThat(follower.embedding.standing().failures()).isPositive();

      models.heal(A);
      follower.awaitVectors();
      follower.awaitTrouble(false);
      assertThat(follower.byMeaning(A, follower.last())).hasSize(2);
      assertThat(follower.embedding.standing().lag()).isZero();
    }
  }

  @Test
  default void a_model_that_asks_for_a_pause_is_left_alone_whoever_waits()
      throws InterruptedException {
    var models = new HandModels(A, A);
    try (var follower = follow(models)) {
      follower.memory("mem_1", "written");
      follower.awaitVectors();
      models.fail(A, new EmbeddingFailure.Transient("Tomorrow.", Duration.ofDays(1), null));
      follower.memory("mem_2", "and more");
      follower.awaitTrouble(true);
      models.heal(A);
      assertThat(follower.embedding.await(Follower.TENANT, follower.last(), Duration.ofMillis(200)))
          .isFalse();
      assertThat(models.embedded()).containsExactly("written");
      assertThat(follower.embedding.standing().failures()).isOne();
      assertThat(follower.servingName()).as("what has vectors is found by them").isEqualTo(A);
    }
  }

  @Test
  default void a_model_that_fails_for_good_is_closed_and_opened_again_after_a_while()
      throws InterruptedException {
    var models = new HandModels(A, A);
    models.fail(A, new EmbeddingFailure.Permanent("The file is broken.", "Mend it.", null));
    try (var follower = follow(models)) {
      follower.memory("mem_1", "written");
      follower.awaitTrouble(true);
      assertThat(trouble(follower))
          .isEqualTo(Embedding.Trouble.open("The file is broken.", "Mend it."));
      assertThat(follower.servingName()).isEqualTo("none");
      follower.awaitWords();

      models.heal(A);
      follower.awaitVectors();
      models.fail(A, new EmbeddingFailure.Permanent("It is broken again.", "Mend it.", null));
      follower.memory("mem_2", "and more");
      follower.awaitTrouble(true);
      models.heal(A);
      follower.awaitVectors();
      follower.awaitTrouble(false);
      assertThat(models.opened()).containsExactly(A, A);
    }
  }

  @Test
  default void a_model_that_fails_at_a_question_comes_back_though_nobody_writes()
      throws InterruptedException {
    var models = new HandModels(A, A);
    try (var follower = follow(models)) {
      follower.memory("mem_1", "written");
      follower.awaitVectors();
      models.fail(A, new EmbeddingFailure.Permanent("It broke.", "Mend it.", null));
      assertThat(follower.embedding.question(HandModels.model(A), "written")).isNull();
      follower.awaitServing("none");
      follower.awaitTrouble(true);

      models.heal(A);
      follower.awaitServing(A);
      follower.awaitTrouble(false);
    }
  }

  @Test
  default void a_model_that_fails_at_questions_for_a_while_is_known_and_asked_again()
      throws InterruptedException {
    var models = new HandModels(A, A);
    try (var follower = follow(models)) {
      follower.memory("mem_1", "written");
      follower.awaitVectors();
      models.fail(A, new EmbeddingFailure.Transient("Out of breath.", Duration.ZERO, null));
      assertThat(follower.embedding.question(HandModels.model(A), "written")).isNull();
      assertThat(trouble(follower))
          .isEqualTo(Embedding.Trouble.open("Out of breath.", "It is tried again by itself."));
      assertThat(follower.servingName()).as("it is not closed").isEqualTo(A);

      models.heal(A);
      follower.awaitTrouble(false);
      assertThat(follower.embedding.question(HandModels.model(A), "written")).isNotNull();
    }
  }

  @Test
  default void a_store_that_is_not_there_is_tried_again() throws InterruptedException {
    var vectors = new Shut(InMemoryVectorStore.open());
    vectors.shut = true;
    try (var follower = follow(vectors, new HandModels(A, A), Follower.QUICK)) {
      follower.memory("mem_1", "written");
      follower.awaitTrouble(true);
      assertThat(trouble(follower).detail()).contains("the store is shut");
      assertThat(trouble(follower).told()).doesNotContain("the store is shut");
      assertThat(trouble(follower).hint()).isNotBlank();
      follower.memory("mem_2", "and more");
      follower.awaitWords();

      vectors.shut = false;
      follower.awaitVectors();
      follower.awaitTrouble(false);
      assertThat(follower.byMeaning(A, follower.last())).hasSize(2);
    }
  }

  /// A store that can be shut.
  final class Shut implements VectorStore {

    private final VectorStore behind;
    volatile boolean shut;

    Shut(VectorStore behind) {
      this.behind = behind;
    }

    private VectorStore store() {
      if (shut) {
        throw new Unavailable("vectors.shut", "the store is shut", Duration.ofSeconds(1));
      }
      return behind;
    }

    @Override
    public Map<TextHash, Embedded> find(
        TenantId tenant, EmbeddingModel model, Collection<TextHash> texts) {
      return store().find(tenant, model, texts);
    }

    @Override
    public void put(TenantId tenant, EmbeddingModel model, Map<TextHash, Embedded> embedded) {
      store().put(tenant, model, embedded);
    }

    @Override
    public void drop(TenantId tenant, EmbeddingModel model) {
      store().drop(tenant, model);
    }

    @Override
    public void drop(TenantId tenant) {
      store().drop(tenant);
    }

    @Override
    public List<KeptVectors> kept(TenantId tenant) {
      return store().kept(tenant);
    }

    @Override
    public List<KeptVectors> kept() {
      return store().kept();
    }

    @Override
    public void close() {
      behind.close();
    }
  }

  @Test
  default void a_deleted_tenant_keeps_no_engine_from_opening_though_the_store_is_not_there() {
    var kept = Follower.Kept.blank();
    var vectors = new Shut(InMemoryVectorStore.open());
    try (var follower =
        Follower.open(kept, openIndex(), vectors, new HandModels(A, A), Follower.QUICK)) {
      follower.enter(Follower.OTHER);
      follower.memory(Follower.OTHER, "mem_1", "written");
      follower.deleteTenant(Follower.OTHER);
      assertThat(Eventually.holds(Follower.LIMIT, follower::hasErased)).isTrue();
    }
    vectors.shut = true;
    try (var follower =
        Follower.open(kept, openIndex(), vectors, new HandModels(A, A), Follower.QUICK)) {
      follower.memory("mem_1", "written");
    }
  }
}
