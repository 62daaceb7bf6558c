package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What says the same is one hit, under which the others are told.
class QueryFoldingTest extends DoorTest {

  private static final String PUBLIC = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @Test
  void what_says_the_same_is_told_under_the_first_of_them() {
    memory(alice, "mem_1", "The office is in Lviv.", "");
    memory(alice, "mem_2", "the office is in Lviv", "");
    memory(alice, "mem_3", "The office has a garden", "");
    var found = ask(alice, "'query_text':'office Lviv'").list("objects");
    assertThat(ids(found)).containsExactly("mem_1", "mem_3");
    assertThat(duplicates(found.getFirst())).containsExactly("mem_2");
    var other = TestServer.objects(found.getFirst().array("duplicates")).getFirst();
    assertThat(other.names())
        .containsExactly(
            "object_type", "object_id", "text", "version", "score", "source_event_ids");
    assertThat(other.text("text")).isEqualTo("the office is in Lviv");
    assertThat(other.get("version").toString()).isEqualTo("1");
    assertThat(duplicates(found.getLast())).isEmpty();

    var each = ask(alice, "'query_text':'office Lviv','fold':false").list("objects");
    assertThat(ids(each)).containsExactly("mem_1", "mem_2", "mem_3");
    assertThat(each).allMatch(one -> duplicates(one).isEmpty());
  }

  @Test
  void a_message_that_came_twice_names_both_events() {
    for (var id : List.of("evt_1", "evt_2")) {
      var body =
          "{'event_id':'%s','event_type':'user_message','payload':{'text':'The key is under the mat'}}"
              .formatted(id);
      assertThat(server.post(alice, "/v1/events", body).status()).isEqualTo(201);
    }
    var found = ask(alice, "'query_text':'where is the key'").list("objects");
    assertThat(found).hasSize(1);
    var under = TestServer.objects(found.getFirst().array("duplicates"));
    assertThat(found.getFirst().get("source_event_ids").toString() + under)
        .contains("evt_1", "evt_2");
  }

  @Test
  void another_value_is_never_folded() {
    memory(alice, "mem_1", "The budget is 100", "");
    memory(alice, "mem_2", "The budget is 200", "");
    assertThat(ids(ask(alice, "'query_text':'budget'").list("objects")))
        .containsExactlyInAnyOrder("mem_1", "mem_2");
  }

  @Test
  void they_take_no_places_and_pages_fit_together() {
    for (int i = 0; i < 24; i++) {
      memory(alice, "mem_" + (10 + i), "tea of kind " + "abcdefgh".charAt(i % 8), "");
    }
    var whole = ask(alice, "'query_text':'tea','top_k':8");
    assertThat(whole.list("objects")).hasSize(8).allMatch(one -> duplicates(one).size() == 2);
    assertThat(whole.text("next_cursor")).isNull();
    for (int size : List.of(1, 3, 5)) {
      var joined = new ArrayList<JsonObject>();
      for (var page = ask(alice, "'query_text':'tea','top_k':" + size); ; ) {
        assertThat(verified(page)).contains("\"same\":true");
        joined.addAll(page.list("objects"));
        var next = page.text("next_cursor");
        if (next == null) {
          break;
        }
        page = ask(alice, "'query_text':'tea','top_k':" + size + ",'cursor':'" + next + "'");
      }
      assertThat(joined).isEqualTo(whole.list("objects"));
    }
  }

  @Test
  void one_that_goes_between_two_pages_neither_doubles_nor_hides_another() {
    for (var id : List.of("a1", "a2", "b1", "c1", "d1")) {
      memory(alice, id, "tea of kind " + id.charAt(0), "");
    }
    var first = ask(alice, "'query_text':'tea','top_k':2");
    assertThat(ids(first.list("objects"))).containsExactly("a1", "b1");
    server.delete(alice, "/v1/objects/memory/a1");
    var second =
        ask(alice, "'query_text':'tea','top_k':5,'cursor':'" + first.text("next_cursor") + "'");
    assertThat(ids(second.list("objects"))).containsExactly("c1", "d1");
    assertThat(ids(ask(alice, "'query_text':'tea'").list("objects")))
        .containsExactlyInAnyOrder("a2", "b1", "c1", "d1");
  }

