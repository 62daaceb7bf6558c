package dev.quipu.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.Letters;
import dev.quipu.engine.embedding.Unembeddable;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.testkit.embedding.EmbedderContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpEmbedderTest implements EmbedderContract {

  private static final Endpoint.Key KEY = new Endpoint.Key("sk-very-secret");

  private LoopbackEndpoint loopback;
  private Instant now = Instant.parse("2026-11-16T12:00:30Z");

  @BeforeEach
  void start() throws IOException {
    loopback = LoopbackEndpoint.open();
  }

  @AfterEach
  void stop() {
    loopback.close();
  }

  @Override
  public Embedder openEmbedder() throws EmbeddingFailure {
    return open(256, Duration.ofSeconds(20), Budget.Limits.NONE);
  }

  private HttpEmbedder open(int dimension, Duration timeout, Budget.Limits budget)
      throws EmbeddingFailure {
    var patience =
        new Endpoint.Patience(4, timeout, 3, Duration.ofMillis(1), Duration.ofSeconds(5));
    var endpoint =
        new Endpoint(
            loopback.base(),
            "words",
            "words",
            "",
            KEY,
            dimension,
            120,
            "",
            "",
            Letters.ALL,
            patience,
            budget);
    return open(endpoint, () -> now);
  }

  private static HttpEmbedder open(Endpoint endpoint, InstantSource clock) throws EmbeddingFailure {
    return HttpEmbedder.open(endpoint, new Budget(endpoint.budget(), clock), clock);
  }

  @Test
  void texts_go_in_batches_with_the_key_to_the_endpoint() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      assertThat(EmbedderContract.all(embedder, Collections.nCopies(10, "rain"))).hasSize(10);
    }
    assertThat(loopback.requests())
        .extracting(request -> request.inputs().size())
        .containsExactly(4, 4, 2);
    assertThat(loopback.requests())
        .allMatch(request -> request.path().equals("/v1/embeddings"))
        .allMatch(request -> "Bearer sk-very-secret".equals(request.authorization()));
  }

  @Test
  void a_dimension_that_is_not_known_is_asked_for() throws EmbeddingFailure {
    try (var embedder = open(0, Duration.ofSeconds(20), Budget.Limits.NONE)) {
      assertThat(embedder.model().dimension()).isEqualTo(256);
    }
  }

  @Test
  void what_the_model_wants_before_a_text_is_sent_and_makes_another_model()
      throws EmbeddingFailure {
    var endpoint =
        new Endpoint(
            loopback.base(),
            "words",
            "words",
            "",
            null,
            256,
            120,
            "query: ",
            "passage: ",
            Letters.ALL,
            Endpoint.Patience.DEFAULT,
            Budget.Limits.NONE);
    try (var embedder = open(endpoint, InstantSource.system());
        var plain = openEmbedder()) {
      embedder.documents(List.of("rain"));
      embedder.query("snow");

      assertThat(embedder.model()).isNotEqualTo(plain.model());
    }
    assertThat(loopback.requests())
        .flatExtracting(LoopbackEndpoint.Request::inputs)
        .containsExactly("passage: rain", "query: snow");
    assertThat(loopback.requests().getFirst().authorization()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503, 504})
  void what_passes_is_tried_again(int status) throws EmbeddingFailure {
    loopback.then(status, "Retry-After", "0").then(status);
    try (var embedder = openEmbedder()) {
      assertThat(embedder.documents(List.of("rain"))).hasOnlyElementsOfType(Vector.class);
    }
    assertThat(loopback.requests()).hasSize(3);
  }

  @Test
  void what_does_not_pass_is_given_up_for_now() throws EmbeddingFailure {
    loopback.then(500).then(500).then(500).then(500); // what it is asked to be sure, too
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Transient.class)
          .hasMessageContaining("500");
      assertThat(embedder.documents(List.of("rain"))).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"120", "Mon, 16 Nov 2026 12:02:30 GMT"})
  void who_asks_for_a_long_rest_is_left_alone(String after) throws EmbeddingFailure {
    loopback.then(429, "Retry-After", after);
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .asInstanceOf(type(EmbeddingFailure.Transient.class))
          .extracting(EmbeddingFailure.Transient::retryAfter)
          .isEqualTo(Duration.ofMinutes(2));
    }
    assertThat(loopback.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 401, 403, 404})
  void who_does_not_let_us_in_is_not_asked_again(int status) throws EmbeddingFailure {
    loopback.then(status, "Location", loopback.base() + "/elsewhere");
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Permanent.class)
          .hasMessageContaining(String.valueOf(status))
          .hasMessageNotContaining("secret");
    }
    assertThat(loopback.requests()).hasSize(1);
  }

  @Test
  void a_text_that_is_refused_does_not_take_the_others_with_it() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var embedded = EmbedderContract.all(embedder, List.of("rain", "a forbidden word", "snow"));

      assertThat(embedded.get(0)).isInstanceOf(Vector.class);
      assertThat(embedded.get(1)).isInstanceOf(Unembeddable.class);
      assertThat(embedded.get(1).toString()).contains("400").doesNotContain("word");
      assertThat(embedded.get(2)).isInstanceOf(Vector.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"poison", "adrift"})
  void a_text_that_the_endpoint_fails_at_does_not_take_the_others_with_it(String word)
      throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      var embedded =
          EmbedderContract.all(embedder, List.of("rain", "a word: " + word, "snow", "hail", "fog"));

      assertThat(embedded.stream().map(Vector.class::isInstance))
          .containsExactly(true, false, true, true, true);
      assertThat(embedded.get(1).toString())
          .contains("fails at it and not at others")
          .doesNotContain("word", word);
      assertThat(embedder.query("what of " + word)).isInstanceOf(Unembeddable.class);
    }
    assertThat(sentAlone("a word: " + word)).as("tried by itself").isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void whatever_the_budget_texts_that_the_endpoint_fails_at_do_not_stop_the_others(int perMinute)
      throws EmbeddingFailure {
    assertNotStopped(
        List.of("rain", "a poison", "snow", "poison too", "hail"),
        perMinute,
        3 * perMinute + 3); // what is tried again counts once
  }

  private long sentAlone(String text) {
    return loopback.requests().stream()
        .filter(request -> request.inputs().equals(List.of(text)))
        .count();
  }

  @Test
  void an_outage_is_held_against_no_text() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      loopback.then(500).then(500).then(500);
      for (int round = 0; round < 5; round++) {
        loopback.then(500).then(500);
        assertThatThrownBy(() -> embedder.documents(List.of("rain", "snow")))
            .isInstanceOf(EmbeddingFailure.Transient.class);
      }
      for (int round = 0; round < 3; round++) { // it comes and goes
        loopback.then(500).thenDo("hello").then(500).then(500);
        assertThatThrownBy(() -> embedder.documents(List.of("rain", "snow")))
            .isInstanceOf(EmbeddingFailure.Transient.class);
      }
      assertThat(EmbedderContract.all(embedder, List.of("rain", "snow")))
          .hasSize(2)
          .hasOnlyElementsOfType(Vector.class);
    }
  }

  @Test
  void while_an_endpoint_asks_for_a_rest_nothing_is_sent() throws EmbeddingFailure {
    var budget = new Budget.Limits(3, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    try (var embedder = open(256, Duration.ofSeconds(20), budget)) {
      loopback.then(429, "Retry-After", "20");
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Transient.class);
      now = now.plusSeconds(5);
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> embedder.query("rain"))
            .asInstanceOf(type(EmbeddingFailure.Transient.class))
            .extracting(EmbeddingFailure.Transient::retryAfter)
            .isEqualTo(Duration.ofSeconds(15));
        assertThatThrownBy(() -> embedder.documents(List.of("rain")))
            .isInstanceOf(EmbeddingFailure.Transient.class);
      }
      assertThat(loopback.requests()).hasSize(1);

      now = now.plusSeconds(15);
      assertThat(embedder.query("rain")).as("the budget too").isInstanceOf(Vector.class);
    }
  }

  @Test
  void a_question_does_not_wait_for_a_rest_that_it_is_told_of() throws EmbeddingFailure {
    loopback.then(429, "Retry-After", "4");
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.query("rain"))
          .isInstanceOf(EmbeddingFailure.Transient.class);
    }
    assertThat(loopback.requests()).hasSize(1);
  }

  @Test
  void an_endpoint_that_refuses_everything_is_no_fault_of_the_texts() throws EmbeddingFailure {
    loopback.then(400).then(400);
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Permanent.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "[]",
        "{}",
        "{\"data\":[]}",
        "{\"data\":[1]}",
        "{\"data\":[{}]}",
        "{\"data\":[{\"embedding\":[1],\"index\":1}]}",
        "{\"data\":[{\"embedding\":[1],\"index\":\"0\"}]}",
        "{\"data\":[{\"embedding\":[\"1\"],\"index\":0}]}",
        "{\"data\":[{\"embedding\":[0,0],\"index\":0}]}",
        "{\"data\":[{\"embedding\":[1e300],\"index\":0}]}",
        "{\"data\":[{\"embedding\":[1e400],\"index\":0}]}",
        "{\"data\":[{\"embedding\":[NaN],\"index\":0}]}",
        "{\"data\":[{\"embedding\":[null],\"index\":0}]}",
        "{\"data\":[{\"embedding\":[1],\"index\":0},{\"embedding\":[1],\"index\":0}]}",
      })
  void garbage_is_not_believed(String garbage) throws EmbeddingFailure {
    loopback.thenSay(garbage).thenSay(garbage).thenSay(garbage).thenSay(garbage);
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Transient.class);
      assertThat(embedder.documents(List.of("rain"))).hasOnlyElementsOfType(Vector.class);
    }
  }

  @Test
  void vectors_of_another_dimension_are_another_model() throws EmbeddingFailure {
    loopback.thenSay("{\"data\":[{\"embedding\":[1,2,3],\"index\":0}]}");
    try (var embedder = openEmbedder()) {
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Permanent.class)
          .hasMessageContaining("3 numbers")
          .hasMessageContaining("256");
    }
  }

  @Test
  void who_says_nothing_or_speaks_in_drops_is_not_waited_for() throws EmbeddingFailure {
    var over = new CountDownLatch(1);
    try (var embedder = open(256, Duration.ofMillis(200), Budget.Limits.NONE)) {
      loopback.then(exchange -> await(over));
      for (int i = 0; i < 2; i++) {
        loopback.then(
            exchange -> {
              exchange.sendResponseHeaders(200, 1000);
              exchange.getResponseBody().write('{');
              exchange.getResponseBody().flush();
              await(over);
            });
      }
      assertThatThrownBy(() -> embedder.documents(List.of("rain")))
          .isInstanceOf(EmbeddingFailure.Transient.class);
      assertThat(loopback.requests()).hasSize(3);
    } finally {
      over.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nobody_there_is_a_failure_that_may_pass() throws EmbeddingFailure {
    try (var embedder = openEmbedder()) {
      loopback.close();

      assertThatThrownBy(() -> embedder.query("rain"))
          .isInstanceOf(EmbeddingFailure.Transient.class)
          .hasMessageNotContaining("rain");
    }
  }

  @Test
  void a_budget_that_is_used_up_says_when_there_is_more() throws EmbeddingFailure {
    var budget = new Budget.Limits(5, Long.MAX_VALUE, 8, Long.MAX_VALUE);
    try (var embedder = open(256, Duration.ofSeconds(20), budget)) {
      assertThat(embedder.documents(Collections.nCopies(4, "rain"))).hasSize(4);
      assertThat(embedder.documents(Collections.nCopies(2, "rain"))).hasSize(1);
      assertRefusedFor(embedder, 2, Duration.ofSeconds(30));

      now = now.plusSeconds(30);
      assertThat(EmbedderContract.all(embedder, Collections.nCopies(3, "rain"))).hasSize(3);
      now = now.plusSeconds(60);
      assertRefusedFor(embedder, 1, Duration.ofHours(11).plusMinutes(58));

      now = now.plus(Duration.ofDays(1));
      embedder.documents(List.of("rain"));
    }
    assertThat(loopback.requests())
        .extracting(request -> request.inputs().size())
        .containsExactly(4, 1, 3, 1);
  }

  @Test
  void a_budget_smaller_than_a_batch_makes_batches_smaller() throws EmbeddingFailure {
    var budget = new Budget.Limits(2, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    try (var embedder = open(256, Duration.ofSeconds(20), budget)) {
      assertThat(embedder.documents(Collections.nCopies(4, "rain"))).hasSize(2);
      assertRefusedFor(embedder, 2, Duration.ofSeconds(30));
    }
    assertThat(loopback.requests()).hasSize(1);
  }

  @Test
  void a_question_too_long_for_what_is_left_spends_nothing() throws EmbeddingFailure {
    var budget = new Budget.Limits(2, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    try (var embedder = open(256, Duration.ofSeconds(20), budget)) {
      assertThatThrownBy(() -> embedder.query("rain and snow. ".repeat(90)))
          .isInstanceOf(EmbeddingFailure.Transient.class);
      assertThat(loopback.requests()).isEmpty();
      assertThat(embedder.query("rain")).isInstanceOf(Vector.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void whatever_the_budget_texts_that_are_refused_do_not_stop_the_others(int perMinute)
      throws EmbeddingFailure {
    assertNotStopped(
        List.of("rain", "a forbidden word", "snow", "forbidden too", "hail"), perMinute, perMinute);
  }

  /// @param most texts that are sent in a minute
  private void assertNotStopped(List<String> texts, int perMinute, int most)
      throws EmbeddingFailure {
    var budget = new Budget.Limits(perMinute, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    var embedded = new ArrayList<Embedded>();
    try (var embedder = open(256, Duration.ofSeconds(20), budget)) {
      for (int minutes = 0; embedded.size() < texts.size(); minutes++) {
        assertThat(minutes).isLessThan(20);
        int before = loopback.requests().size();
        try {
          while (embedded.size() < texts.size()) {
            embedded.addAll(embedder.documents(texts.subList(embedded.size(), texts.size())));
          }
        } catch (EmbeddingFailure.Transient e) {
          now = now.plusSeconds(60);
        }
        var sent = loopback.requests().subList(before, loopback.requests().size());
        assertThat(sent.stream().mapToInt(request -> request.inputs().size()).sum())
            .isLessThanOrEqualTo(most);
      }
    }
    assertThat(embedded.stream().map(Vector.class::isInstance))
        .containsExactly(true, false, true, false, true);
  }

  @Test
  void a_budget_goes_on_though_the_model_is_opened_again() throws EmbeddingFailure {
    var endpoint =
        Endpoint.parse(loopback.base() + "?model=words&texts-per-minute=2&dimension=256", null);
    var files = new ModelFiles.Bundled(Path.of("unused"));
    var models =
        new KnownModels("words", List.of(endpoint), files, Path.of("unused"), 1, () -> now);
    try (var one = models.open("words")) {
      one.documents(List.of("rain", "snow"));
    }
    try (var again = models.open("words")) {
      assertRefusedFor(again, 1, Duration.ofSeconds(30));
    }
  }

  @Test
  void tokens_have_a_budget_too() throws EmbeddingFailure {
    var budget = new Budget.Limits(Long.MAX_VALUE, 30, Long.MAX_VALUE, Long.MAX_VALUE);
    try (var embedder = open(256, Duration.ofSeconds(20), budget)) {
      assertThat(embedder.documents(List.of("rain ".repeat(10), "rain ".repeat(20)))).hasSize(1);
      assertThatThrownBy(() -> embedder.documents(List.of("rain ".repeat(20))))
          .isInstanceOf(EmbeddingFailure.Transient.class);
      now = now.plusSeconds(60);
      assertThat(embedder.documents(List.of("rain ".repeat(40), "rain")))
          .as("more than a whole minute's goes by itself")
          .hasSize(1);
    }
  }

  private static void assertRefusedFor(Embedder embedder, int texts, Duration wait) {
    assertThatThrownBy(() -> embedder.documents(Collections.nCopies(texts, "rain")))
        .asInstanceOf(type(EmbeddingFailure.Transient.class))
        .extracting(EmbeddingFailure.Transient::retryAfter)
        .isEqualTo(wait);
  }

  @Test
  void a_key_is_never_printed() {
    assertThat(Endpoint.of(loopback.base(), "words", KEY).toString()).doesNotContain("secret");
    assertThatThrownBy(() -> new Endpoint.Key("secret\nX: y")).hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"file:///etc", "http:///x", "http://me:secret@host/v1", "http://h/v1?key=secret"})
  void what_is_no_address_of_an_endpoint_is_refused(String base) {
    assertThatThrownBy(() -> Endpoint.of(URI.create(base), "words", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void all_that_is_wrong_with_an_address_is_told_at_once() {
    assertThatThrownBy(
            () ->
                Endpoint.parse(
                    "http://me:secret@host/v1?foo=1&bar&batch=x&attempts=0&texts-per-day=0&letters=x",
                    null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "'foo', 'bar' are no options",
            "'model' is missing",
            "without name, password",
            "'batch'",
            "'attempts'",
            "'texts-per-day'",
            "'letters'")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> Endpoint.parse("http://h/v1?model=m&batch=33", null))
        .hasMessage("'batch' is to be a whole number from 1 to 32");
    assertThatThrownBy(() -> Endpoint.parse("http://a b?model=%zz", null))
        .hasMessageContainingAll("http(s)://host/path", "'model' has a %");
    assertThat(Endpoint.parse("http://h/v1?model=a%2Fb&batch=3", null))
        .satisfies(read -> assertThat(read.model()).isEqualTo("a/b"))
        .satisfies(read -> assertThat(read.patience().batch()).isEqualTo(3))
        .satisfies(read -> assertThat(read.letters()).isEqualTo(Letters.ALL))
        .satisfies(read -> assertThat(read.budget()).isEqualTo(Budget.Limits.NONE));
    assertThat(Endpoint.parse("http://h/v1?model=m&letters=latin", null).letters())
        .isEqualTo(Letters.LATIN);
  }
}
