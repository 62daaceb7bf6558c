package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummariesTest extends DoorTest {

  private static final String SUMMARIZE = "/v1/sessions/ses_1/summarize";
  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();

  @Test
  void a_session_is_summarised_without_a_model() {
    var first = say(token, "The kettle is hot. Somebody sneezes.", "");
    var second = say(token, "Tea comes from the hot kettle.", "");

    var made = server.post(token, SUMMARIZE, "{}");

    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.header("Location")).isEqualTo("/v1/objects/memory/" + made.text("object_id"));
    var object = made.object("object");
    assertThat(object.get("level").toString()).isEqualTo("1");
    assertThat(object.text("session_id")).isEqualTo("ses_1");
    assertThat(object.array("source_event_ids").toString())
        .isEqualTo("[\"" + first.text("event_id") + "\",\"" + second.text("event_id") + "\"]");
    assertThat(object.get("is_active").toString()).isEqualTo("true");
    assertThat(made.text("text")).contains("hot kettle");
    assertThat(ids(made.list("sources"))).containsExactly(memoryOf(first), memoryOf(second));
    var edges =
        server
            .get(
                token,
                "/v1/objects/memory/"
                    + made.text("object_id")
                    + "/edges?direction=out&edge_type=summarizes")
            .list("edges");
    assertThat(edges.stream().map(edge -> edge.text("dst_object_id")))
        .containsExactlyInAnyOrder(memoryOf(first), memoryOf(second));
    assertThat(server.get(token, "/v1/objects/memory?session_id=ses_1&level=1").list("objects"))
        .hasSize(1);
  }

  /// Whose record a session or an agent is does not matter to who has something in it.
  @Test
  void who_speaks_in_anothers_session_summarises_what_it_sees_of_it() {
    say(token, "Tea is hidden.", ",'agent_id':'agt_1'");
    var bob = server.newKey(token, "user_bob", "read", "write");
    var absent = server.post(bob, "/v1/sessions/ses_none/summarize", "{}");
    var hidden = server.post(bob, SUMMARIZE, "{}");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.bodyText()).isEqualTo(absent.bodyText());

    var said = say(bob, "Coffee is mine.", ",'agent_id':'agt_1'");
    var made = server.post(bob, SUMMARIZE, "{}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.text("text")).isEqualTo("Coffee is mine.");
    assertThat(made.object("object").array("source_event_ids").toString())
        .isEqualTo("[\"" + said.text("event_id") + "\"]");
    assertThat(server.get(bob, "/v1/objects/session/ses_1").status()).isEqualTo(404);
    assertThat(server.post(bob, SUMMARIZE, "{}").text("code")).isEqualTo("summary.nothing_new");
  }

  @Test
  void a_caller_may_propose_its_own_words() {
    say(token, "Tea.", "");
    var made = server.post(token, SUMMARIZE, "{'text':'It was about tea.'}");
    assertThat(made.text("text")).isEqualTo("It was about tea.");
    var vector = made.object("object").text("content");
    assertThat(
            server
                .get(token, "/v1/objects/embedding/" + vector)
                .object("object")
                .text("original_text"))
        .isEqualTo("It was about tea.");
  }

  @Test
  void what_a_summary_covers_is_not_summarised_again() {
    say(token, "One.", "");
    say(token, "Two.", "");
    say(token, "Three.", "");
    var oldest = server.post(token, SUMMARIZE, "{'max_sources':2}");
    assertThat(oldest.text("text")).isEqualTo("One. Two.");
    var rest = server.post(token, SUMMARIZE, "{}");
    assertThat(rest.text("text")).isEqualTo("Three.");

    var nothing = server.post(token, SUMMARIZE, "{}");
    assertThat(nothing.status()).isEqualTo(409);
    assertThat(nothing.text("code")).isEqualTo("summary.nothing_new");

    server.delete(token, "/v1/objects/memory/" + rest.text("object_id"));
    assertThat(server.post(token, SUMMARIZE, "{}").text("text")).isEqualTo("Three.");
  }

  @Test
  void a_repeated_request_gets_the_first_summary_again() {
    for (int i = 1; i <= 3; i++) {
      say(token, "Cup number " + i + " is full.", "");
    }
    var first = server.post(token, SUMMARIZE, "{}", "Idempotency-Key", "once");
    assertThat(first.status()).as(first.bodyText()).isEqualTo(201);
    assertThat(first.header("Idempotent-Replayed")).isNull();
    var head = server.head(token);
    var again = server.post(token, SUMMARIZE, "{}", "Idempotency-Key", "once");
    assertReplayed(again, first);
    assertThat(server.head(token)).isEqualTo(head);

    say(token, "The pot is empty.", "");
    assertReplayed(server.post(token, SUMMARIZE, "{}", "Idempotency-Key", "once"), first);
    server.delete(token, "/v1/objects/memory/" + first.text("object_id"));
    assertReplayed(server.post(token, SUMMARIZE, "{}", "Idempotency-Key", "once"), first);

    for (var path : List.of(SUMMARIZE, "/v1/sessions/ses_2/summarize")) {
      var body = path.equals(SUMMARIZE) ? "{'text':'Tea.'}" : "{}";
      var other = server.post(token, path, body, "Idempotency-Key", "once");
      assertThat(other.status()).isEqualTo(409);
      assertThat(other.text("code")).isEqualTo("idempotency.key_reused");
    }
    var next = server.post(token, SUMMARIZE, "{}", "Idempotency-Key", "twice");
    assertThat(next.list("sources")).hasSize(4);
    assertThat(server.post(token, SUMMARIZE, "{}", "Idempotency-Key", "thrice").text("code"))
        .isEqualTo("summary.nothing_new");
  }

  private static void assertReplayed(TestServer.Answer again, TestServer.Answer first) {
    assertThat(again.status()).as(again.bodyText()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.body()).isEqualTo(first.body());
  }

  @Test
  void summaries_of_summaries_name_all_events_behind_them() {
    for (int i = 1; i <= 4; i++) {
      say(token, "Cup number " + i + " is full.", "");
      server.post(token, SUMMARIZE, "{}");
    }
    var made = server.post(token, SUMMARIZE, "{'level':2}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.object("object").get("level").toString()).isEqualTo("2");
    assertThat(made.list("sources")).hasSize(4);
    assertThat(made.object("object").array("source_event_ids").items()).hasSize(4);
    assertThat(server.post(token, SUMMARIZE, "{'level':2}").text("code"))
        .isEqualTo("summary.nothing_new");
  }

  @Test
  void a_summary_is_seen_by_those_who_see_every_source() {
    var alice = key("user_alice", "");
    var red = key("user_red", "'team_ids':['team_red'],");
    var both = key("user_both", "'team_ids':['team_red','team_blue'],");
    say(alice, "Everybody knows.", OPEN);
    var open = server.post(alice, SUMMARIZE, "{}");
    assertThat(open.object("access").text("visibility")).isEqualTo("public");

    say(alice, "The red ones know.", acl("'team_red'"));
    say(alice, "Red and blue know.", acl("'team_red','team_blue'"));
    var named = server.post(alice, SUMMARIZE, "{}");
    assertThat(named.object("access").text("visibility")).isEqualTo("confidential");
    var path = "/v1/objects/memory/" + named.text("object_id");
    assertThat(server.get(red, path).status()).isEqualTo(200);
    assertThat(server.get(both, path).status()).isEqualTo(200);

    say(alice, "The blue ones know.", acl("'team_blue'"));
    say(alice, "The red ones know that too.", acl("'team_red'"));
    var nobody = server.post(alice, SUMMARIZE, "{}");
    assertThat(server.get(red, "/v1/objects/memory/" + nobody.text("object_id")).status())
        .isEqualTo(404);
    assertThat(server.get(alice, "/v1/objects/memory/" + nobody.text("object_id")).status())
        .isEqualTo(200);

    say(alice, "Nobody else knows.", ",'visibility':'private'");
    say(alice, "This is no secret.", OPEN);
    var own = server.post(alice, SUMMARIZE, "{}");
    assertThat(own.object("access").text("visibility")).isEqualTo("private");
    var top = server.post(alice, SUMMARIZE, "{'level':2}");
    assertThat(top.object("access").text("visibility")).isEqualTo("private");
    assertThat(server.get(both, "/v1/objects/memory/" + top.text("object_id")).status())
        .isEqualTo(404);
  }

  @Test
  void nobody_summarises_what_they_do_not_see() {
    var alice = key("user_alice", "");
    var bob = key("user_bob", "");
    say(alice, "Open word.", OPEN);
    say(alice, "Hidden word.", ",'visibility':'private'");

    var made = server.post(bob, SUMMARIZE, "{}");

    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.text("text")).isEqualTo("Open word.");
    assertThat(made.object("access").text("owner_id")).isEqualTo("user_bob");
    assertThat(made.list("sources")).hasSize(1);
    // What bob has covered, alice has not.
    assertThat(server.post(alice, SUMMARIZE, "{}").list("sources")).hasSize(2);
  }

  @Test
  void a_session_that_is_hidden_looks_like_none() {
    var alice = key("user_alice", "");
    var bob = key("user_bob", "");
    say(alice, "Hidden.", ",'visibility':'private'");
    var hidden = server.post(bob, SUMMARIZE, "{}");
    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.bodyText())
        .isEqualTo(server.post(bob, "/v1/sessions/ses_0/summarize", "{}").bodyText());
  }

  @Test
  void what_is_not_indexed_is_never_an_input() {
    say(token, "Findable.", "");
    say(token, "Not to be found.", ",'indexed':false");
    var made = server.post(token, SUMMARIZE, "{}");
    assertThat(made.text("text")).isEqualTo("Findable.");
    assertThat(made.list("sources")).hasSize(1);
    assertThat(server.post(token, SUMMARIZE, "{}").status()).isEqualTo(409);
  }

  @Test
  void a_summary_lives_no_longer_than_what_it_is_made_of() {
    say(token, "Short life.", ",'ttl_days':2");
    say(token, "Long life.", ",'ttl_days':9");
    var made = server.post(token, SUMMARIZE, "{}");
    var shortest =
        server
            .get(token, "/v1/objects/memory/" + made.list("sources").getFirst().text("object_id"))
            .object("access")
            .text("expires_at");
    assertThat(made.object("access").text("expires_at")).isEqualTo(shortest).isNotNull();
  }

  @Test
  void a_summary_lies_in_the_workspace_of_its_sources() {
    say(token, "Anywhere.", "");
    say(token, "In the cellar.", ",'workspace_id':'ws_cellar'");
    var made = server.post(token, SUMMARIZE, "{}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    assertThat(made.object("access").text("workspace_id")).isEqualTo("ws_cellar");

    say(token, "In the cellar again.", ",'workspace_id':'ws_cellar'");
    say(token, "In the attic.", ",'workspace_id':'ws_attic'");
    var mixed = server.post(token, SUMMARIZE, "{}");
    assertThat(mixed.status()).isEqualTo(409);
    assertThat(mixed.text("code")).isEqualTo("sources.workspaces");
  }

  @Test
  void what_is_wrong_with_a_wish_is_told_at_once() {
    say(token, "Tea.", "");
    var head = server.head(token);
    var odd =
        server.post(token, SUMMARIZE, "{'level':3,'max_sources':501,'text':' ','tone':'kind'}");
    assertThat(odd.status()).isEqualTo(400);
    assertThat(odd.faults())
        .containsExactlyInAnyOrder(
            "number.range@/level",
            "number.range@/max_sources",
            "field.required@/text",
            "field.unknown@/tone");
    var reader = server.newKey(token, "user_r", "read");
    assertThat(server.post(reader, SUMMARIZE, "{}").status()).isEqualTo(403);
    assertThat(server.head(token)).isEqualTo(head);
  }

  @Test
  void memories_of_a_higher_level_are_made_by_summarising_alone() {
    var forged = server.post(token, "/v1/objects/memory", "{'content':'x','level':1}");
    assertThat(forged.faults()).containsExactly("level.needs_sources@/level");
  }

  private TestServer.Answer say(String as, String text, String more) {
    var made =
        server.post(
            as,
            "/v1/events",
            "{'event_type':'user_message','session_id':'ses_1','payload':{'text':'"
                + text
                + "'}"
                + more
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private static String acl(String teams) {
    return ",'visibility':'confidential','access':{'acl':{'read_team_ids':[" + teams + "]}}";
  }

  private String key(String user, String more) {
    var body =
        "{'name':'k','principal':{'kind':'user','id':'"
            + user
            + "'},"
            + more
            + "'grants':['read','write']}";
    return server.post(token, "/v1/keys", body).text("token");
  }

  private static String memoryOf(TestServer.Answer receipt) {
    return receipt.list("objects").stream()
        .filter(object -> object.text("object_type").equals("memory"))
        .findFirst()
        .orElseThrow()
        .text("object_id");
  }

  private static List<String> ids(List<JsonObject> sources) {
    return sources.stream().map(source -> source.text("object_id")).toList();
  }
}
