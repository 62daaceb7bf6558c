package dev.quipu.server.rest;

import static dev.quipu.server.rest.SeedWorld.AT;
import static dev.quipu.server.rest.SeedWorld.all;
import static dev.quipu.server.rest.SeedWorld.envelope;
import static dev.quipu.server.rest.SeedWorld.id;
import static dev.quipu.server.rest.SeedWorld.own;
import static dev.quipu.server.rest.SeedWorld.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What was found wrong or missing by reading the system behind seed 002, each set right.
///
/// Beside these: schemas that are activated at once ([SchemasTest]), files that are streamed and
/// documents of all sorts ([FilesTest]), ranking by words and meaning ([QueryMeaningTest]), what
/// proves a log ([ProofTest]), several writers ([SeveralServersTest]). MCP and the UI are shown
/// where they are.
class NeotomaWeaknessesTest extends DoorTest {

  private static final String INVOICE =
      "{'invoice_number':'INV-1','vendor_name':'Acme Corp','amount':5,'date':'2025-01-10',"
          + "'vendor_address':'Cusco','memo':'of ours'}";

  private final String token = server.newTenant();
  private final SeedWorld world = new SeedWorld(server, token);

  // ── found by reading ──

  @Test
  void the_provenance_of_a_corrected_field_is_told() {
    var invoice = own(world.submit("store_invoice", INVOICE));
    var corrected = server.post(token, invoice + "/corrections", "{'fields':{'amount':9}}");

    var provenance = server.get(token, invoice + "/provenance/amount");

    assertThat(provenance.status()).isEqualTo(200);
    assertThat(all(provenance, "sources", "correction_id"))
        .isEqualTo(all(corrected, "corrections", "correction_id"));
    assertThat(provenance.list("others").getFirst().get("value")).isEqualTo(Json.of(5));
  }

  @Test
  void the_provenance_of_a_merged_array_is_told_item_by_item() {
    var one = world.submit("store_note", "{'title':'T','content':'1','tags':['red','blue']}", AT);
    var two =
        world.submit(
            "store_note",
            "{'title':'T','content':'2','tags':['blue','green']}",
            "2025-02-01T00:00:00Z");

    var provenance = server.get(token, own(one) + "/provenance/tags");

    assertThat(provenance.status()).isEqualTo(200);
    assertThat(provenance.list("sources"))
        .extracting(each -> each.text("value") + " " + each.text("source_payload_id"))
        .containsExactlyInAnyOrder(
            "red " + one.text("payload_id"),
            "blue " + two.text("payload_id"),
            "green " + two.text("payload_id"));
  }

  @Test
  void the_provenance_of_a_field_tells_nobody_what_is_anothers() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var hers = world.send(anna, envelope("store_invoice", INVOICE, "", AT));
    var address = path(hers, 1) + "/provenance/address";
    assertThat(server.get(boris, address).status()).isEqualTo(404);

    var his =
        world.send(boris, envelope("store_invoice", INVOICE.replace("Cusco", "Lima"), "", AT));

