package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import dev.quipu.testkit.fixture.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `/v1/admin/models`.
@Timeout(120)
class ModelsTest {

  private static final String PATH = "/v1/admin/models";
  private static final String MINILM = LocalModel.MINILM.title();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static JsonObject model(TestServer server, String name) {
    return server.get(TestServer.ADMIN, PATH).list("models").stream()
        .filter(each -> name.equals(each.text("model_id")))
        .findFirst()
        .orElseThrow();
  }

  private static long number(JsonObject model, String field) {
    return ((JsonNumber) model.get(field)).asLong();
  }

  private static void awaitAnswering(TestServer server, String name) {
    assertThat(
            Eventually.holds(
                LIMIT,
                () ->
                    number(model(server, name), "tenants_answering") == 1
                        && number(model(server, name), "lag_entries") == 0))
        .as("%s answers: %s", name, model(server, name))
        .isTrue();
  }

  @Test
  void another_model_is_chosen_and_the_one_before_again() throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server =
            TestServer.start(TestServer.config(folder, 0, LIMIT).with(endpoint.config()))) {
      var token = server.newTenant();
      for (int i = 0; i < 5; i++) {
        server.post(
            token,
            "/v1/events",
            "{'event_type':'user_message','payload':{'text':'note number " + i + "'}}");
      }
      awaitAnswering(server, WordsEndpoint.MODEL);
      assertThat(number(model(server, WordsEndpoint.MODEL), "vectors")).isEqualTo(5);
      assertThat(model(server, MINILM).text("state")).isEqualTo("not_loaded");

      var chosen = server.post(TestServer.ADMIN, PATH, "{'model_id':'" + MINILM + "'}");
      assertThat(chosen.status()).as(chosen.bodyText()).isEqualTo(200);
      assertThat(chosen.text("chosen")).isEqualTo(MINILM);
      assertThat(chosen.text("note")).contains("`embedder`");
      awaitAnswering(server, MINILM);
      assertThat(number(model(server, MINILM), "vectors")).isEqualTo(5);
      assertThat(number(model(server, MINILM), "tenants_level")).isOne();
      assertThat(number(model(server, WordsEndpoint.MODEL), "vectors")).as("kept").isEqualTo(5);
      assertThat(server.get("", "/health/ready").object("vectors").text("model_id"))
          .isEqualTo(MINILM);

      server.post(TestServer.ADMIN, PATH, "{'model_id':'" + WordsEndpoint.MODEL + "'}");
      awaitAnswering(server, WordsEndpoint.MODEL);
      server.post(TestServer.ADMIN, PATH, "{'model_id':null}");
      assertThat(server.get("", "/health/ready").object("vectors").text("state")).isEqualTo("none");
    }
  }

  @Test
  void a_chosen_model_that_has_done_nothing_has_all_before_it() throws IOException {
    try (var endpoint = WordsEndpoint.open()) {
      endpoint.fail(503);
      var unknown = "http://" + endpoint.address() + "/v1?model=other&attempts=1";
      try (var server = TestServer.startWith(folder, EmbedderConfig.parse(unknown, null, null))) {
        say(server, server.newTenant(), 0, 5);
        assertThat(
                Eventually.holds(
                    LIMIT,
                    () ->
                        number(server.get("", "/health/ready").object("vectors"), "lag_entries")
                            >= 5))
            .isTrue();
        assertThat(number(model(server, "other"), "lag_entries"))
            .isEqualTo(number(server.get("", "/health/ready").object("vectors"), "lag_entries"));
        assertThat(number(model(server, "other"), "tenants_level")).isZero();
      }
    }
  }

  @Test
  void another_revision_of_a_model_has_vectors_of_its_own_and_none_are_mixed() throws IOException {
    String token;
    try (var endpoint = WordsEndpoint.open("one");
        var server = TestServer.startWith(folder, endpoint.config())) {
      token = server.newTenant();
      say(server, token, 0, 5);
      awaitAnswering(server, WordsEndpoint.MODEL);
      assertThat(nearest(server, token)).isEqualTo("note number 3 at 1.0");
    }
    try (var endpoint = WordsEndpoint.open("two");
        var server = TestServer.startWith(folder, endpoint.config())) {
      say(server, token, 5, 7);
      assertThat(nearest(server, token)).isEqualTo("note number 3 at 1.0");

      var revisions =
          server.get(TestServer.ADMIN, PATH).list("models").stream()
              .filter(each -> WordsEndpoint.MODEL.equals(each.text("model_id")))
              .toList();
      assertThat(revisions)
          .extracting(
              each -> each.text("state"),
              each -> each.get("chosen"),
              each -> number(each, "vectors"),
              each -> number(each, "tenants_answering"))
          .containsExactlyInAnyOrder(
              tuple("ready", JsonBoolean.TRUE, 7L, 1L), tuple("gone", JsonBoolean.FALSE, 5L, 0L));
      assertThat(revisions).extracting(each -> each.text("revision")).doesNotHaveDuplicates();
    }
  }

  @Test
  void between_two_models_of_endpoints_a_local_one_answers() throws IOException {
    String token;
    try (var endpoint = WordsEndpoint.open();
        var server = TestServer.startWith(folder, endpoint.config())) {
      token = server.newTenant();
      say(server, token, 0, 5);
      awaitAnswering(server, WordsEndpoint.MODEL);
      server.post(TestServer.ADMIN, PATH, "{'model_id':'" + MINILM + "'}");
      awaitAnswering(server, MINILM);
    }
    try (var endpoint = WordsEndpoint.open()) {
      endpoint.block();
      var other = "http://" + endpoint.address() + "/v1?model=other&dimension=64";
      try (var server = TestServer.startWith(folder, EmbedderConfig.parse(other, null, null))) {
        assertThat(answeredBy(server, token)).isEqualTo("used by " + MINILM);
        endpoint.heal();
        awaitAnswering(server, "other");
      }
    }
  }

  @Test
  void from_one_endpoint_to_another_the_one_before_answers_until_the_new_one_has_come_as_far()
      throws IOException {
    try (var before = WordsEndpoint.open("one");
        var next = WordsEndpoint.open("two")) {
      var newOne = next.config("&name=words-2");
      String token;
      try (var server = TestServer.startWith(folder, before.config())) {
        token = server.newTenant();
        say(server, token, 0, 5);
        awaitAnswering(server, WordsEndpoint.MODEL);
      }
      next.fail(503);
      var config = TestServer.config(folder, 0, LIMIT).with(newOne);
      try (var server = TestServer.start(config.after(before.endpoint("")))) {
        assertThat(nearest(server, token)).isEqualTo("note number 3 at 1.0");
        say(server, token, 5, 7);
        assertThat(answeredBy(server, token)).isEqualTo("used by words");
        awaitAnswering(server, WordsEndpoint.MODEL);
        assertThat(number(model(server, WordsEndpoint.MODEL), "vectors"))
            .as("it goes on following")
            .isEqualTo(7);
        assertThat(number(model(server, "words-2"), "vectors")).isZero();

        next.heal();
        awaitAnswering(server, "words-2");
        assertThat(answeredBy(server, token)).isEqualTo("used by words-2");
        assertThat(nearest(server, token)).isEqualTo("note number 3 at 1.0");

        server.post(TestServer.ADMIN, PATH, "{'model_id':'words'}");
        awaitAnswering(server, WordsEndpoint.MODEL);
      }
      try (var server = TestServer.start(config)) {
        assertThat(nearest(server, token)).isEqualTo("note number 3 at 1.0");
        assertThat(answeredBy(server, token)).isEqualTo("used by words-2");
        assertThat(model(server, WordsEndpoint.MODEL).text("state")).isEqualTo("gone");
      }
    }
  }

  private static String answeredBy(TestServer server, String token) {
    var answer = server.post(token, "/v1/query", "{'query_text':'note number 3'}");
    return answer.object("search").text("vectors")
        + " by "
        + answer.object("proof_trace").object("plan").object("vectors").text("model_id");
  }

  @Test
  void after_a_start_with_an_endpoint_that_never_answers_the_model_before_goes_on()
      throws IOException {
    String token;
    try (var server =
        TestServer.start(
            TestServer.config(folder, 0, LIMIT)
                .with(new EmbedderConfig.Local(LocalModel.MINILM, null)))) {
      token = server.newTenant();
      say(server, token, 0, 5);
      awaitAnswering(server, MINILM);
    }
    try (var endpoint = WordsEndpoint.open()) {
      var asked = endpoint.block();
      try (var server =
          TestServer.start(
              TestServer.config(folder, 0, LIMIT).with(endpoint.configOfUnknownDimension()))) {
        assertThat(Eventually.holds(LIMIT, () -> asked.getCount() == 0)).isTrue();

        var found = server.post(token, "/v1/query", "{'query_text':'a jotting','top_k':2}");

        assertThat(found.object("search").text("vectors")).isEqualTo("used");
        assertThat(found.list("objects")).hasSize(2);
        assertThat(model(server, WordsEndpoint.MODEL).text("state")).isEqualTo("not_loaded");
      }
    }
  }

  private static void say(TestServer server, String token, int from, int to) {
    for (int i = from; i < to; i++) {
      server.post(
          token, "/v1/events", "{'event_type':'note','payload':{'text':'note number " + i + "'}}");
    }
  }

  /// It says the same as the question: in vectors of one model it lies just there.
  private static String nearest(TestServer server, String token) {
    var answer =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'note number 3','search':{'by':['vectors']},'wait_for':'vectors',"
                + "'explain':true}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    var first = answer.list("objects").getFirst();
    return first.text("text") + " at " + ((JsonNumber) first.get("cosine")).value();
  }

  @Test
  void what_is_no_model_is_refused_and_only_the_operator_chooses() {
    try (var server = TestServer.start(folder)) {
      assertThat(server.post(TestServer.ADMIN, PATH, "{'model_id':'gpt'}").faults())
          .containsExactly("enum.unknown@/model_id");
      assertThat(server.post(TestServer.ADMIN, PATH, "{'model':'gpt'}").faults())
          .containsExactlyInAnyOrder("field.required@/model_id", "field.unknown@/model");
      var token = server.newTenant();
      assertThat(server.get(token, PATH).status()).isEqualTo(401);
      assertThat(server.post(token, PATH, "{'model_id':null}").status()).isEqualTo(401);
      assertThat(server.get("", PATH).status()).isEqualTo(401);
    }
  }
}
