package dev.quipu.server.rest;

import static dev.quipu.server.rest.SeedWorld.AT;
import static dev.quipu.server.rest.SeedWorld.all;
import static dev.quipu.server.rest.SeedWorld.envelope;
import static dev.quipu.server.rest.SeedWorld.own;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The sentences of seed 002's "Success Criteria" and "Design Decisions", each by its own test, in
/// their order and in their words.
///
/// Where the seed says MCP this is the same action over HTTP; tools and the UI are shown where they
/// are. What the system behind the seed got wrong: [NeotomaDefectsTest].
class PayloadSeedTest extends DoorTest {

  private static final String ALPHA =
      "{'title':'Project Alpha','content':'Project notes...',"
          + "'tasks':['Design UI','Implement API','Write tests']}";

  private final String token = server.newTenant();
  private final SeedWorld world = new SeedWorld(server, token);

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
    var one = world.submit("store_receipt", "{'receipt_number':'R-1','vendor_name':'Café'}");
    var same = world.submit("store_receipt", "{'vendor_name':' CAFÉ ','receipt_number':'r-1'}");

    assertThat(same.text("payload_id")).isEqualTo(one.text("payload_id"));
    assertThat(same.text("payload_content_id")).isEqualTo(one.text("payload_content_id"));
  }

  @Test
  void payloads_compile_into_observations_entities_and_snapshots() {
    var made = world.submit("store_transaction", "{'transaction_id':'TX-1','amount':5}");

    assertThat(made.list("observations")).isNotEmpty();
    assertThat(world.snapshot(own(made)).get("amount")).isEqualTo(Json.of(5));
  }

  @Test
  void file_uploads_create_payloads() {
    var body = "{'title':'Project Alpha','content':'Notes','tasks':['Design UI']}";
    var sent = world.upload("alpha.json", body.replace('\'', '"'));

    var payload = sent.list("payloads").getFirst();
    assertThat(
            server.get(token, "/v1/payloads/" + payload.text("payload_id")).text("capability_id"))
        .isEqualTo("neotoma:store_note:v1");
    var submitted = world.submit("store_note", body);
    assertThat(all(submitted, "entities", "entity_id"))
        .isEqualTo(
            TestServer.objects(payload.array("entities")).stream()
                .map(each -> each.text("entity_id"))
                .toList());
  }

  @Test
  void observations_reference_source_payload_id() {
    var made = world.submit("store_note", ALPHA);

    assertThat(made.list("observations")).hasSize(4);
    for (var each : made.list("observations")) {
      var observation = server.get(token, "/v1/observations/" + each.text("observation_id"));
      assertThat(observation.text("source_payload_id")).isEqualTo(made.text("payload_id"));
    }
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
      assertThat(world.submit(capability, "{}").list("entities")).as(capability).hasSize(1);
    }
  }

  @Test
  void multi_entity_extraction_is_supported_as_in_the_note_with_tasks() {
    var made = world.submit("store_note", ALPHA);

    assertThat(made.list("entities"))
        .extracting(each -> each.text("entity_type") + " " + each.text("name"))
        .containsExactly(
            "note Project Alpha", "task Design UI", "task Implement API", "task Write tests");
    for (var each : made.list("entities")) {
      assertThat(server.get(token, "/v1/entities/" + each.text("entity_id")).text("name"))
          .isEqualTo(each.text("name"));
    }
  }

  @Test
  void a_contract_has_its_parties_as_companies() {
    var made =
        world.submit("store_contract", "{'contract_number':'C-1','parties':['A Inc','B Ltd']}");

    assertThat(all(made, "entities", "entity_type"))
        .containsExactly("contract", "company", "company");
    assertThat(all(made, "relationships", "type")).containsExactly("PARTY_TO", "PARTY_TO");
  }

  // ── design decisions ──

  @Test
  void payloads_are_stored_once_for_each_payload_content_id() {
    var first = world.submit("store_note", ALPHA);
    var again =
        world.send(
            token,
            envelope("store_note", ALPHA, "", "2025-06-01T00:00:00Z")
                .replace("'extractor_version'", "'agent_id':'agt_b','extractor_version'"));
    var other = world.submit("store_note", ALPHA.replace("Write tests", "Write docs"));

    assertThat(again.body().get("created")).isEqualTo(Json.of(false));
    assertThat(all(server.get(token, "/v1/payloads"), "payloads", "payload_content_id"))
        .containsExactly(first.text("payload_content_id"), other.text("payload_content_id"));
    assertThat(
            server
                .get(token, "/v1/payloads/" + first.text("payload_content_id"))
                .text("payload_submission_id"))
        .isEqualTo(first.text("payload_submission_id"));
  }

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
    var one = world.submit("store_note", "{'title':'1'}").text("payload_id");
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

  @Test
  void the_layers_are_payload_observation_entity_and_snapshot() {
    var made = world.submit("store_note", ALPHA);

    var chain = server.get(token, "/v1/payloads/" + made.text("payload_id") + "/chain");
    assertThat(chain.object("payload").text("payload_id")).isEqualTo(made.text("payload_id"));
    var observation = chain.list("observations").getFirst();
    assertThat(observation.object("fields").text("content")).isEqualTo("Project notes...");
    var entity = chain.list("entities").getFirst();
    assertThat(entity.text("entity_id")).isEqualTo(observation.text("entity_id"));
    assertThat(entity.object("snapshot").text("content")).isEqualTo("Project notes...");
    assertThat(entity.object("provenance").text("content"))
        .isEqualTo(observation.text("observation_id"));
    assertThat(observation.text("source_payload_id")).isEqualTo(made.text("payload_id"));
  }

  @Test
  void file_uploads_and_agent_submissions_both_create_payloads() {
    var agents = world.submit("store_note", "{'title':'Told'}").text("payload_id");
    var files =
        world
            .upload("read.json", "{\"title\":\"Read\",\"content\":\"In a file\"}")
            .list("payloads")
            .getFirst()
            .text("payload_id");

    var listed = server.get(token, "/v1/payloads");
    assertThat(all(listed, "payloads", "payload_id")).containsExactly(agents, files);
    assertThat(all(listed, "payloads", "capability_id")).containsOnly("neotoma:store_note:v1");
    assertThat(all(server.get(token, "/v1/entities?entity_type=note"), "entities", "name"))
        .containsExactly("Told", "Read");
  }

  @Test
  void source_payload_id_replaces_source_record_id() {
    var made = world.submit("store_note", "{'title':'T','date':'2025-01-10'}");

    var observation =
        server.get(
            token,
            "/v1/observations/" + made.list("observations").getFirst().text("observation_id"));
    var provenance = server.get(token, own(made) + "/provenance/title").list("sources").getFirst();
    var event = world.year(2025).list("events").getFirst();
    for (var each : List.of(observation.body(), provenance, event)) {
      assertThat(each.text("source_payload_id")).isEqualTo(made.text("payload_id"));
      assertThat(each.names()).doesNotContain("source_record_id");
    }
  }

  @Test
  void every_payload_extracts_its_own_entity_whatever_else_it_names() {
    var made = world.submit("store_invoice", "{'vendor_name':'n/a','unheard':[{}]}");

    assertThat(all(made, "entities", "entity_type")).containsExactly("invoice");
    assertThat(server.get(token, own(made)).object("snapshot").names())
        .containsExactlyInAnyOrder("vendor_name", "unheard");
  }

  // ── what stands behind them ──

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
}
