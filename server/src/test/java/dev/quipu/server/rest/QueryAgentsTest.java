package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a key that searches the things of some agents only is told beside what it finds.
class QueryAgentsTest extends DoorTest {

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bound =
      server
          .post(
              token,
              "/v1/keys",
              "{'name':'k','principal':{'kind':'user','id':'user_alice'},'grants':['read'],"
                  + "'allowed_agent_ids':['agt_1']}")
          .text("token");

  @BeforeEach
  void things_of_several_agents() {
    say("hello", "agt_1", "");
    say("hello", "agt_2", "");
    memory("mem_mine", "tea", "agt_1");
    memory("mem_theirs", "coffee", "agt_2");
    memory("mem_nobodys", "cocoa", null);
    edge("supports", "mem_theirs", "mem_mine");
    edge("supports", "mem_nobodys", "mem_mine");
    edge("derived_from", "mem_theirs", "mem_nobodys");
  }

  @Test
  void no_edge_leads_to_what_the_key_does_not_search() {
    for (var expand : List.of("", ",'expand':{}", ",'expand':{'hops':3}")) {
      var edges = edgesOf(ask(bound, "'query_text':'tea'" + expand));
      assertThat(edges).as(expand).contains("mem_nobodys").doesNotContain("mem_theirs", "agt_2");
      assertThat(edgesOf(ask(alice, "'query_text':'tea'" + expand))).contains("mem_theirs");
    }
  }

  @Test
  void an_edge_is_found_behind_many_that_are_not_told_of() {
    for (int i = 0; i < 130; i++) {
      memory("mem_" + i, "milk", "agt_2");
      edge("contradicts", "mem_" + i, "mem_mine");
    }
    assertThat(edgesOf(ask(bound, "'query_text':'tea'"))).contains("mem_nobodys");
    assertThat(edgesOf(ask(bound, "'query_text':'tea','expand':{}"))).contains("mem_nobodys");
  }

  @Test
  void the_agents_of_a_question_narrow_what_is_found_and_not_what_is_beside_it() {
    var narrowed = ask(alice, "'query_text':'tea','agent_ids':['agt_1']");
    assertThat(edgesOf(narrowed)).contains("mem_theirs");
    assertThat(edgesOf(ask(bound, "'query_text':'tea','agent_ids':['agt_1']")))
        .contains("mem_nobodys")
        .doesNotContain("mem_theirs");
  }

  @Test
  void an_origin_that_the_key_does_not_search_dangles() {
    var theirs = say("water", "agt_2", "");
    var mine = say("juice", "agt_1", ",'parent_event_id':'" + theirs + "'");
    var asked = "'query_text':'juice','object_types':['event'],'expand':{'hops':2}";
    var seen = ask(alice, asked);
    assertThat(seen.list("provenance").toString()).contains(theirs, "\"dangling\":false");
    assertThat(edgesOf(seen)).contains(theirs);
    var answer = ask(bound, asked);
    assertThat(answer.list("objects"))
        .singleElement()
        .matches(found -> found.text("object_id").equals(mine));
    assertThat(edgesOf(answer)).doesNotContain(theirs, "agt_2");
    assertThat(answer.list("provenance").getFirst().toString())
        .contains(theirs, "\"dangling\":true")
        .doesNotContain("\"dangling\":false");
  }

  @Test
  void a_summary_does_not_name_the_memories_of_others_that_it_is_made_of() {
    say("tea one", "agt_1", ",'session_id':'ses_1'");
    say("tea two", "agt_2", ",'session_id':'ses_1'");
    var made = server.post(alice, "/v1/sessions/ses_1/summarize", "{}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    var theirs = memoryOf("tea two");
    var asked = "'query_text':'tea','memory_types':['semantic','episodic','reflective']";
    assertThat(ask(alice, asked).list("provenance").toString()).contains(theirs);
    var answer = ask(bound, asked);
    assertThat(answer.list("provenance").toString()).contains("summarizes").doesNotContain(theirs);
    assertThat(edgesOf(answer)).doesNotContain(theirs);
  }

  @Test
  void many_questions_at_once_tell_no_more_than_one() {
    var batch =
        server.post(
            bound,
            "/v1/query/batch",
            "{'queries':[{'query_text':'tea','after':"
                + head()
                + "},{'query_text':'cocoa','expand':{'hops':2}}]}");
    assertThat(batch.status()).as(batch.bodyText()).isEqualTo(200);
    assertThat(batch.bodyText()).contains("mem_nobodys").doesNotContain("mem_theirs");
  }

  @Test
  void an_old_position_tells_no_more() {
    long then = head();
    server.send("DELETE", alice, "/v1/objects/memory/mem_theirs", "");
    var answer = ask(bound, "'query_text':'tea','as_known_at':'" + then + "','expand':{'hops':2}");
    assertThat(edgesOf(answer)).contains("mem_nobodys").doesNotContain("mem_theirs");
  }

  private String memoryOf(String text) {
    return ask(alice, "'query_text':'" + text + "'").list("objects").stream()
        .filter(found -> text.equals(found.text("text")))
        .map(found -> found.text("object_id"))
        .findFirst()
        .orElseThrow();
  }

  private static String edgesOf(TestServer.Answer answer) {
    return answer.list("edges").toString();
  }

  private void memory(String id, String content, String agent) {
    var of = agent == null ? "" : ",'agent_id':'" + agent + "'";
    var made =
        server.post(
            alice,
            "/v1/objects/memory",
            "{'memory_id':'" + id + "','content':'" + content + "'" + of + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private void edge(String type, String from, String to) {
    var edge =
        server.post(
            alice,
            "/v1/objects/edge",
            "{'edge_type':'%s','src_type':'memory','src_object_id':'%s',".formatted(type, from)
                + "'dst_type':'memory','dst_object_id':'%s'}".formatted(to));
    assertThat(edge.status()).as(edge.bodyText()).isEqualTo(201);
  }

  private String say(String text, String agent, String more) {
    var said =
        server.post(
            alice,
            "/v1/events",
            "{'event_type':'user_message','payload':{'text':'%s'},'agent_id':'%s'%s}"
                .formatted(text, agent, more));
    assertThat(said.status()).as(said.bodyText()).isEqualTo(201);
    return said.text("event_id");
  }

  private long head() {
    return server.get(token, "/v1/log/head").number("position");
  }

  private TestServer.Answer ask(String key, String body) {
    var answer = server.post(key, "/v1/query", "{" + body + ",'after':" + head() + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }
}
