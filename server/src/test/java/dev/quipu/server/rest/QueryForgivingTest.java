package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Words that are not there are looked for by their beginnings and with a typing error, among what
/// is asked for.
class QueryForgivingTest extends DoorTest {

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @Test
  void a_word_that_only_what_is_left_out_has_is_forgiven_too() {
    say(alice, "the kettle is red", "ses_1");
    say(alice, "the kettel is blue", "ses_2");
    assertThat(texts("'query_text':'kettel'")).containsExactly("the kettel is blue");
    assertThat(texts("'query_text':'kettel','session_ids':['ses_1']"))
        .containsExactly("the kettle is red");
    assertThat(texts("'query_text':'kett','session_ids':['ses_2']"))
        .containsExactly("the kettel is blue");
  }

  @Test
  void a_slip_in_the_first_letter_is_forgiven_if_nothing_else_is_like_the_word() {
    say(alice, "the kettle is red", "ses_1");
    say(alice, "a jettison", "ses_2");
    for (var slip : List.of("jettle", "ettle", "ekttle", "xkettle", "kettel", "kettl")) {
      assertThat(texts("'query_text':'" + slip + "'"))
          .as(slip)
          .containsExactly("the kettle is red");
    }
    assertThat(texts("'query_text':'jetti'")).containsExactly("a jettison");
    for (var other : List.of("jetle", "xettly", "ettl")) {
      assertThat(texts("'query_text':'" + other + "'")).as(other).isEmpty();
    }
  }

  @Test
  void a_slip_in_a_word_is_forgiven_in_whatever_form_it_stands() {
    say(alice, "копія документа в шухляді", "ses_1");
    assertThat(texts("'query_text':'докмент'")).containsExactly("копія документа в шухляді");
    assertThat(texts("'query_text':'докумнт'")).containsExactly("копія документа в шухляді");
  }

  @Test
  void words_that_are_left_out_do_not_crowd_out_those_that_pass() {
    say(alice, "a kettledrum", "ses_1");
    for (int i = 0; i < 12; i++) {
      say(alice, "kettle" + (char) ('a' + i), "ses_2");
      say(alice, "kettle" + (char) ('a' + i), "ses_2");
    }
    assertThat(texts("'query_text':'kettl','session_ids':['ses_1']"))
        .containsExactly("a kettledrum");
  }

  @Test
  void filters_that_say_the_same_forgive_alike() {
    say(alice, "the kettle is red", "ses_1");
    say(alice, "two kettles and a pot", "ses_1");
    say(alice, "the kettel is blue", "ses_2");
    var then = "'query_text':'kettel red','as_of':'2030-01-01T00:00:00Z'";
    var plain = objects(then + ",'session_ids':['ses_1']");
    assertThat(plain).isNotEmpty();
    for (var same :
        List.of(
            "'session_ids':['ses_1','ses_9']",
            "'session_ids':['ses_1'],'object_types':['memory']",
            "'session_ids':['ses_1'],'time_window':{'from':'2000-01-01T00:00:00Z'}")) {
      assertThat(objects(then + "," + same)).as(same).isEqualTo(plain);
    }
  }

  @Test
  void what_others_write_changes_nothing_of_it() {
    say(alice, "the kettle is red", "ses_1");
    say(alice, "the kettel is blue", "ses_2");
    var asked = "'query_text':'kettel','as_of':'2030-01-01T00:00:00Z','session_ids':['ses_1']";
    var before = objects(asked);
    for (int i = 0; i < 12; i++) {
      say(bob, "kettel kettele kettell", "ses_bob");
    }
    assertThat(before).isNotEmpty();
    assertThat(objects(asked)).isEqualTo(before);
  }

  @Test
  void however_many_such_words_others_have_ones_own_are_found() {
    var many = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      many.append("kettle");
      for (int rest = i, letter = 0; letter < 4; letter++, rest /= 26) {
        many.append((char) ('a' + rest % 26));
      }
      many.append(' ');
    }
    say(bob, many.toString(), "ses_bob");
    say(alice, "a kettlezzzz", "ses_1");
    assertThat(texts("'query_text':'kettle'")).containsExactly("a kettlezzzz");
  }

  private List<String> objects(String body) {
    return ask(body).list("objects").stream().map(JsonObject::toString).toList();
  }

  private List<String> texts(String body) {
    return ask(body).list("objects").stream().map(each -> each.text("text")).toList();
  }

  private static void say(String key, String text, String session) {
    var said =
        server.post(
            key,
            "/v1/events",
            "{'event_type':'user_message','payload':{'text':'%s'},'session_id':'%s'}"
                .formatted(text, session));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
  }

  private TestServer.Answer ask(String body) {
    long head = server.get(token, "/v1/log/head").number("position");
    var answer = server.post(alice, "/v1/query", "{" + body + ",'after':" + head + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }
}
