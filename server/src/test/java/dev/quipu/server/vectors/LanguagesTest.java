package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.embedding.LocalModel;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.EmbedderConfig;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A model is asked about what it understands: one behind an endpoint about every text, unless its
/// address says otherwise, and those that come with the program about what is in Latin letters.
@Timeout(120)
class LanguagesTest {

  @TempDir Path folder;

  private static String tenantWith(TestServer server, String text) {
    var token = server.newTenant();
    var event = "{'event_type':'note','payload':{'text':'" + text + "'}}";
    assertThat(server.post(token, "/v1/events", event).status()).isEqualTo(201);
    return token;
  }

  private static JsonObject ask(TestServer server, String token, String question) {
    var answer =
        server.post(token, "/v1/query", "{'query_text':'" + question + "','wait_for':'vectors'}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer.body();
  }

  private static String use(JsonObject answer) {
    return answer.object("search").text("vectors");
  }

  private static Json known(JsonObject answer) {
    return TestServer.objects(answer.object("proof_trace").array("steps")).stream()
        .filter(step -> "fusion".equals(step.text("step")))
        .findFirst()
        .orElseThrow()
        .object("because")
        .get("known");
  }

  @Test
  void a_model_behind_an_endpoint_is_asked_in_every_language() throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = TestServer.startWith(folder, endpoint.config())) {
      var token = tenantWith(server, "Мій пес живе у дворі");
      var found = ask(server, token, "Де мешкає собака");
      assertThat(use(found)).isEqualTo("used");
      assertThat(found.array("objects").items()).hasSize(1);
      assertThat(known(found)).isEqualTo(Json.of(1.0));
      assertThat(known(ask(server, token, "Де мешкає пес Rex"))).isEqualTo(Json.of(1.0));
    }
  }

  @Test
  void unless_its_address_says_that_it_reads_latin_letters_only() throws IOException {
    try (var endpoint = WordsEndpoint.open();
        var server = TestServer.startWith(folder, endpoint.config("&letters=latin"))) {
      var token = tenantWith(server, "Мій пес живе у дворі");
      assertThat(use(ask(server, token, "Де мешкає собака"))).isEqualTo("not_known");
      assertThat(use(ask(server, token, "Where does the dog live?"))).isEqualTo("used");
    }
  }

  @Test
  void a_model_of_english_is_asked_about_digits_and_not_about_other_letters() {
    var minilm = new EmbedderConfig.Local(LocalModel.MINILM, null);
    try (var server = TestServer.startWith(folder, minilm)) {
      var token = tenantWith(server, "The code of the door is 4711.");
      assertThat(use(ask(server, token, "4711"))).isEqualTo("used");
      var other = ask(server, token, "Який код дверей, 4711?");
      assertThat(use(other)).as("nothing that could be waited for").isEqualTo("not_known");
      assertThat(other.array("objects").items()).hasSize(1);
      assertThat(use(ask(server, token, "?!"))).isEqualTo("not_known");
    }
  }
}
