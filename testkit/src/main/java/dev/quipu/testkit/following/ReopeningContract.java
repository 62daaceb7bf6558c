package dev.quipu.testkit.following;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.query.Ask;
import dev.quipu.engine.query.Evidence;
import dev.quipu.engine.query.VectorUse;
import dev.quipu.engine.query.VectorsPin;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.log.Hash;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import dev.quipu.testkit.memory.InMemoryVectorStore.Shelves;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That who asks while an engine makes its model ready gets no other answer than who asks later.
@Timeout(120)
public interface ReopeningContract extends OpensIndex {

  String A = "model-a";
  String TEXT = "green tea";
  Limits PATIENT = Limits.DEFAULT.withVectors(Follower.QUICK).withMaxWait(Follower.LIMIT);
  Limits IMPATIENT = PATIENT.withMaxWait(Duration.ZERO);

  /// What an engine has answered, and what it has kept.
  record Before(Follower.Kept kept, Shelves shelves, Evidence answer) {

    /// Everything that depends on vectors, each asked as it was before.
    List<Function<Follower, Evidence>> questions() {
      return List.of(
          follower -> follower.ask(TEXT, Ways.DEFAULT, null),
          follower -> follower.ask(TEXT, Ways.VECTORS, null),
          follower -> follower.ask(TEXT, Ways.DEFAULT, requireNonNull(answer.nextCursor())),
          follower -> follower.again(TEXT, point()));
    }

    /// Where it was asked: the vectors had come as far as the words, and one was asked for.
    private Ask.Point point() {
      var pin =
          VectorsPin.of(
              List.of(
                  A,
                  HandModels.model(A).revision(),
                  requireNonNull(answer.vectorsPosition()).toString(),
                  Hash.of(Follower.vector(A, TEXT).bytes()).hex()));
      var window = Integer.parseInt(String.valueOf(answer.trace().plan().get("window")));
      return new Ask.Point(answer.at(), 0, window, pin);
    }
  }

  private Follower open(Before before, HandModels models, Limits limits) {
    return open(before.kept, before.shelves, models, limits);
  }

  private Follower open(Follower.Kept kept, Shelves shelves, HandModels models, Limits limits) {
    var vectors = InMemoryVectorStore.open(shelves, "log");
    return Follower.open(kept, openIndex(), vectors, models, limits);
  }

  private Before before() throws InterruptedException {
    var kept = Follower.Kept.blank();
    var shelves = new Shelves();
    try (var follower = open(kept, shelves, new HandModels(A, A), PATIENT)) {
      follower.memory("mem_1", "green tea in the morning");
      follower.memory("mem_2", "black tea in the evening");
      follower.memory("mem_3", "a car");
      follower.awaitVectors();
      var answer = follower.ask(TEXT, Ways.DEFAULT, null);
      assertThat(answer.search().vectors()).isEqualTo(VectorUse.USED);
      return new Before(kept, shelves, answer);
    }
  }

  @Test
  default void who_asks_while_the_model_is_opened_gets_what_who_asks_later_gets()
      throws InterruptedException {
    var before = before();
    var models = new HandModels(A, A);
    var begun = models.block(A);
    try (var follower = open(before, models, PATIENT)) {
      var early =
          before.questions().stream().map(each -> asked(() -> each.apply(follower))).toList();
      begun.await();
      assertThat(early).noneMatch(CompletableFuture::isDone);
      models.letGo(A);
      var late = before.questions().stream().map(each -> each.apply(follower).trace()).toList();
      assertThat(early.stream().map(each -> each.join().trace()).toList()).isEqualTo(late);
      assertThat(late.getFirst()).isEqualTo(before.answer.trace());
      assertThat(late.getLast()).isEqualTo(before.answer.trace());
    }
  }

  private static CompletableFuture<Evidence> asked(Supplier<Evidence> question) {
    var answer = new CompletableFuture<Evidence>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(question.get());
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }

  @Test
  default void if_it_takes_too_long_words_answer_and_nothing_is_called_gone()
      throws InterruptedException {
    var before = before();
    var models = new HandModels(A, A);
    models.block(A);
    try (var follower = open(before, models, IMPATIENT)) {
      assertAnswersByWords(follower, before, VectorUse.NOT_YET);
      models.letGo(A);
    }
  }

  @Test
  default void nobody_waits_for_a_model_that_has_failed_and_nothing_is_called_gone()
      throws InterruptedException {
    var before = before();
    var models = new HandModels(A, A);
    models.fail(A, new EmbeddingFailure.Permanent("No file.", "Put it there.", null));
    try (var follower = open(before, models, PATIENT)) {
      assertAnswersByWords(follower, before, VectorUse.UNAVAILABLE);
      models.heal(A);
      follower.awaitServing(A);
      assertThat(before.questions().getLast().apply(follower).trace())
          .isEqualTo(before.answer.trace());
    }
  }

  private static void assertAnswersByWords(Follower follower, Before before, VectorUse why) {
    var questions = before.questions();
    var words = follower.ask(TEXT, Ways.WORDS, null);
    var found = questions.getFirst().apply(follower);
    assertThat(found.search().vectors()).isEqualTo(why);
    assertThat(found.trace().results()).isEqualTo(words.trace().results());
    for (var question : questions.subList(1, questions.size())) {
      assertThatThrownBy(() -> question.apply(follower))
          .isInstanceOfSatisfying(
              Unavailable.class,
              refused -> assertThat(refused.code()).isEqualTo("vectors.unavailable"));
    }
  }

  @Test
  default void where_nothing_has_vectors_yet_nobody_waits_and_the_answer_says_so()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var begun = models.block(A);
    try (var follower = open(Follower.Kept.blank(), new Shelves(), models, PATIENT)) {
      assertThat(use(follower)).as("nothing was written").isEqualTo(VectorUse.NOT_YET);
      follower.memory("mem_1", TEXT);
      follower.awaitWords();
      begun.await();
      assertThat(use(follower)).isEqualTo(VectorUse.NOT_YET);
      models.letGo(A);
      follower.awaitVectors();
      assertThat(use(follower)).isEqualTo(VectorUse.USED);
    }
  }

  @Test
  default void without_a_model_nobody_waits() throws InterruptedException {
    var before = before();
    try (var follower = open(before, new HandModels(null, A), PATIENT)) {
      assertThat(use(follower)).isEqualTo(VectorUse.NONE);
      assertThat(before.questions().getLast().apply(follower).search().vectors())
          .isEqualTo(VectorUse.GONE);
    }
  }

  @Test
  default void the_lag_is_what_was_written_since_at_every_moment() throws InterruptedException {
    var before = before();
    var models = new HandModels(A, A);
    var begun = models.block(A);
    try (var follower = open(before, models, PATIENT)) {
      var reached = follower.last().value();
      follower.memory("mem_4", "coffee");
      begun.await();
      assertThat(follower.embedding.standing().lag()).isEqualTo(follower.last().value() - reached);
      follower.memory("mem_5", "milk");
      assertThat(follower.embedding.standing().lag()).isEqualTo(follower.last().value() - reached);
      assertThat(follower.embedding.models().getFirst().answering()).isZero();
      models.letGo(A);
      follower.awaitVectors();
      assertThat(follower.embedding.standing().lag()).isZero();
      assertThat(follower.embedding.models().getFirst().answering()).isOne();
    }
  }

  private static VectorUse use(Follower follower) {
    return follower.ask(TEXT, Ways.DEFAULT, null).search().vectors();
  }
}
