package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The sentences of seed 002's "Success Criteria" and "Design Decisions", and the defects that its
/// system had (reference, section 10), each by its own test.
class PayloadSeedTest extends DoorTest {

  private static final String AT = "2025-01-15T10:00:00Z";

  private final String token = server.newTenant();

  private static String envelope(String capability, String body, String refs, String at) {
    return "{'capability_id':'neotoma:"
        + capability
        + ":v1','body':"
        + body
        + ",'provenance':{'source_refs':["
        + refs
        + "],'extracted_at':'"
        + at
        + "','extractor_version':'seed:v1'}}";
  }

  private TestServer.Answer submit(String capability, String body) {
    return submit(capability, body, AT);
  }

  private TestServer.Answer submit(String capability, String body, String at) {
    return server.post(token, "/v1/payloads", envelope(capability, body, "", at));
  }

  private static String first(TestServer.Answer answer, String list, String member) {
    return answer.list(list).getFirst().text(member);
  }

  private static List<String> all(TestServer.Answer answer, String list, String member) {
    return answer.list(list).stream().map(each -> each.text(member)).toList();
  }

  private String entityOf(TestServer.Answer made) {
    return "/v1/entities/" + first(made, "entities", "entity_id");
  }

  private JsonObject snapshot(String entity) {
    return server.get(token, entity).body().object("snapshot");
  }

  // ── success criteria ──

  @Test
  void agents_can_submit_payloads() {
    var made =
        server.post(
            token,
            "/v1/payloads",
            envelope("store_note", "{'title':'T'}", "", AT)
                .replace("'extractor_version'", "'agent_id':'agt_a','extractor_version'"));

    assertThat(made.status()).isEqualTo(201);
    assertThat(server.get(token, "/v1/payloads/" + made.text("payload_id")).status())
        .isEqualTo(200);
  }

  @Test
  void the_same_payload_content_gives_the_same_payload_id() {
    var one = submit("store_receipt", "{'receipt_number':'R-1','vendor_name':'Café'}");
    var same = submit("store_receipt", "{'vendor_name':' CAFÉ ','receipt_number':'r-1'}");

    assertThat(same.text("payload_id")).isEqualTo(one.text("payload_id"));
    assertThat(same.text("payload_content_id")).isEqualTo(one.text("payload_content_id"));
  }

  @Test
  void payloads_compile_into_observations_entities_and_snapshots() {
    var made = submit("store_transaction", "{'transaction_id':'TX-1','amount':5}");

    assertThat(made.list("observations")).isNotEmpty();
    assertThat(snapshot(entityOf(made)).get("amount")).isEqualTo(Json.of(5));
  }

  @Test
  void file_uploads_create_payloads() {
    var body = "{'title':'Project Alpha','content':'Notes','tasks':['Design UI']}";
    var sent =
        server.send(
            "POST",
            token,
            "/v1/files?name=alpha.json",
            body.replace('\'', '"'),
            "Content-Type",
            "");

    assertThat(sent.status()).isEqualTo(201);
    var payload = sent.list("payloads").getFirst();
    assertThat(
            server.get(token, "/v1/payloads/" + payload.text("payload_id")).text("capability_id"))
        .isEqualTo("neotoma:store_note:v1");
    var submitted = submit("store_note", body);
    assertThat(all(submitted, "entities", "entity_id"))
        .isEqualTo(
            TestServer.objects(payload.array("entities")).stream()
                .map(each -> each.text("entity_id"))
                .toList());
  }

  @Test
  void observations_reference_their_source_payload() {
    var made = submit("store_note", "{'title':'T'}");

    var observation =
        server.get(token, "/v1/observations/" + first(made, "observations", "observation_id"));
    assertThat(observation.text("source_payload_id")).isEqualTo(made.text("payload_id"));
    assertThat(observation.body().names()).doesNotContain("source_record_id");
  }

  @Test
  void all_payloads_extract_at_least_one_entity() {
    for (var capability :
        List.of(
            "store_invoice",
            "store_transaction",
            "store_receipt",
            "store_contract",
            "store_note")) {
      assertThat(submit(capability, "{}").list("entities")).as(capability).hasSize(1);
    }
  }

  @Test
  void a_contract_has_its_parties_as_companies() {
    var made = submit("store_contract", "{'contract_number':'C-1','parties':['A Inc','B Ltd']}");

    assertThat(all(made, "entities", "entity_type"))
        .containsExactly("contract", "company", "company");
    assertThat(all(made, "relationships", "type")).containsExactly("PARTY_TO", "PARTY_TO");
  }

  // ── design decisions ──

  @Test
  void a_version_bump_makes_a_new_capability_id() {
    var capability =
        "{'id':'acme:store_x:v1','primary_entity_type':'note','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['title'],'normalize_strings':true,"
            + "'sort_arrays':true},'entity_extraction_rules':[{'extraction_type':'payload_self',"
            + "'entity_type':'note'}]}";

    assertThat(server.post(token, "/v1/capabilities", capability).status()).isEqualTo(201);
    assertThat(server.post(token, "/v1/capabilities", capability).status()).isEqualTo(200);
    var altered = capability.replace("['title']", "['title','content']");
    assertThat(server.post(token, "/v1/capabilities", altered).text("code"))
        .isEqualTo("capability.immutable");
    assertThat(server.post(token, "/v1/capabilities", altered.replace(":v1", ":v2")).status())
        .isEqualTo(201);
    assertThat(
            server
                .post(token, "/v1/capabilities", capability.replace("payload_self", "field_value"))
                .status())
        .isEqualTo(400);
    assertThat(
            server
                .post(token, "/v1/capabilities", capability.replace("acme:", "neotoma:"))
                .status())
        .isEqualTo(403);
  }

