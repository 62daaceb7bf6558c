package dev.quipu.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Unembeddable;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DocumentRunsTest {

  private final Queue<String> ran = new ConcurrentLinkedQueue<>();

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "text " + i).toList();
  }

  private static List<Embedded> made(List<String> texts) {
    return texts.stream().map(DocumentRunsTest::made).toList();
  }

  private static Embedded made(String text) {
    return new Unembeddable(text);
  }

  private Embedded run(String text) {
    ran.add(text);
    return made(text);
  }

  @Test
  void of_many_texts_the_last_are_not_waited_for_and_found_begun_when_they_are_asked_for()
      throws EmbeddingFailure {
    var all = texts(0, 32);
    var last = all.subList(28, 32);
    var gate = new CountDownLatch(1);
    DocumentRuns.Run run =
        text -> {
          if (last.contains(text)) {
            awaited(gate);
          }
          return run(text);
        };
    try (var runs = DocumentRuns.open(2)) {
      assertThat(runs.of(all, run)).isEqualTo(made(all.subList(0, 28)));
      gate.countDown();
      assertThat(runs.of(last, run)).isEqualTo(made(last));
      assertThat(ran).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void of_few_texts_all_are_waited_for() throws EmbeddingFailure {
    try (var runs = DocumentRuns.open(2)) {
      assertThat(runs.of(texts(0, 16), this::run)).isEqualTo(made(texts(0, 16)));
      assertThat(runs.of(texts(5, 6), this::run)).isEqualTo(made(texts(5, 6)));
    }
  }

  @Test
  void what_nobody_comes_back_for_is_made_again_when_somebody_does() throws EmbeddingFailure {
    try (var runs = DocumentRuns.open(2)) {
      assertThat(runs.of(texts(0, 32), this::run)).hasSize(28);
      assertThat(runs.of(texts(100, 104), this::run)).isEqualTo(made(texts(100, 104)));
      assertThat(runs.of(texts(28, 32), this::run)).isEqualTo(made(texts(28, 32)));
      assertThat(ran).filteredOn("text 31"::equals).hasSizeBetween(1, 2);
    }
  }

  @Test
  void long_texts_are_made_a_few_at_once() throws EmbeddingFailure {
    var page = "page ".repeat(600);
    try (var runs = DocumentRuns.open(2)) {
      assertThat(runs.of(List.of(page, page, page, page), this::run)).hasSize(2);
      assertThat(runs.of(List.of(page.repeat(5), page), this::run)).hasSize(1);
    }
  }

  @Test
  void a_failure_is_told_as_it_is_also_of_what_was_not_waited_for() throws EmbeddingFailure {
    var failure = new EmbeddingFailure.Permanent("The model is broken.", "Mend it.", null);
    DocumentRuns.Run run =
        text -> {
          if (text.equals("text 30")) {
            throw failure;
          }
          return run(text);
        };
    try (var runs = DocumentRuns.open(2)) {
      assertThat(runs.of(texts(0, 32), run)).hasSize(28);
      assertThatThrownBy(() -> runs.of(texts(28, 32), run)).isSameAs(failure);
      assertThat(runs.of(texts(28, 30), run)).isEqualTo(made(texts(28, 30)));
    }
  }

  private static void awaited(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
