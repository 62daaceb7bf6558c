package dev.quipu.testkit.embedding;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddedPassage;
import dev.quipu.engine.embedding.EmbeddedTexts;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingCounts;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.testkit.memory.InMemoryVectorStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts come by their vectors: from the store if they are known, from the model if not.
final class EmbeddedTextsTest {

  private final VectorStore store = InMemoryVectorStore.open();

  @Test
  void an_unknown_text_is_embedded_and_a_known_one_is_not() throws EmbeddingFailure {
    var model = new Watched(100);
    var texts = new EmbeddedTexts(store, model);

    var first = texts.of(ACME, List.of("snow fell", "it rained"));
    var second = new EmbeddedTexts(store, model).of(ACME, List.of("it rained", "a dog barked"));

    assertThat(model.batches)
        .containsExactly(List.of("snow fell", "it rained"), List.of("a dog barked"));
    assertThat(second.getFirst()).isEqualTo(first.getLast());
    assertThat(first.getFirst().vectors()).containsExactly(model.vectorOf("snow fell"));
    assertThat(second.getLast().vectors()).containsExactly(model.vectorOf("a dog barked"));
    assertThat(texts.counts()).isEqualTo(new EmbeddingCounts(0, 2, 0));
  }

  @Test
  void equal_texts_of_a_call_are_embedded_once_and_each_has_its_vector() throws EmbeddingFailure {
    var model = new Watched(100);
    var texts = new EmbeddedTexts(store, model);

    var found = texts.of(ACME, List.of("rain", "snow", "rain"));

    assertThat(model.batches).containsExactly(List.of("rain", "snow"));
    assertThat(found.get(2)).isEqualTo(found.get(0)).isNotEqualTo(found.get(1));
    texts.of(ACME, List.of("snow", "snow", "hail"));
    assertThat(texts.counts()).isEqualTo(new EmbeddingCounts(1, 3, 0));
  }

  @Test
  void texts_that_look_the_same_have_the_same_vector_whoever_comes_first() throws EmbeddingFailure {
    var model = new Watched(100);
    var apart = "un cafe\u0301";
    var together = "un caf\u00e9";

    var found = new EmbeddedTexts(store, model).of(ACME, List.of(apart, together));

    assertThat(model.batches).containsExactly(List.of(together));
    assertThat(found.getFirst()).isEqualTo(found.getLast());
    assertThat(found.getFirst().text()).isEqualTo(together);
  }

  @Test
  void what_another_tenant_has_embedded_is_embedded_again() throws EmbeddingFailure {
    var model = new Watched(100);
    var texts = new EmbeddedTexts(store, model);

    texts.of(ACME, List.of("rain"));
    texts.of(GLOBEX, List.of("rain"));

    assertThat(model.batches).containsExactly(List.of("rain"), List.of("rain"));
  }

  @Test
  void every_passage_of_a_long_text_has_its_vector_and_its_place() throws EmbeddingFailure {
    var model = new Watched(4);
    var text = "Snow fell on the hills. It rained in town. Snow fell on the hills. ";

    var found = new EmbeddedTexts(store, model).of(ACME, List.of(text)).getFirst();

    assertThat(found.passages()).hasSizeGreaterThan(2);
    var whole = new StringBuilder();
    for (var passage : found.passages()) {
      var part = passage.passage().of(found.text());
      whole.append(part);
      assertThat(passage.embedded()).isEqualTo(model.vectorOf(part));
    }
    assertThat(whole).hasToString(text);
    assertThat(model.batches.getFirst()).doesNotHaveDuplicates();
  }

  @Test
  void a_text_without_tokens_has_no_passages_and_nobody_is_asked() throws EmbeddingFailure {
    var model = new Watched(100);

    var found = new EmbeddedTexts(store, model).of(ACME, List.of("", " \n", "rain"));

    assertThat(found.get(0).passages()).isEmpty();
    assertThat(found.get(1).passages()).isEmpty();
    assertThat(model.batches).containsExactly(List.of("rain"));
    assertThat(new EmbeddedTexts(store, model).of(ACME, List.of())).isEmpty();
  }

  @Test
  void a_text_that_was_refused_is_not_tried_again() throws EmbeddingFailure {
    var model = new Watched(100);
    model.refused = "poison";
    var texts = new EmbeddedTexts(store, model);

    var first = texts.of(ACME, List.of("rain", "poison"));
    var second = texts.of(ACME, List.of("poison"));

    assertThat(model.batches).containsExactly(List.of("rain", "poison"));
    assertThat(first.getLast().vectors()).isEmpty();
    assertThat(second.getFirst().passages())
        .extracting(EmbeddedPassage::embedded)
        .containsExactly(new Unembeddable("It is poison."));
    assertThat(texts.counts()).isEqualTo(new EmbeddingCounts(1, 1, 1));
  }

