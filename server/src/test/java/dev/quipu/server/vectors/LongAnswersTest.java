package dev.quipu.server.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.server.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whoever asks for many gets as many as there are, by words and meaning as by meaning alone.
@Timeout(120)
class LongAnswersTest {

  private static final int TAGGED = 260;
  private static final String ASKED = "'query_text':'household accident','tags':['f']";

  @TempDir Path folder;
  private WordsEndpoint endpoint;
  private TestServer server;
  private String token;

  @BeforeEach
  void start() throws IOException {
    endpoint = WordsEndpoint.open();
    server = TestServer.startWith(folder, endpoint.config());
    token = server.newTenant();
    var events =
        IntStream.range(0, TAGGED + 60)
            .mapToObj(LongAnswersTest::event)
            .collect(Collectors.joining(",", "{'events':[", "]}"));
    assertThat(server.post(token, "/v1/events", events).status()).isLessThan(300);
  }

  @AfterEach
  void stop() {
    server.close();
    endpoint.close();
  }

  /// Every third has a word of the question.
  private static String event(int i) {
    return "{'event_type':'note','session_id':'ses_%d','tags':['%s'],'payload':{'text':'%s number %d'}}"
        .formatted(i, i < TAGGED ? "f" : "g", i % 3 == 0 ? "an accident" : "a lamp", i);
  }

  private Answer ask(String question) {
    var answer = server.post(token, "/v1/query", "{" + question + ",'wait_for':'vectors'}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private static List<String> ids(Answer answer) {
    return answer.list("objects").stream().map(found -> found.text("object_id")).toList();
  }

  @Test
  void an_answer_is_as_long_as_it_is_wanted_if_there_is_so_much() {
    for (var ways : List.of("", ",'search':{'by':['vectors']}")) {
      for (int wanted : List.of(99, 100, 150, TAGGED - 1)) {
        var answer = ask(ASKED + ways + ",'top_k':" + wanted);
        assertThat(ids(answer)).hasSize(wanted).doesNotHaveDuplicates();
        assertThat(answer.text("next_cursor")).isNotNull();
      }
      var whole = ask(ASKED + ways + ",'top_k':500");
      assertThat(ids(whole)).hasSize(TAGGED).doesNotHaveDuplicates();
      assertThat(((JsonNumber) whole.object("search").get("eligible")).asLong()).isEqualTo(TAGGED);
      assertThat(whole.text("next_cursor")).isNull();
    }
  }

  @Test
  void pages_together_are_what_one_page_is_and_each_can_be_verified() {
    for (int size : List.of(50, 130)) {
      var whole = ids(ask(ASKED + ",'top_k':500"));
      var paged = new ArrayList<String>();
      var scores = new ArrayList<Double>();
      for (var page = ask(ASKED + ",'top_k':" + size); ; ) {
        paged.addAll(ids(page));
        page.list("objects").forEach(each -> scores.add(((JsonNumber) each.get("score")).value()));
        var trace = JsonObject.of("proof_trace", page.object("proof_trace"));
        var verified = server.send("POST", token, "/v1/query/verify", trace.toString());
        assertThat(verified.bodyText()).contains("\"same\":true");
        var next = page.text("next_cursor");
        if (next == null) {
          break;
        }
        page = ask(ASKED + ",'top_k':" + size + ",'cursor':'" + next + "'");
      }
      assertThat(paged).isEqualTo(whole).hasSize(TAGGED);
      assertThat(scores).isSortedAccordingTo((one, two) -> Double.compare(two, one));
    }
  }
}
