package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which payloads an entity has after some of its observations were found to speak of another.
class SplitPayloadsTest extends DoorTest {

  private final String token = server.newTenant();
  private final String acme = company("Acme");
  private final String lima = company("Acme of Lima");

  private static String company(String name) {
    return EntityId.of("company", EntityName.normal("company", name)).value();
  }

  private TestServer.Answer submit(String capability, String body, String at) {
    var made =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'neotoma:"
                + capability
                + ":v1','body':"
                + body
                + ",'provenance':{'source_refs':[],'extracted_at':'"
                + at
                + "','extractor_version':'t1'}}");
    assertThat(made.status()).as(made.bodyText()).isBetween(200, 201);
    return made;
  }

  private String invoice(int number) {
    return submit(
            "store_invoice",
            "{'invoice_number':'" + number + "','vendor_name':'Acme'}",
            "2025-01-0" + number + "T00:00:00Z")
        .text("payload_id");
  }

  private void splitToLima(String... payloads) {
    var split =
        server.post(
            token,
            "/v1/entities/" + acme + "/split",
            "{'payloads':['" + String.join("','", payloads) + "'],'name':'Acme of Lima'}");
    assertThat(split.status()).as(split.bodyText()).isEqualTo(200);
  }

  private List<String> payloads(String entity, String query) {
    var found = new ArrayList<String>();
    var path = "/v1/payloads?entity_id=" + entity + query;
    for (var page = server.get(token, path); ; ) {
      page.list("payloads").forEach(each -> found.add(each.text("payload_id")));
      var cursor = page.text("next_cursor");
      if (cursor == null) {
        return found;
      }
      page = server.get(token, path + "&cursor=" + cursor);
    }
  }

  @Test
  void payloads_are_listed_with_the_entity_that_they_speak_of_by_now() {
    var one = invoice(1);
    var two = invoice(2);
    var three = invoice(3);
    var four = invoice(4);
    var before = server.get(token, "/v1/log/head").number("position");
    splitToLima(two, four);

    assertThat(payloads(acme, "")).containsExactly(one, three);
    assertThat(payloads(lima, "")).containsExactly(two, four);
    assertThat(payloads(lima, "&limit=1")).containsExactly(two, four);
    assertThat(payloads(lima, "&order=desc&limit=1")).containsExactly(four, two);
    assertThat(payloads(lima, "&from=2025-01-03T00:00:00Z")).containsExactly(four);
    assertThat(payloads(lima, "&to=2025-01-03T00:00:00Z&order=desc")).containsExactly(two);
    assertThat(payloads(lima, "&capability_id=neotoma:store_invoice:v1"))
        .containsExactly(two, four);
    assertThat(payloads(lima, "&capability_id=neotoma:store_receipt:v1")).isEmpty();
    assertThat(payloads(acme, "&as_known_at=" + before)).containsExactly(one, two, three, four);
    assertThat(payloads(lima, "&as_known_at=" + before)).isEmpty();
  }

  @Test
  void an_entity_of_which_nothing_is_left_has_no_payloads_either() {
    var only = invoice(1);
    splitToLima(only);

    assertThat(server.get(token, "/v1/entities/" + acme).status()).isEqualTo(404);
    assertThat(payloads(acme, "")).isEmpty();
    assertThat(payloads(lima, "")).containsExactly(only);
  }

  @Test
  void a_survivor_has_the_payloads_of_all_that_it_was_found_to_be() {
    var one = invoice(1);
    var two =
        submit(
                "store_invoice",
                "{'invoice_number':'2','vendor_name':'Acme of Lima'}",
                "2025-01-02T00:00:00Z")
            .text("payload_id");
    server.post(token, "/v1/entities/" + lima + "/merge", "{'into':'" + acme + "'}");

    assertThat(payloads(acme, "")).containsExactly(one, two);
    assertThat(payloads(lima, "&order=desc")).containsExactly(two, one);
  }

  @Test
  void what_is_added_to_a_payload_goes_where_the_payload_has_gone() {
    var note = "{'title':'Plan','content':'Ropes'}";
    var first = submit("store_note", note, "2025-01-01T00:00:00Z");
    var plan = first.list("entities").getFirst().text("entity_id");
    submit("store_note", "{'title':'Plan','content':'Knots'}", "2025-01-02T00:00:00Z");
    var split =
        server.post(
            token,
            "/v1/entities/" + plan + "/split",
            "{'payloads':['" + first.text("payload_id") + "'],'name':'Plan of ropes'}");
    var ropes = split.text("entity_id");
    assertThat(ropes).isNotEqualTo(plan);

    var richer =
        submit(
            "store_note",
            "{'title':'Plan','content':'Ropes','mood':'calm'}",
            "2025-01-03T00:00:00Z");

    assertThat(richer.body().array("enriched").texts()).containsExactly("mood");
    assertThat(richer.list("entities").getFirst().text("entity_id")).isEqualTo(ropes);
    assertThat(snapshot(ropes).text("mood")).isEqualTo("calm");
    assertThat(snapshot(plan).names()).doesNotContain("mood");
    assertThat(server.get(token, "/v1/entities/" + ropes).text("name")).isEqualTo("Plan of ropes");
    assertThat(payloads(ropes, ""))
        .containsExactly(first.text("payload_id"), first.text("payload_id"));
    assertThat(
            server
                .get(token, "/v1/payloads/" + first.text("payload_id"))
                .object("embedding")
                .text("memory_id"))
        .isEqualTo("mem_" + ropes);
  }

  private JsonObject snapshot(String entity) {
    return server.get(token, "/v1/entities/" + entity).object("snapshot");
  }
}