    var told = server.get(boris, address);
    assertThat(all(told, "sources", "source_payload_id")).containsExactly(his.text("payload_id"));
    assertThat(told.bodyText()).doesNotContain("Cusco").doesNotContain(hers.text("payload_id"));
  }

  @Test
  void two_users_with_one_company_do_not_overwrite_each_others_snapshot() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var other = INVOICE.replace("Cusco", "Lima").replace("2025-01-10", "2025-03-03");
    var hers = world.send(anna, envelope("store_invoice", INVOICE, "", AT));
    var his = world.send(boris, envelope("store_invoice", other, "", "2025-06-01T00:00:00Z"));

    assertThat(all(his, "entities", "entity_id")).isEqualTo(all(hers, "entities", "entity_id"));
    for (var seen :
        List.of(List.of(anna, "Cusco", "2025-01-10"), List.of(boris, "Lima", "2025-03-03"))) {
      var company = server.get(seen.getFirst(), path(hers, 1));
      assertThat(company.object("snapshot").text("address")).isEqualTo(seen.get(1));
      assertThat(company.number("observation_count")).isEqualTo(1);
      assertThat(all(new SeedWorld(server, seen.getFirst()).year(2025), "events", "value"))
          .containsExactly(seen.get(2));
    }
    server.delete(boris, path(his, 1));
    assertThat(server.get(anna, path(hers, 1)).status()).isEqualTo(200);
  }

  @Test
  void a_payload_that_is_reported_as_made_is_there_with_all_that_follows_from_it() {
    var made = world.submit("store_invoice", INVOICE);

    assertThat(made.list("entities")).hasSize(2);
    for (var each : made.list("entities")) {
      assertThat(server.get(token, "/v1/entities/" + each.text("entity_id")).status())
          .isEqualTo(200);
    }
    for (var each : made.list("observations")) {
      assertThat(server.get(token, "/v1/observations/" + each.text("observation_id")).status())
          .isEqualTo(200);
    }
    assertThat(world.related(id(made, 0)))
        .extracting(each -> each.text("target_entity_id"))
        .containsExactly(id(made, 1));
    assertThat(world.year(2025).list("events")).hasSize(1);
  }

  @Test
  void a_payload_that_is_refused_leaves_nothing() {
    var head = server.head(token);
    var good = envelope("store_invoice", INVOICE, "", AT);

    for (var bad :
        List.of(
            good.replace("2025-01-15T10:00:00Z", "yesterday"),
            good.replace("store_invoice", "store_poem"),
            good.replace("'source_refs'", "'sources'"))) {
      assertThat(server.post(token, "/v1/payloads", bad).status()).isEqualTo(400);
    }

    assertThat(server.head(token)).isEqualTo(head);
    assertThat(server.get(token, "/v1/entities").list("entities")).isEmpty();
  }

  @Test
  void by_whatever_way_a_payload_comes_the_same_is_compiled() {
    var invoice = envelope("store_invoice", INVOICE, "", AT);
    var many = server.post(server.newTenant(), "/v1/payloads", "{'payloads':[" + invoice + "]}");
    var tried = server.post(server.newTenant(), "/v1/payloads?dry_run=true", invoice);
    var file = world.upload("envelope.json", invoice.replace('\'', '"'));
    var alone = server.post(server.newTenant(), "/v1/payloads", invoice).body();

    for (var other :
        List.of(many.list("payloads").getFirst(), tried.body(), file.list("payloads").getFirst())) {
      for (var what :
          List.of(
              "payload_content_id", "payload_id", "entities", "relationships", "unknown_fields")) {
        assertThat(other.get(what)).as(what).isNotNull().isEqualTo(alone.get(what));
      }
    }
  }

  @Test
  void observations_stay_as_they_were_made_whatever_is_merged_and_split() {
    var one = world.submit("store_invoice", INVOICE);
    var two = world.submit("store_invoice", "{'invoice_number':'INV-2','vendor_name':'Acme Peru'}");
    var path = "/v1/observations/" + one.list("observations").get(1).text("observation_id");
    var before = server.get(token, path).body();
    var edges = world.related(id(one, 0));

    server.post(token, path(one, 1) + "/merge", "{'into':'" + id(two, 1) + "'}");
    assertThat(server.get(token, path).body()).isEqualTo(before);
    server.post(token, path(two, 1) + "/unmerge", "{'from':'" + id(one, 1) + "'}");
    assertThat(server.get(token, path).body()).isEqualTo(before);
    assertThat(world.related(id(one, 0))).isEqualTo(edges);
    var split =
        server.post(
            token,
            path(one, 1) + "/split",
            "{'payloads':['" + one.text("payload_id") + "'],'name':'Acme of Lima'}");

    var after = server.get(token, path).body();
    assertThat(after.without("split_from").with("entity_id", Json.of(id(one, 1))))
        .isEqualTo(before);
    assertThat(after.text("entity_id")).isEqualTo(split.text("entity_id"));
    var then = "?as_known_at=" + one.number("position");
    assertThat(server.get(token, path + then).body()).isEqualTo(before);
  }

  @Test
  void a_merge_can_be_undone() {
    var one = path(world.submit("store_invoice", INVOICE), 1);
    var two =
        path(world.submit("store_invoice", "{'invoice_number':'INV-2','vendor_name':'Ayni'}"), 1);
    var before = List.of(shown(one), shown(two));

    server.post(
        token, one + "/merge", "{'into':'" + two.substring("/v1/entities/".length()) + "'}");
    assertThat(shown(one)).isEqualTo(shown(two));
    server.post(
        token, two + "/unmerge", "{'from':'" + one.substring("/v1/entities/".length()) + "'}");

    assertThat(List.of(shown(one), shown(two))).isEqualTo(before);
  }

  /// What holds of an entity, without when it was read and how often it was written.
  private JsonObject shown(String entity) {
    return server.get(token, entity).body().without("as_of").without("position").without("version");
  }

  @Test
  void no_priority_that_nobody_named_outranks_another() {
    server.post(
        token,
        "/v1/schemas",
        "{'activate':true,'schema':{'entity_type':'ship','schema_version':'1.0','fields':{"
            + "'imo':{'type':'string'},'flag':{'type':'string','merge':'highest_priority'}},"
            + "'identity':[['imo']]}}");
    world.register("ship", "1.0", "'imo','flag'");
    var ship = new ArrayList<TestServer.Answer>();
    for (var told : List.of("PE 2025-03-01", "CL 2025-05-01", "EC 2025-04-01")) {
      var body = "{'imo':'1','flag':'" + told.substring(0, 2) + "','priority':" + ship.size() + "}";
      ship.add(
          world.send(
              token,
              envelope("store_ship", body, "", told.substring(3) + "T00:00:00Z")
                  .replace("neotoma:", "acme:")));
    }

    var observations = server.get(token, own(ship.getFirst()) + "/observations");
    assertThat(
            observations.list("observations").stream().map(each -> each.get("priority")).distinct())
        .hasSize(1);
    assertThat(world.snapshot(own(ship.getFirst())).text("flag")).isEqualTo("CL");
  }

  // ── features that were missing ──

  @Test
  void a_diff_tells_field_by_field_what_changed() {
    var invoice = own(world.submit("store_invoice", INVOICE, "2025-01-01T00:00:00Z"));
    world.submit(
        "store_invoice",
        "{'invoice_number':'INV-1','vendor_name':'Acme Corp','amount':7,'currency':'EUR','date':null}",
        "2025-02-01T00:00:00Z");

    var diff =
        server.get(token, invoice + "/diff?from=2025-01-15T00:00:00Z&to=2025-02-15T00:00:00Z");

    assertThat(diff.object("added").names()).containsExactly("currency");
    assertThat(diff.object("removed").names()).containsExactly("date");
    assertThat(diff.object("changed").object("amount"))
        .isEqualTo(JsonObject.of("from", Json.of(5), "to", Json.of(7)));
    assertThat(all(server.get(token, invoice + "/provenance/amount"), "others", "observed_at"))
        .containsExactly("2025-01-01T00:00:00Z");
  }

  @Test
  void a_number_that_could_not_be_kept_to_the_last_digit_is_refused_and_never_rounded() {
    var amount = "{'transaction_id':'T','amount':%s}";
    var kept = own(world.submit("store_transaction", amount.formatted("1234567890.12")));
    assertThat(world.snapshot(kept).get("amount")).hasToString("1234567890.12");

    var refused =
        server.post(
            token,
            "/v1/payloads",
            envelope("store_transaction", amount.formatted("9007199254740993"), "", AT));

    assertThat(refused.status()).isEqualTo(400);
    var text =
        own(
            world.submit(
                "store_transaction",
                amount.formatted("'9007199254740993.05'").replace("'T'", "'U'")));
    assertThat(world.snapshot(text).text("amount")).isEqualTo("9007199254740993.05");
  }
}
