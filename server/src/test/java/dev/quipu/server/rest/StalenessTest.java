package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What became of summaries, as their readers see it. Every way to it is in `SummaryRulesTest`.
class StalenessTest extends DoorTest {

  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();
  private final String alice = server.newKey(token, "user_alice", "read", "write");
  private final String bob = server.newKey(token, "user_bob", "read", "write");

  @Test
  void a_changed_text_makes_the_whole_chain_stale() {
    var memory = say("Tea at four.");
    var summary = summarize(alice, 1);
    var top = summarize(alice, 2);
    long before = server.get(alice, top).number("position");

    server.patch(alice, memory, "{'importance':0.9}");
    assertThat(life(alice, summary)).isEqualTo("active");

    server.patch(alice, memory, "{'content':'Tea at five.'}");

    assertThat(life(alice, memory)).isEqualTo("active");
    assertThat(life(alice, summary)).isEqualTo("stale");
    assertThat(life(alice, top)).isEqualTo("stale");
    assertThat(server.get(alice, top).object("object").get("is_active").toString())
        .isEqualTo("false");
    assertThat(life(alice, top + "?as_known_at=" + before)).isEqualTo("active");
    assertThat(
            server
                .get(alice, "/v1/objects/memory?session_id=ses_1&lifecycle=stale")
                .list("objects"))
        .hasSize(2);
  }

  @Test
  void a_deleted_source_makes_the_chain_stale() {
    var memory = say("Tea.");
    var summary = summarize(alice, 1);
    server.delete(alice, memory);
    assertThat(life(alice, summary)).isEqualTo("stale");
  }

  @Test
  void a_superseded_source_makes_the_chain_stale_and_is_stale_itself() {
    var memory = say("Tea.");
    var summary = summarize(alice, 1);
    var top = summarize(alice, 2);
    var superseding =
        server.post(
            alice,
            "/v1/events",
            "{'event_type':'user_message','session_id':'ses_1','payload':{'text':'Coffee.',"
                + "'edges':[{'edge_type':'supersedes','dst_type':'memory','dst_object_id':'"
                + memory.substring(memory.lastIndexOf('/') + 1)
                + "'}]}}");
    assertThat(superseding.status()).as(superseding.bodyText()).isEqualTo(201);
    assertThat(life(alice, memory)).isEqualTo("stale");
    assertThat(life(alice, summary)).isEqualTo("stale");
    assertThat(life(alice, top)).isEqualTo("stale");

    // What is left can be summarised anew: only the coffee.
    var anew = server.post(alice, "/v1/sessions/ses_1/summarize", "{}");
    assertThat(anew.text("text")).isEqualTo("Coffee.");
  }

  @Test
  void a_receipt_does_not_tell_of_a_foreign_summary_that_became_stale() {
    var memory = say("Tea.");
    server.post(
        bob,
        "/v1/events",
        "{'event_type':'note','session_id':'ses_1','visibility':'private','payload':{'text':'Mine.'}}");
    var foreign = summarize(bob, 1);
    assertThat(server.get(alice, foreign).status()).isEqualTo(404);
    var id = foreign.substring(foreign.lastIndexOf('/') + 1);

    server.patch(alice, memory, "{'content':'Coffee.'}");

    assertThat(life(bob, foreign)).isEqualTo("stale");
    var events = server.get(alice, "/v1/events?limit=100").bodyText();
    assertThat(events).doesNotContain(id);
    var proof = server.get(alice, memory + "/proof");
    assertThat(proof.status()).isEqualTo(200);
    assertThat(proof.bodyText()).doesNotContain(id);
  }

  private String say(String text) {
    var made =
        server.post(
            alice,
            "/v1/events",
            "{'event_type':'user_message','session_id':'ses_1','payload':{'text':'"
                + text
                + "'}"
                + OPEN
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return "/v1/objects/memory/"
        + made.list("objects").stream()
            .filter(object -> object.text("object_type").equals("memory"))
            .findFirst()
            .orElseThrow()
            .text("object_id");
  }

  private static String summarize(String as, int level) {
    var made = server.post(as, "/v1/sessions/ses_1/summarize", "{'level':" + level + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return "/v1/objects/memory/" + made.text("object_id");
  }

  private static String life(String as, String path) {
    return server.get(as, path).text("lifecycle");
  }
}
