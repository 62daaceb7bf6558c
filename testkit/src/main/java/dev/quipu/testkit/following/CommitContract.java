package dev.quipu.testkit.following;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.SearchIndex;
import dev.quipu.testkit.index.OpensIndex;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That an index which loses what it has not committed loses nothing for good: for those that
/// commit beside whoever fills them.
@Timeout(120)
public interface CommitContract extends OpensIndex {

  String A = "model-a";

  /// Commits what was published.
  void commit(SearchIndex index);

  /// Tries the same, and it fails.
  void failToCommit(SearchIndex index);

  private static Follower follow(SearchIndex index, HandModels models) {
    return Follower.open(
        Follower.Kept.blank(), index, InMemoryVectorStore.open(), models, Follower.QUICK);
  }

  @Test
  default void a_commit_that_fails_between_two_portions_loses_and_doubles_nothing()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var index = openIndex();
    try (var follower = follow(index, models)) {
      write(follower, 0, 5);
      commit(index);
      write(follower, 5, 10);
      failToCommit(index);
      write(follower, 10, 15);
      assertWhole(follower, models, 15);
    }
  }

  @Test
  default void a_commit_that_fails_while_the_model_is_at_it_loses_and_doubles_nothing()
      throws InterruptedException {
    var models = new HandModels(A, A);
    var index = openIndex();
    try (var follower = follow(index, models)) {
      write(follower, 0, 5);
      commit(index);
      write(follower, 5, 10);
      var begun = models.block(A);
      follower.memory("mem_10", "note number 10");
      begun.await();
      failToCommit(index);
      models.letGo(A);
      follower.awaitVectors();
      assertWhole(follower, models, 11);
    }
  }

  private static void write(Follower follower, int from, int to) throws InterruptedException {
    for (int i = from; i < to; i++) {
      follower.memory("mem_" + i, "note number " + i);
    }
    follower.awaitVectors();
  }

  private static void assertWhole(Follower follower, HandModels models, int memories) {
    assertThat(follower.byMeaning(A, follower.last())).hasSize(memories);
    assertThat(models.embedded()).as("each is embedded once").hasSize(memories);
    follower.assertLikeWords(A);
  }
}
