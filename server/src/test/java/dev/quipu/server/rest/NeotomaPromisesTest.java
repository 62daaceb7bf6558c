package dev.quipu.server.rest;

import static dev.quipu.server.rest.SeedWorld.AT;
import static dev.quipu.server.rest.SeedWorld.all;
import static dev.quipu.server.rest.SeedWorld.envelope;
import static dev.quipu.server.rest.SeedWorld.id;
import static dev.quipu.server.rest.SeedWorld.own;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What seed 002 promises and the system behind it never did, by its numbers, each kept here.
///
/// What was to be a tool of MCP there is a route here; tools are shown where MCP is.
class NeotomaPromisesTest extends DoorTest {

  private static final String INVOICE =
      "{'invoice_number':'INV-1','vendor_name':'Acme Corp','amount':5,'date':'2025-01-10'}";

  private final String token = server.newTenant();
  private final SeedWorld world = new SeedWorld(server, token);

  @Test
  void promise_1_an_uploaded_file_becomes_a_payload() {
    var uploaded = world.upload("invoice.json", INVOICE.replace('\'', '"'));

    var payload = uploaded.list("payloads").getFirst().text("payload_id");
    var kept = server.get(token, "/v1/payloads/" + payload);
    assertThat(kept.text("capability_id")).isEqualTo("neotoma:store_invoice:v1");
    assertThat(kept.object("file").text("artifact_id"))
        .isEqualTo(uploaded.object("file").text("artifact_id"));
    assertThat(all(server.get(token, "/v1/payloads"), "payloads", "payload_id"))
        .containsExactly(payload);
  }

  @Test
  void promise_2_a_payload_has_a_summary_and_what_is_embedded_of_it() {
    var made = world.submit("store_invoice", INVOICE);

    var shown = server.get(token, "/v1/payloads/" + made.text("payload_id"));
    assertThat(shown.text("summary")).contains("INV-1", "Acme Corp");
    var embedding = shown.object("embedding");
    assertThat(embedding.text("memory_id")).isEqualTo("mem_" + id(made, 0));
    var vector = server.get(token, "/v1/objects/embedding/" + embedding.text("vector_id"));
    assertThat(vector.status()).isEqualTo(200);
    assertThat(vector.object("object").text("original_text")).contains("INV-1");
  }

  @Test
  void promise_3_what_is_extracted_is_related_to_the_payloads_own_entity() {
    var invoice = world.submit("store_invoice", INVOICE);
    var note = world.submit("store_note", "{'title':'Alpha','tasks':['Design UI']}");

    for (var made : List.of(invoice, note)) {
      var relationship = world.related(id(made, 0)).getFirst();
      assertThat(relationship.text("source_entity_id")).isEqualTo(id(made, 0));
      assertThat(relationship.text("target_entity_id")).isEqualTo(id(made, 1));
      assertThat(server.get(token, relationship.text("provenance_ref")).bodyText())
          .contains(made.text("event_id"));
    }
  }

  @Test
  void promise_4_dates_of_payloads_are_events_of_the_timeline() {
    var made = world.submit("store_invoice", INVOICE);

    var event = world.year(2025).list("events").getFirst();
    assertThat(event.text("event_type")).isEqualTo("InvoiceIssued");
    assertThat(event.text("value")).isEqualTo("2025-01-10");
    assertThat(event.text("entity_id")).isEqualTo(id(made, 0));
    assertThat(event.text("source_payload_id")).isEqualTo(made.text("payload_id"));
  }

  @Test
  void promise_5_the_provenance_of_a_field_leads_to_its_payload() {
    var made = world.submit("store_invoice", INVOICE);

    var provenance = server.get(token, own(made) + "/provenance/amount");

    assertThat(provenance.status()).isEqualTo(200);
    assertThat(all(provenance, "sources", "source_payload_id"))
        .containsExactly(made.text("payload_id"));
  }

  @Test
  void promise_6_payloads_and_their_history_can_be_read() {
    var one = world.submit("store_invoice", INVOICE, "2025-01-11T00:00:00Z");
    var two = world.submit("store_note", "{'title':'Alpha'}", "2025-02-11T00:00:00Z");

    assertThat(all(server.get(token, "/v1/payloads"), "payloads", "payload_id"))
        .containsExactly(one.text("payload_id"), two.text("payload_id"));
    var january = "/v1/payloads?from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z";
    assertThat(all(server.get(token, january), "payloads", "payload_id"))
        .containsExactly(one.text("payload_id"));
    assertThat(
            all(
                server.get(token, "/v1/payloads?entity_id=" + id(two, 0)),
                "payloads",
                "payload_id"))
        .containsExactly(two.text("payload_id"));
    assertThat(
            server
                .get(token, "/v1/payloads/" + one.text("payload_id"))
                .object("body")
                .get("amount"))
        .isEqualTo(Json.of(5));
  }

  @Test
  void promise_7_capabilities_are_listed_with_examples_that_work() {
    var listed = server.get(token, "/v1/capabilities").list("capabilities");

    assertThat(listed)
        .extracting(each -> each.text("id"))
        .containsExactlyInAnyOrder(
            "neotoma:store_invoice:v1",
            "neotoma:store_transaction:v1",
            "neotoma:store_receipt:v1",
            "neotoma:store_contract:v1",
            "neotoma:store_note:v1");
    for (var capability : listed) {
      for (var example : TestServer.objects(capability.array("examples"))) {
        var made = server.send("POST", token, "/v1/payloads", example.toString());
        assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
      }
    }
  }

