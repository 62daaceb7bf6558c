package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import org.junit.jupiter.api.Test;

/// Within what the same content is one payload.
class PayloadScopeTest extends DoorTest {

  private final String token = server.newTenant();

  private static String note(String more, String beside) {
    return "{'capability_id':'neotoma:store_note:v1','body':{'title':'Plan','content':'Ropes'"
        + more
        + "},'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
        + "'extractor_version':'t1'}"
        + beside
        + "}";
  }

  private String boundTo(String workspace) {
    return server
        .post(
            token,
            "/v1/keys",
            "{'name':'k','principal':{'kind':'user','id':'anna'},'grants':['read','write'],"
                + "'workspace_ids':['"
                + workspace
                + "']}")
        .text("token");
  }

  private TestServer.Answer submit(String key, String envelope) {
    var answer = server.post(key, "/v1/payloads", envelope);
    assertThat(answer.status()).as(answer.bodyText()).isBetween(200, 201);
    return answer;
  }

  @Test
  void the_same_content_in_another_workspace_is_another_payload() {
    var one = boundTo("ws1");
    var two = boundTo("ws2");
    var first = submit(one, note(",'mood':'calm'", ",'workspace_id':'ws1'"));

    var tried = server.post(two, "/v1/payloads?dry_run=true", note("", ",'workspace_id':'ws2'"));
    var second = submit(two, note(",'mood':'calm'", ",'workspace_id':'ws2'"));
    var again = submit(two, note(",'mood':'calm'", ",'workspace_id':'ws2'"));

    assertThat(tried.body().get("created")).isEqualTo(Json.of(true));
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text("payload_content_id")).isEqualTo(first.text("payload_content_id"));
    assertThat(second.text("payload_id")).isNotEqualTo(first.text("payload_id"));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("payload_id")).isEqualTo(second.text("payload_id"));
    for (var id : new String[] {"payload_id", "payload_content_id", "payload_submission_id"}) {
      assertThat(server.get(two, "/v1/payloads/" + second.text(id)).text("payload_id"))
          .as(id)
          .isEqualTo(second.text("payload_id"));
    }
    assertThat(server.get(two, "/v1/payloads/" + first.text("payload_id")).status()).isEqualTo(404);
  }

  @Test
  void a_client_request_id_is_nothing_to_another_workspace() {
    var named = ",'client_request_id':'r1','workspace_id':'%s'";
    var first = submit(boundTo("ws1"), note("", named.formatted("ws1")));

    var second = submit(boundTo("ws2"), note(",'mood':'calm'", named.formatted("ws2")));
    var again = submit(boundTo("ws2"), note(",'mood':'calm'", named.formatted("ws2")));

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text("payload_id")).isNotEqualTo(first.text("payload_id"));
    assertThat(again.text("payload_submission_id")).isEqualTo(second.text("payload_submission_id"));
    assertThat(
            server
                .post(boundTo("ws2"), "/v1/payloads", note("", named.formatted("ws2")))
                .text("code"))
        .isEqualTo("request.reused");
  }

  @Test
  void who_submits_in_anothers_name_learns_nothing_of_what_that_one_has_told() {
    var anna = server.newKey(token, "anna", "read", "write");
    var inHerName =
        ",'visibility':'private','access':{'owner_kind':'user','owner_id':'anna'},"
            + "'client_request_id':'r1'";
    var own = submit(anna, note(",'mood':'calm'", ",'client_request_id':'r1'"));

    var imported = submit(token, note("", inHerName));
    var again = submit(token, note("", inHerName));
    var richer = submit(token, note(",'mood':'calm'", inHerName.replace("r1", "r2")));

    assertThat(imported.status()).isEqualTo(201);
    assertThat(imported.text("payload_id")).isNotEqualTo(own.text("payload_id"));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("payload_id")).isEqualTo(imported.text("payload_id"));
    assertThat(richer.body().array("enriched").texts()).containsExactly("mood");
    var hers = submit(anna, note(",'mood':'calm'", ""));
    assertThat(hers.text("payload_id")).isEqualTo(own.text("payload_id"));
    assertThat(server.get(anna, "/v1/payloads").list("payloads")).hasSize(3);
  }
}