  @Test
  void source_refs_are_those_next_to_it_and_the_chain_is_walked_step_by_step() {
    var one = submit("store_note", "{'title':'1'}").text("payload_id");
    var two =
        server
            .post(
                token, "/v1/payloads", envelope("store_note", "{'title':'2'}", "'" + one + "'", AT))
            .text("payload_id");
    var three =
        server
            .post(
                token, "/v1/payloads", envelope("store_note", "{'title':'3'}", "'" + two + "'", AT))
            .text("payload_id");

    var chain = server.get(token, "/v1/payloads/" + three + "/chain");
    assertThat(all(chain, "sources", "payload_id")).containsExactly(two);
    assertThat(all(server.get(token, "/v1/payloads/" + two + "/chain"), "sources", "payload_id"))
        .containsExactly(one);
    assertThat(all(server.get(token, "/v1/payloads/" + two + "/chain"), "derived", "payload_id"))
        .containsExactly(three);
  }

  // ── defects of the system behind the seed ──

  @Test
  void an_unknown_source_looks_like_one_that_is_anothers() {
    var anna = server.newKey(token, "anna", "read", "write");
    var hers =
        server
            .post(anna, "/v1/payloads", envelope("store_note", "{'title':'hers'}", "", AT))
            .text("payload_id");
    var boris = server.newKey(token, "boris", "read", "write");
    var one =
        server.post(
            boris, "/v1/payloads", envelope("store_note", "{'title':'a'}", "'" + hers + "'", AT));
    var other =
        server.post(
            boris,
            "/v1/payloads",
            envelope("store_note", "{'title':'a'}", "'" + hers.replace("pay_", "pax_") + "'", AT));

    assertThat(one.body().get("warnings").toString().replace("pay_", "pax_"))
        .isEqualTo(other.body().get("warnings").toString());
  }

  @Test
  void two_invoices_without_a_number_for_one_customer_stay_two() {
    var one = submit("store_invoice", "{'customer_name':'Bob','amount':1}");
    var two = submit("store_invoice", "{'customer_name':'Bob','amount':2}");

    assertThat(entityOf(one)).isNotEqualTo(entityOf(two));
    assertThat(server.get(token, entityOf(one)).body().get("resolved")).isEqualTo(Json.of(false));
  }

  @Test
  void transactions_at_one_shop_stay_apart() {
    var one = submit("store_transaction", "{'transaction_id':'1','merchant_name':'Shop'}");
    var two = submit("store_transaction", "{'transaction_id':'2','merchant_name':'Shop'}");

    assertThat(entityOf(one)).isNotEqualTo(entityOf(two));
  }

  @Test
  void values_are_kept_as_they_were_sent() {
    var body =
        "{'title':'  Two\\nlines ','content':'0.00012345','tasks':['b','a'],"
            + "'tiny':0.00012345,'when':'not a date'}";
    var made = submit("store_note", body);

    var kept = snapshot(entityOf(made));
    assertThat(kept.text("title")).isEqualTo("  Two\nlines ");
    assertThat(kept.get("tiny")).hasToString("0.00012345");
    assertThat(kept.text("when")).isEqualTo("not a date");
    assertThat(kept.get("tasks")).isEqualTo(JsonArray.of(Json.of("b"), Json.of("a")));
  }

  @Test
  void the_order_of_keys_makes_no_difference() {
    var one = submit("store_note", "{'title':'K','meta':{'a':1,'b':2}}");
    var two = submit("store_note", "{'meta':{'b':2,'a':1},'title':'K'}");

    assertThat(two.text("payload_submission_id")).isEqualTo(one.text("payload_submission_id"));
    assertThat(two.body().array("enriched").texts()).isEmpty();
    assertThat(server.get(token, entityOf(one)).number("observation_count")).isEqualTo(1);
  }

  @Test
  void an_ambiguous_date_is_no_date() {
    submit("store_note", "{'title':'D','one':'01/02/2025','two':'2025-02-01'}");

    var shown = server.get(token, "/v1/timeline?from=2025-01-01T00:00:00Z&to=2025-12-31T00:00:00Z");
    assertThat(all(shown, "events", "field")).containsExactly("two");
  }

  @Test
  void two_invoices_that_differ_in_currency_alone_lose_nothing() {
    var one = submit("store_invoice", "{'invoice_number':'I','vendor_name':'V','currency':'EUR'}");
    var two = submit("store_invoice", "{'invoice_number':'I','vendor_name':'V','currency':'USD'}");

    assertThat(two.body().array("enriched").texts()).containsExactly("currency");
    assertThat(server.get(token, entityOf(one) + "/observations").list("observations")).hasSize(2);
  }

  @Test
  void every_identity_vector_is_reproduced() throws IOException {
    for (var file : List.of("vectors.json", "more-vectors.json")) {
      var vectors = new JsonReader().readObject(Files.readAllBytes(resources().resolve(file)));
      var list = vectors.array("payload_identity");
      for (var item : list == null ? List.<Json>of() : list.items()) {
        var vector = (JsonObject) item;
        var text = vector.text("body_text");
        var envelope =
            "{\"capability_id\":"
                + vector.get("capability_id")
                + ",\"body\":"
                + (text == null ? String.valueOf(vector.get("body")) : text)
                + ",\"provenance\":"
                + vector.get("provenance")
                + "}";
        var answer = server.send("POST", server.newTenant(), "/v1/payloads", envelope);
        assertThat(answer.text("payload_content_id"))
            .as(vector.text("name") + answer.bodyText())
            .isEqualTo(vector.text("payload_content_id"));
      }
    }
  }

  private static Path resources() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("quipu"))) {
      folder = folder.getParent();
    }
    return folder.resolve("wire/src/test/resources/payloads");
  }
}