  @Test
  void many_passages_go_in_batches_of_32() throws EmbeddingFailure {
    var model = new Watched(100);
    var many = IntStream.range(0, 70).mapToObj(i -> "text " + i).toList();

    var found = new EmbeddedTexts(store, model).of(ACME, many);

    assertThat(model.batches).extracting(List::size).containsExactly(32, 32, 6);
    for (int i = 0; i < many.size(); i++) {
      assertThat(found.get(i).vectors()).containsExactly(model.vectorOf(many.get(i)));
    }
  }

  @Test
  void long_passages_go_in_batches_of_few() throws EmbeddingFailure {
    var model = new Watched(5_000);
    var texts =
        IntStream.range(0, 5)
            .mapToObj(i -> i + " " + String.join(" ", Collections.nCopies(3_000, "rain")))
            .toList();

    new EmbeddedTexts(store, model).of(ACME, texts);

    assertThat(model.batches).extracting(List::size).containsExactly(2, 2, 1);
  }

  @Test
  void a_model_that_makes_few_at_once_is_asked_again_and_each_is_kept_before()
      throws EmbeddingFailure {
    var model = new Watched(100);
    model.atOnce = 4;
    model.failsFrom(2, new EmbeddingFailure.Transient("Used up.", Duration.ofSeconds(3), null));
    var ten = IntStream.range(0, 10).mapToObj(i -> "text " + i).toList();
    var texts = new EmbeddedTexts(store, model);

    assertThatThrownBy(() -> texts.of(ACME, ten)).isInstanceOf(EmbeddingFailure.Transient.class);
    model.failsFrom(Integer.MAX_VALUE, null);

    assertThat(texts.of(ACME, ten)).hasSize(10);
    assertThat(model.batches).containsExactly(ten, ten.subList(4, 10), ten.subList(8, 10));
  }

  @Test
  void who_has_no_time_goes_on_later_from_what_was_made() throws EmbeddingFailure {
    var model = new Watched(100);
    var many = IntStream.range(0, 70).mapToObj(i -> "text " + i).toList();
    var texts = new EmbeddedTexts(store, model);

    assertThat(texts.of(ACME, many, () -> true)).isNull();
    assertThat(texts.of(ACME, many, () -> true)).isNull();
    assertThat(texts.of(ACME, many, () -> true)).hasSize(70);
    assertThat(model.batches).extracting(List::size).containsExactly(32, 32, 6);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_failure_is_told_as_it_is_and_what_was_made_before_is_kept(boolean lasting)
      throws EmbeddingFailure {
    var model = new Watched(100);
    var failure =
        lasting
            ? new EmbeddingFailure.Permanent("The model is broken.", "Mend it.", null)
            : new EmbeddingFailure.Transient("Too busy.", Duration.ofSeconds(3), null);
    model.failsFrom(2, failure);
    var many = IntStream.range(0, 70).mapToObj(i -> "text " + i).toList();
    var texts = new EmbeddedTexts(store, model);

    assertThatThrownBy(() -> texts.of(ACME, many)).isSameAs(failure);
    assertThat(texts.counts()).isEqualTo(new EmbeddingCounts(0, 64, 0));

    model.failsFrom(Integer.MAX_VALUE, null);
    texts.of(ACME, many);
    assertThat(model.batches).extracting(List::size).containsExactly(32, 32, 6);
    assertThat(texts.counts()).isEqualTo(new EmbeddingCounts(64, 70, 0));
    assertThat(store.find(ACME, model.model(), many.stream().map(TextHash::of).toList()))
        .hasSize(70);
  }

  /// Tells what it was asked, refuses one text, and fails when told to.
  private static final class Watched implements Embedder {

    private final WordEmbedder words;
    private final List<List<String>> batches = new ArrayList<>();
    private String refused = "";
    private int atOnce = Integer.MAX_VALUE;
    private int failsFrom = Integer.MAX_VALUE;
    private @Nullable EmbeddingFailure failure;

    Watched(int passageTokens) {
      this.words = WordEmbedder.open("words", 64, passageTokens);
    }

    void failsFrom(int batch, @Nullable EmbeddingFailure failure) {
      this.failsFrom = batch;
      this.failure = failure;
    }

    Vector vectorOf(String text) {
      return (Vector) words.query(text);
    }

    @Override
    public EmbeddingModel model() {
      return words.model();
    }

    @Override
    public int tokens(String text) {
      return words.tokens(text);
    }

    @Override
    public List<Embedded> documents(List<String> texts) throws EmbeddingFailure {
      if (failure != null && batches.size() >= failsFrom) {
        throw failure;
      }
      batches.add(texts);
      var embedded = new ArrayList<>(words.documents(texts));
      int at = texts.indexOf(refused);
      if (at >= 0) {
        embedded.set(at, new Unembeddable("It is poison."));
      }
      return embedded.subList(0, Math.min(atOnce, embedded.size()));
    }

    @Override
    public Embedded query(String text) {
      return words.query(text);
    }

    @Override
    public void close() {}
  }
}
