package dev.quipu.testkit.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Passages;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The promises of [Embedder], as tests. An adapter joins with a class that implements
/// [OpensEmbedder].
public interface EmbedderContract extends OpensEmbedder {

  /// Of different lengths, and with characters of many kinds.
  List<String> TEXTS =
      List.of(
          "The cat sleeps on the sofa all day.",
          "Rain",
          "The invoice of March was paid by bank transfer, ten days late; nobody complained.",
          "Снігу в горах сьогодні буде багато, а в долинах піде дощ.",
          "猫はソファーで寝ています。",
          "naïve café — “quoted” 👩‍👩‍👧 ﷽ \u0000 \r\n\t x",
          "a".repeat(300) + " is one word");

  @Test
  default void vectors_have_the_dimension_of_the_model_and_length_one() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      for (var embedded : all(embedder, TEXTS)) {
        var vector = vector(embedded);

        assertThat(vector.dimension()).isEqualTo(embedder.model().dimension());
        assertThat(vector.cosine(vector)).isCloseTo(1, within(1e-5));
      }
      assertThat(vector(embedder.query("rain")).dimension())
          .isEqualTo(embedder.model().dimension());
    }
  }

  @Test
  default void a_vector_does_not_depend_on_what_it_is_embedded_with() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var together = all(embedder, TEXTS);

      assertThat(together).hasSameSizeAs(TEXTS).doesNotHaveDuplicates();
      assertThat(all(embedder, TEXTS.reversed())).isEqualTo(together.reversed());
      for (int i = 0; i < TEXTS.size(); i++) {
        assertThat(all(embedder, List.of(TEXTS.get(i)))).containsExactly(together.get(i));
      }
      var many = Collections.nCopies(40, TEXTS.getFirst());
      assertThat(all(embedder, many)).containsOnly(together.getFirst());
      assertThat(all(embedder, List.of())).isEmpty();
    }
  }

  @Test
  default void nor_on_what_others_embed_at_the_same_time()
      throws EmbeddingFailure, InterruptedException, ExecutionException {
    try (var embedder = openEmbedder();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var documents = all(embedder, TEXTS);
      var question = embedder.query(TEXTS.getFirst());
      var asked = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < 12; i++) {
        asked.add(() -> all(embedder, TEXTS).equals(documents));
        asked.add(() -> embedder.query(TEXTS.getFirst()).equals(question));
      }
      for (var same : threads.invokeAll(asked)) {
        assertThat(same.get()).isTrue();
      }
    }
  }

  @Test
  default void opened_again_it_is_the_same_model_with_the_same_vectors() throws EmbeddingFailure {
    try (var one = openEmbedder();
        var other = openEmbedder()) {
      assertThat(other.model()).isEqualTo(one.model());
      assertThat(all(other, TEXTS)).isEqualTo(all(one, TEXTS));
      assertThat(other.query("rain")).isEqualTo(one.query("rain"));
    }
  }

  @Test
  default void as_many_tokens_as_a_passage_may_have_are_taken_and_one_more_is_refused()
      throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      int limit = embedder.model().passageTokens();
      var text = new StringBuilder("rain");
      var fits = "";
      while (embedder.tokens(text.toString()) <= limit) {
        fits = text.toString();
        text.append(" rain");
      }

      var embedded = all(embedder, List.of(fits, text.toString(), "rain"));

      assertThat(embedded.get(0)).isInstanceOf(Vector.class);
      assertThat(embedded.get(1)).isInstanceOf(Unembeddable.class);
      assertThat(embedded.get(2)).as("the others come through").isInstanceOf(Vector.class);
    }
  }

  @Test
  default void the_end_of_a_long_text_counts() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      int limit = embedder.model().passageTokens();
      var text = new StringBuilder();
      while (embedder.tokens(text + "the committee met again. ") < limit - 8) {
        text.append("the committee met again. ");
      }

      var embedded = all(embedder, List.of(text + "snow fell", text + "a dog barked"));

      assertThat(vector(embedded.get(0)).cosine(vector(embedded.get(1)))).isLessThan(0.99999);
    }
  }

  @Test
  default void a_question_may_be_of_any_length() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      int limit = embedder.model().passageTokens();
      var question = "Does the cat sleep? ".repeat(limit / 3);

      assertThat(embedder.tokens(question)).isGreaterThan(limit);
      assertThat(vector(embedder.query(question)).cosine(vector(embedder.query("a sleeping cat"))))
          .isGreaterThan(
              vector(embedder.query(question)).cosine(vector(embedder.query("a paid invoice"))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t \u00a0", "\u0007\u200b"})
  default void a_text_without_tokens_has_no_vector(String text) throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      assertThat(embedder.tokens(text)).isZero();
      assertThat(all(embedder, List.of(text))).containsExactly(Unembeddable.EMPTY);
      assertThat(embedder.query(text)).isEqualTo(Unembeddable.EMPTY);
    }
  }

  @Test
  default void a_question_is_nearest_to_what_answers_it() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var answers =
          List.of(
              "The cat sleeps on the sofa all day.",
              "The invoice of March was paid by bank transfer.",
              "Rain is expected in the mountains tomorrow.");
      var questions =
          List.of(
              "On what sofa sleeps the cat?",
              "Was the invoice of March paid?",
              "Where is rain expected tomorrow?");
      var documents = all(embedder, answers);
      for (int asked = 0; asked < questions.size(); asked++) {
        var question = vector(embedder.query(questions.get(asked)));
        for (int other = 0; other < answers.size(); other++) {
          if (other != asked) {
            assertThat(question.cosine(vector(documents.get(asked))))
                .as(questions.get(asked))
                .isGreaterThan(question.cosine(vector(documents.get(other))));
          }
        }
      }
    }
  }

  @Test
  default void every_passage_of_a_long_text_has_a_vector() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      int limit = embedder.model().passageTokens();
      for (var text : TEXTS) {
        var whole = (text + " ").repeat(1 + 2 * limit / Math.max(1, embedder.tokens(text)));
        var passages = Passages.of(embedder).cut(whole);

        assertThat(passages).hasSizeGreaterThan(1);
        assertThat(all(embedder, passages.stream().map(part -> part.of(whole)).toList()))
            .allMatch(Vector.class::isInstance);
      }
    }
  }

  /// However many are made at once.
  static List<Embedded> all(Embedder embedder, List<String> texts) throws EmbeddingFailure {
    var embedded = new ArrayList<Embedded>();
    while (embedded.size() < texts.size()) {
      var left = texts.subList(embedded.size(), texts.size());
      assertThat(embedded.addAll(embedder.documents(left))).as("something is made").isTrue();
    }
    return embedded;
  }

  private static Vector vector(Embedded embedded) {
    return switch (embedded) {
      case Vector vector -> vector;
      case Unembeddable(var reason) -> throw new AssertionError(reason);
    };
  }
}
