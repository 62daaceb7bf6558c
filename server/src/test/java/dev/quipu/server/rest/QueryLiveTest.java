package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A standing question is answered as things become known, to each what is theirs.
@Timeout(60)
class QueryLiveTest extends DoorTest {

  private static final String PUBLIC = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @Test
  void matches_arrive_as_they_become_known_and_others_do_not() throws Exception {
    say("tea before", "");
    try (var stream = Frames.open(server, alice, "/v1/query/live?query_text=tea")) {
      assertThat(stream.status()).isEqualTo(200);
      say("coffee", "");
      say("tea with milk", "");
      var match = stream.next();
      assertThat(match.event()).isEqualTo("match");
      assertThat(match.json().text("text")).isEqualTo("tea with milk");
    }
  }

  @Test
  void a_stranger_is_told_only_what_is_shared() throws Exception {
    try (var stream = Frames.open(server, bob, "/v1/query/live?query_text=tea")) {
      say("tea of my own", "");
      say("tea for everybody", PUBLIC);
      assertThat(stream.next().json().text("text")).isEqualTo("tea for everybody");
    }
  }

  @Test
  void who_comes_back_after_the_last_match_misses_nothing_and_hears_nothing_twice()
      throws Exception {
    var first = say("tea one", "");
    say("tea two", "");
    say("tea three", "");
    try (var stream = open(Long.toString(first - 1))) {
      for (int i = 0; i < 3; i++) {
        var match = stream.next();
        // matches that became known together are one step: only the last tells where to go on
        assertThat(match.id()).isEqualTo(i == 2 ? head() : null);
      }
    }
    say("tea four", "");
    try (var stream = open(Long.toString(first + 2))) {
      assertThat(stream.next().json().text("text")).isEqualTo("tea four");
    }
  }

  @Test
  void filters_count_as_in_a_question() throws Exception {
    var question = "{\"query_text\":\"tea\",\"session_ids\":[\"ses_1\"]}";
    var query = URLEncoder.encode(question, StandardCharsets.UTF_8);
    try (var stream = Frames.open(server, alice, "/v1/query/live?query=" + query)) {
      say("tea elsewhere", ",'session_id':'ses_2'");
      say("tea here", ",'session_id':'ses_1'");
      assertThat(stream.next().json().text("text")).isEqualTo("tea here");
    }
  }

  @Test
  void what_the_same_question_would_not_find_is_not_told() throws Exception {
    say("Kovalenko signed the contract", "");
    var text = "the contract with Kovalenko";
    var query = URLEncoder.encode(text, StandardCharsets.UTF_8);
    try (var stream = Frames.open(server, alice, "/v1/query/live?query_text=" + query)) {
      say("Contractor came by", "");
      var asked = "{'query_text':'" + text + "','after':" + head() + "}";
      assertThat(server.post(alice, "/v1/query", asked).bodyText()).doesNotContain("came by");
      say("Kovalenko came by", "");
      assertThat(stream.next().json().text("text")).isEqualTo("Kovalenko came by");
    }
  }

  @Test
  void a_word_that_stands_nowhere_is_heard_in_other_forms() throws Exception {
    try (var stream = Frames.open(server, alice, "/v1/query/live?query_text=contract")) {
      say("Contractor came by", "");
      assertThat(stream.next().json().text("text")).isEqualTo("Contractor came by");
    }
  }

  @Test
  void what_may_not_be_asked_is_refused_at_once() {
    var bound =
        server
            .post(
                token,
                "/v1/keys",
                "{'name':'k','principal':{'kind':'user','id':'user_alice'},'grants':['read'],"
                    + "'allowed_agent_ids':['agt_1']}")
            .text("token");
    var query = URLEncoder.encode("{\"agent_ids\":[\"agt_2\"]}", StandardCharsets.UTF_8);
    var refused = server.get(bound, "/v1/query/live?query=" + query);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text("code")).isEqualTo("agents.not_allowed");
    var faulty = URLEncoder.encode("{\"top_k\":0,\"tags\":[]}", StandardCharsets.UTF_8);
    assertThat(server.get(alice, "/v1/query/live?query=" + faulty).faults())
        .containsExactlyInAnyOrder("number.range@/top_k", "list.length@/tags");
    var writer = server.newKey(token, "user_alice", "write");
    assertThat(server.get(writer, "/v1/query/live?query_text=tea").status()).isEqualTo(403);
  }

  @Test
  void a_revoked_key_hears_no_more() throws Exception {
    var made =
        server.post(
            token,
            "/v1/keys",
            "{'name':'k','principal':{'kind':'user','id':'user_carol'},'grants':['read']}");
    try (var stream = Frames.open(server, made.text("token"), "/v1/query/live?query_text=tea")) {
      server.delete(token, "/v1/keys/" + made.text("key_id"));
      say("tea for everybody", PUBLIC);
      var end = stream.next();
      assertThat(end.event()).isEqualTo("end");
      assertThat(end.json().text("code")).isEqualTo("token.refused");
    }
  }

  @Test
  void a_standing_question_has_no_times_and_is_asked_once() {
    assertThat(server.get(alice, "/v1/query/live?query_text=a&query=%7B%7D").faults())
        .containsExactly("query.twice@/query");
    for (var odd :
        new String[] {"{\"as_known_at\":1}", "{\"cursor\":\"x\"}", "{\"record\":true}"}) {
      var query = URLEncoder.encode(odd, StandardCharsets.UTF_8);
      assertThat(server.get(alice, "/v1/query/live?query=" + query).faults())
          .containsExactly("live.timeless@/query");
    }
    assertThat(server.get(alice, "/v1/query/live?query=tea").status()).isEqualTo(400);
    assertThat(server.get(alice, "/v1/query/live?colour=red").faults())
        .containsExactly("parameter.unknown@/colour");
    assertThat(server.get(alice, "/v1/query/live", "Last-Event-ID", "999999").status())
        .isEqualTo(400);
  }

  private Frames open(String after) throws Exception {
    return Frames.open(server, alice, "/v1/query/live?query_text=tea", "Last-Event-ID", after);
  }

  private String head() {
    return Long.toString(server.get(alice, "/v1/log/head").number("position"));
  }

  private long say(String text, String more) {
    var said =
        server.post(
            alice,
            "/v1/events",
            "{'event_type':'user_message','payload':{'text':'" + text + "'}" + more + "}");
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
    return said.number("position");
  }
}