  @Test
  void what_somebody_may_not_see_is_not_told_under_what_they_may() {
    memory(bob, "mem_1", "The office is in Lviv.", PUBLIC);
    memory(bob, "mem_2", "The office is in Lviv.", "");
    memory(alice, "mem_3", "The office is in Lviv.", "");
    var found = ask(alice, "'query_text':'office'").list("objects");
    assertThat(ids(found)).containsExactlyInAnyOrder("mem_1", "mem_3");
    assertThat(found).allMatch(one -> duplicates(one).isEmpty());
    var theirs = ask(bob, "'query_text':'office'").list("objects");
    assertThat(ids(theirs)).containsExactly("mem_1");
    assertThat(duplicates(theirs.getFirst())).containsExactly("mem_2");
  }

  @Test
  void a_filter_leaves_out_what_it_leaves_out_here_too() {
    memory(alice, "mem_1", "The office is in Lviv.", ",'tags':['x']");
    memory(alice, "mem_2", "The office is in Lviv.", ",'tags':['y']");
    var found = ask(alice, "'query_text':'office','tags':['y']").list("objects");
    assertThat(ids(found)).containsExactly("mem_2");
    assertThat(duplicates(found.getFirst())).isEmpty();
  }

  @Test
  void what_one_word_turns_into_its_opposite_is_never_folded() {
    var said = "The doctor said that Mr Reiher, since his operation last May, can take ibuprofen";
    memory(alice, "mem_1", said, "");
    memory(alice, "mem_2", said.replace("can take", "can hardly take"), "");
    memory(alice, "mem_3", "Der Arzt sagt, dass Herr Reiher Ibuprofen nehmen darf", "");
    memory(alice, "mem_4", "Der Arzt sagt, dass Herr Reiher Ibuprofen nicht nehmen darf", "");
    assertThat(ids(ask(alice, "'query_text':'Reiher ibuprofen'").list("objects")))
        .containsExactlyInAnyOrder("mem_1", "mem_2", "mem_3", "mem_4");
  }

  @Test
  void what_a_comma_or_an_article_turns_into_its_opposite_is_quoted_too() {
    memory(alice, "mem_1", "No, deploy today.", "");
    memory(alice, "mem_2", "No deploy today.", "");
    memory(alice, "mem_3", "Few friends came to deploy.", "");
    memory(alice, "mem_4", "A few friends came to deploy.", "");
    var answer = ask(alice, "'query_text':'deploy','token_budget':500");
    assertThat(answer.object("context").text("text"))
        .contains("mem_1 \"", "mem_2 \"", "mem_3 \"", "mem_4 \"");
  }

  @Test
  void of_a_long_one_the_beginning_is_told() {
    var text = "tea and 🎉 ".repeat(80);
    memory(alice, "mem_1", text, "");
    memory(alice, "mem_2", text, "");
    var found = ask(alice, "'query_text':'tea'").list("objects").getFirst();
    var other = TestServer.objects(found.array("duplicates")).getFirst();
    assertThat(other.text("text")).isEqualTo(text.substring(0, text.offsetByCodePoints(0, 500)));
  }

  @Test
  void what_is_called_by_its_id_stands_for_itself() {
    memory(alice, "mem_1", "The office is in Lviv.", "");
    memory(alice, "mem_2", "The office is in Lviv.", "");
    var found = ask(alice, "'query_text':'office mem_2'").list("objects");
    assertThat(ids(found)).containsExactly("mem_2", "mem_1");
  }