  /// Equal ones that tell more, each something else.
  @Test
  void promise_8_submissions_that_race_make_one_payload_and_lose_nothing() throws Exception {
    int writers = 12;
    var bodies =
        IntStream.range(0, writers)
            .mapToObj(i -> INVOICE.replace("'amount'", "'memo_" + i + "':" + i + ",'amount'"))
            .toList();
    var answers = new ArrayList<TestServer.Answer>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<TestServer.Answer>> work = new ArrayList<>();
      bodies.forEach(body -> work.add(() -> world.submit("store_invoice", body)));
      for (var done : threads.invokeAll(work)) {
        answers.add(done.get());
      }
    }

    assertThat(answers)
        .filteredOn(each -> Json.of(true).equals(each.body().get("created")))
        .hasSize(1);
    assertThat(answers).extracting(each -> each.text("payload_id")).containsOnly(first(answers));
    var kept = world.snapshot(own(answers.getFirst()));
    for (int i = 0; i < writers; i++) {
      assertThat(kept.get("memo_" + i)).isEqualTo(Json.of(i));
    }
  }

  private static String first(List<TestServer.Answer> answers) {
    return answers.getFirst().text("payload_id");
  }

  @Test
  void promise_9_equal_payloads_of_two_users_are_two() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var invoice = envelope("store_invoice", INVOICE, "", AT);

    var hers = world.send(anna, invoice);
    var his = world.send(boris, invoice);

    assertThat(his.body().get("created")).isEqualTo(Json.of(true));
    assertThat(his.text("payload_content_id")).isEqualTo(hers.text("payload_content_id"));
    assertThat(his.text("payload_id")).isNotEqualTo(hers.text("payload_id"));
    assertThat(server.get(boris, "/v1/payloads/" + hers.text("payload_id")).status())
        .isEqualTo(404);
    for (var user : List.of(anna, boris)) {
      assertThat(server.get(user, own(his)).number("observation_count")).isEqualTo(1);
      assertThat(server.get(user, "/v1/payloads").list("payloads")).hasSize(1);
    }
  }

  @Test
  void promise_10_the_chain_of_source_refs_is_walked_both_ways() {
    var mail = world.submit("store_note", "{'title':'Mail'}").text("payload_id");
    var invoice =
        world
            .send(token, envelope("store_invoice", INVOICE, "'" + mail + "'", AT))
            .text("payload_id");

    assertThat(all(chain(invoice), "sources", "payload_id")).containsExactly(mail);
    assertThat(all(chain(mail), "derived", "payload_id")).containsExactly(invoice);
    assertThat(all(chain(mail), "sources", "payload_id")).isEmpty();
  }

  private TestServer.Answer chain(String payload) {
    return server.get(token, "/v1/payloads/" + payload + "/chain");
  }

  @Test
  void promise_11_a_duplicate_does_not_lose_fields_that_its_id_leaves_out() {
    var one =
        world.submit("store_invoice", INVOICE.replace("'amount'", "'currency':'EUR','amount'"));
    var two =
        world.submit(
            "store_invoice", INVOICE.replace("'amount'", "'due_date':'2025-03-01','amount'"));

    assertThat(two.text("payload_id")).isEqualTo(one.text("payload_id"));
    assertThat(two.body().array("enriched").texts()).containsExactly("due_date");
    assertThat(world.snapshot(own(one)).names()).contains("currency", "due_date");
  }

  @Test
  void promise_11_two_invoices_that_differ_in_currency_alone_lose_nothing() {
    var one =
        world.submit("store_invoice", INVOICE.replace("'amount'", "'currency':'EUR','amount'"));
    var two =
        world.submit("store_invoice", INVOICE.replace("'amount'", "'currency':'USD','amount'"));

    assertThat(two.body().array("enriched").texts()).containsExactly("currency");
    assertThat(server.get(token, own(one) + "/observations").list("observations")).hasSize(2);
  }

  @Test
  void promise_12_observations_tell_the_schema_version_of_their_capability() {
    var schema =
        "{'activate':true,'schema':{'entity_type':'ship','schema_version':'1.0',"
            + "'fields':{'imo':{'type':'string'}},'identity':[['imo']]}}";
    var versions = List.of("1.0", "2.0");
    for (var version : versions) {
      assertThat(server.post(token, "/v1/schemas", schema.replace("1.0", version)).status())
          .isEqualTo(201);
      world.register("ship", version, "'imo'");
      var made =
          world.send(
              token,
              envelope("store_ship", "{'imo':'9074729'}", "", AT)
                  .replace("neotoma:store_ship:v1", "acme:store_ship:v" + version.charAt(0)));
      assertThat(
              all(server.get(token, own(made) + "/observations"), "observations", "schema_version"))
          .isEqualTo(versions.subList(0, versions.indexOf(version) + 1));
    }
  }

  @Test
  void promise_13_an_invoice_is_the_same_entity_whoever_tells_of_it_again() {
    var one = world.submit("store_invoice", INVOICE);
    var two =
        world.submit(
            "store_invoice",
            "{'invoice_number':'inv-1','vendor_name':'ACME Corp.','amount':7}",
            "2025-02-01T00:00:00Z");

    assertThat(two.text("payload_id")).isNotEqualTo(one.text("payload_id"));
    assertThat(own(two)).isEqualTo(own(one));
    var elsewhere = new SeedWorld(server, server.newTenant()).submit("store_invoice", INVOICE);
    assertThat(own(elsewhere)).isEqualTo(own(one));
  }
}