  @Test
  void a_batch_folds_as_a_question_alone_does() {
    memory(alice, "mem_1", "The office is in Lviv.", "");
    memory(alice, "mem_2", "The office is in Lviv.", "");
    var alone = ask(alice, "'query_text':'office','as_of':'2030-01-01T00:00:00Z'");
    var batch =
        server.post(
            alice,
            "/v1/query/batch",
            "{'queries':[{'query_text':'office','as_of':'2030-01-01T00:00:00Z'},"
                + "{'query_text':'office','fold':false}]}");
    assertThat(batch.list("answers").getFirst().get("objects"))
        .isEqualTo(alone.body().get("objects"));
    assertThat(TestServer.objects(batch.list("answers").getLast().array("objects"))).hasSize(2);
  }

  @Test
  void a_trace_says_how_many_and_whether_it_was_asked_for() {
    memory(alice, "mem_1", "The office is in Lviv.", "");
    memory(alice, "mem_2", "The office is in Lviv.", "");
    for (var fold : List.of(true, false)) {
      var answer = ask(alice, "'query_text':'office','fold':" + fold);
      var trace = answer.object("proof_trace");
      assertThat(trace.object("plan").get("fold")).isEqualTo(Json.of(fold));
      assertThat(trace.get("steps").toString())
          .contains("{\"candidates\":" + (fold ? 1 : 0) + ",\"step\":\"duplicates\"}");
      assertThat(verified(answer)).contains("\"same\":true");
    }
  }

  @Test
  void a_cursor_belongs_to_the_list_that_it_was_cut_of() {
    for (var kind : List.of("a", "b", "c")) {
      memory(alice, "mem_" + kind, "tea of kind " + kind, "");
    }
    var cursor = ask(alice, "'query_text':'tea','top_k':1").text("next_cursor");
    var other =
        server.post(
            alice,
            "/v1/query",
            "{'query_text':'tea','top_k':1,'fold':false,'cursor':'" + cursor + "'}");
    assertThat(other.faults()).containsExactly("cursor.invalid@/cursor");
    assertThat(server.post(alice, "/v1/query", "{'query_text':'tea','fold':1}").faults())
        .containsExactly("field.type@/fold");
  }

  @Test
  void a_successor_that_is_folded_is_told_of_all_the_same() {
    memory(alice, "old", "The office is in Kyiv", "");
    memory(alice, "mem_1", "The office is in Lviv.", "");
    memory(alice, "mem_2", "The office is in Lviv.", "");
    supersede("mem_2", "old");
    var answer = ask(alice, "'query_text':'office in Lviv','token_budget':500");
    var found = answer.list("objects");
    assertThat(ids(found)).containsExactly("mem_1", "old");
    assertThat(duplicates(found.getFirst())).containsExactly("mem_2");
    assertThat(found.getLast().object("superseded_by").text("object_id")).isEqualTo("mem_2");
    assertThat(answer.object("context").text("text"))
        .contains("[1] memory/mem_1 \"", "[2] memory/old (superseded by [1]) \"");
  }

  private void supersede(String from, String to) {
    var made =
        server.post(
            alice,
            "/v1/objects/edge",
            "{'src_type':'memory','src_object_id':'%s','edge_type':'supersedes','dst_type':'memory','dst_object_id':'%s'}"
                .formatted(from, to));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private String verified(TestServer.Answer answer) {
    var trace = JsonObject.of("proof_trace", answer.object("proof_trace"));
    return server.send("POST", alice, "/v1/query/verify", trace.toString()).bodyText();
  }

  private static void memory(String as, String id, String text, String more) {
    var body = "{'memory_id':'" + id + "','content':'" + text + "'" + more + "}";
    var made = server.post(as, "/v1/objects/memory", body);
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  private static TestServer.Answer ask(String as, String question) {
    long head = server.get(as, "/v1/log/head").number("position");
    var answer = server.post(as, "/v1/query", "{" + question + ",'after':" + head + "}");
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer;
  }

  private static List<String> ids(List<JsonObject> objects) {
    return objects.stream().map(each -> each.text("object_id")).toList();
  }

  private static List<String> duplicates(JsonObject found) {
    return ids(TestServer.objects(found.array("duplicates")));
  }
}
