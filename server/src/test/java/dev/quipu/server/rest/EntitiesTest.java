package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntitiesTest extends DoorTest {

  private final String token = server.newTenant();

  private static String invoice(String number, String rest, String at) {
    return "{'capability_id':'neotoma:store_invoice:v1','body':{'invoice_number':'"
        + number
        + "','vendor_name':'Acme Corp'"
        + rest
        + "},'provenance':{'source_refs':[],'extracted_at':'"
        + at
        + "','extractor_version':'t1','agent_id':'agt_reader'}}";
  }

  private String submit(String number, String rest, String at) {
    return submit(token, number, rest, at);
  }

  private static String submit(String token, String number, String rest, String at) {
    var made = server.post(token, "/v1/payloads", invoice(number, rest, at));
    assertThat(made.status()).isBetween(200, 201);
    return "/v1/entities/" + ids(made.body(), "entities", "entity_id").getFirst();
  }

  private static List<String> ids(JsonObject object, String list, String member) {
    var array = object.array(list);
    return array == null
        ? List.of()
        : array.items().stream().map(item -> ((JsonObject) item).text(member)).toList();
  }

  private JsonObject snapshot(String entity) {
    return server.get(token, entity).body().object("snapshot");
  }

  private TestServer.Answer correct(String entity, String fields) {
    return server.post(token, entity + "/corrections", "{'fields':" + fields + "}");
  }

  @Test
  void a_correction_wins_over_whatever_is_observed_later() {
    var entity = submit("C-1", ",'amount':100", "2025-01-01T00:00:00Z");
    var corrected = correct(entity, "{'amount':200}");
    assertThat(corrected.status()).isEqualTo(201);
    submit("C-1", ",'amount':300", "2026-01-01T00:00:00Z");

    assertThat(snapshot(entity).get("amount")).isEqualTo(Json.of(200));
  }

  @Test
  void a_correction_that_is_withdrawn_lets_the_observations_speak_again() {
    var entity = submit("C-2", ",'amount':100", "2025-01-01T00:00:00Z");
    var first = ids(correct(entity, "{'amount':200}").body(), "corrections", "correction_id");
    var second = ids(correct(entity, "{'amount':250}").body(), "corrections", "correction_id");

    assertThat(snapshot(entity).get("amount")).isEqualTo(Json.of(250));
    server.delete(token, entity + "/corrections/" + second.getFirst());
    assertThat(snapshot(entity).get("amount")).isEqualTo(Json.of(200));
    server.delete(token, entity + "/corrections/" + first.getFirst());
    assertThat(snapshot(entity).get("amount")).isEqualTo(Json.of(100));
    assertThat(server.delete(token, entity + "/corrections/cor_nowhere").status()).isEqualTo(404);
  }

  @Test
  void a_correction_to_null_clears_a_field() {
    var entity = submit("C-3", ",'amount':100", "2025-01-01T00:00:00Z");
    correct(entity, "{'amount':null}");

    assertThat(snapshot(entity).names()).doesNotContain("amount");
  }

  @Test
  void null_in_a_payload_clears_and_absence_is_silent() {
    var entity = submit("N-1", ",'amount':100,'date':'2025-01-01'", "2025-01-01T00:00:00Z");
    submit("N-1", ",'amount':null", "2025-02-01T00:00:00Z");

    assertThat(snapshot(entity).names()).contains("date").doesNotContain("amount");
  }

  @Test
  void what_is_told_late_leaves_alone_what_is_known_since() {
    for (int day = 28; day > 2; day--) {
      submit("L-1", ",'amount':" + day, "2025-02-%02dT00:00:00Z".formatted(day));
    }
    var entity = submit("L-1", ",'amount':2", "2025-02-02T00:00:00Z");
    var versions = server.get(token, entity).body().get("version");

    submit("L-1", ",'amount':1", "2025-02-01T00:00:00Z");

    // One of its own instant, and one that knows how many observations there are.
    assertThat(server.get(token, entity).body().get("version"))
        .isEqualTo(Json.of(((JsonNumber) versions).asLong() + 2));
    assertThat(snapshot(entity).get("amount")).isEqualTo(Json.of(28));
    assertThat(snapshot(entity + "?at=2025-02-01T12:00:00Z").get("amount")).isEqualTo(Json.of(1));
    assertThat(snapshot(entity + "?at=2025-02-02T12:00:00Z").get("amount")).isEqualTo(Json.of(2));
    assertThat(server.get(token, entity).body().get("observation_count")).isEqualTo(Json.of(28));
  }

  @Test
  void of_two_that_were_extracted_at_one_instant_the_same_wins_whichever_is_told_first() {
    var other = server.newTenant();
    var at = "2025-02-01T00:00:00Z";
    for (int i = 0; i < 4; i++) {
      submit(token, "T-1", ",'amount':" + i, at);
      submit(other, "T-1", ",'amount':" + (3 - i), at);
    }
    var entity = submit("T-1", ",'amount':0", at);

    assertThat(server.get(other, entity).body().object("snapshot")).isEqualTo(snapshot(entity));
  }

  @Test
  void deleting_again_after_a_restore_deletes() {
    var entity = submit("D-1", ",'amount':1", "2025-01-01T00:00:00Z");

    assertThat(server.delete(token, entity).status()).isEqualTo(200);
    assertThat(server.get(token, entity).status()).isEqualTo(404);
    correct(entity, "{'amount':5}");
    assertThat(server.get(token, entity).status()).isEqualTo(404);
    assertThat(server.post(token, entity + "/restore", "").status()).isEqualTo(200);
    assertThat(server.get(token, entity).status()).isEqualTo(200);
    assertThat(server.delete(token, entity).status()).isEqualTo(200);
    assertThat(server.get(token, entity).status()).isEqualTo(404);
    submit("D-1", ",'amount':2", "2025-03-01T00:00:00Z");
    assertThat(server.get(token, entity).status()).isEqualTo(404);
    server.post(token, entity + "/restore", "");
    assertThat(snapshot(entity).get("amount")).isEqualTo(Json.of(2));
  }

  @Test
  void a_merged_entity_is_the_other_one_and_can_be_told_apart_again() {
    var one = submit("M-1", ",'amount':1", "2025-01-01T00:00:00Z");
    var other = submit("M-2", ",'currency':'EUR'", "2025-01-02T00:00:00Z");
    var otherId = other.substring(other.lastIndexOf('/') + 1);
    var oneId = one.substring(one.lastIndexOf('/') + 1);

    var merged = server.post(token, one + "/merge", "{'into':'" + otherId + "'}");
    assertThat(merged.status()).isEqualTo(200);
    assertThat(snapshot(other).names()).contains("amount", "currency");
    assertThat(server.get(token, one).text("entity_id")).isEqualTo(otherId);
    submit("M-1", ",'amount':7", "2025-05-01T00:00:00Z");
    assertThat(snapshot(other).get("amount")).isEqualTo(Json.of(7));
    assertThat(server.get(token, "/v1/entities?entity_type=invoice").list("entities")).hasSize(1);

    server.post(token, other + "/unmerge", "{'from':'" + oneId + "'}");
    assertThat(snapshot(other).names()).doesNotContain("amount");
    assertThat(server.get(token, one).text("entity_id")).isEqualTo(oneId);
    assertThat(snapshot(one).get("amount")).isEqualTo(Json.of(7));
  }

  @Test
  void what_is_related_to_a_merged_entity_and_its_dates_are_the_survivors() {
    var one = submit("M-3", ",'date':'2025-06-01'", "2025-01-01T00:00:00Z");
    var other = submit("M-4", ",'currency':'EUR'", "2025-01-02T00:00:00Z");
    var otherId = other.substring(other.lastIndexOf('/') + 1);
    server.post(token, one + "/corrections", "{'fields':{'due_date':'2025-03-03'}}");
    server.post(token, one + "/merge", "{'into':'" + otherId + "'}");

    var relations = server.get(token, "/v1/relationships?entity_id=" + otherId);
    assertThat(relations.list("relationships")).isNotEmpty();
    assertThat(relations.list("relationships"))
        .extracting(each -> each.text("source_entity_id"))
        .containsOnly(otherId);
    var dates = "/v1/timeline?from=2025-03-01T00:00:00Z&to=2025-07-01T00:00:00Z";
    assertThat(server.get(token, dates).list("events"))
        .extracting(each -> each.text("value") + " " + each.text("entity_id"))
        .containsExactly("2025-03-03 " + otherId, "2025-06-01 " + otherId);
    var deleted = server.delete(token, one);
    assertThat(deleted.text("undo")).isEqualTo("POST " + other + "/restore");
    assertThat(server.post(token, other + "/restore", "").status()).isEqualTo(200);
    var company = "{'into':'ent_af939bedafbd1838b259772a'}";
    assertThat(server.post(token, other + "/merge", company).faults())
        .containsExactly("entity.other_type@/into");
  }

  @Test
  void what_did_not_win_is_told_with_why() {
    var entity = submit("W-1", ",'amount':1", "2025-01-01T00:00:00Z");
    submit("W-1", ",'amount':2", "2025-01-02T00:00:00Z");
    submit("W-1", ",'amount':3", "2025-01-03T00:00:00Z");

    var others = server.get(token, entity + "/provenance/amount").list("others");

    assertThat(others)
        .extracting(each -> each.get("value"))
        .containsExactly(Json.of(1), Json.of(2));
    assertThat(others).allSatisfy(each -> assertThat(each.text("lost_by")).isNotEmpty());
  }

  @Test
  void a_relationship_that_is_deleted_is_never_seen_again() {
    var invoice = submit("R-1", "", "2025-01-01T00:00:00Z");
    var id = invoice.substring(invoice.lastIndexOf('/') + 1);
    var list = "/v1/relationships?entity_id=" + id;
    var made = server.get(token, list).list("relationships");
    assertThat(made).hasSize(1);
    var relationship = made.getFirst();
    assertThat(relationship.text("type")).isEqualTo("ISSUED_BY");
    assertThat(relationship.text("target_entity_id")).isEqualTo("ent_af939bedafbd1838b259772a");

    server.delete(token, "/v1/relationships/" + relationship.text("relationship_id"));
    assertThat(server.get(token, list).list("relationships")).isEmpty();
    submit("R-1", ",'memo':'again'", "2025-02-01T00:00:00Z");
    assertThat(server.get(token, list).list("relationships")).isEmpty();
    var expanded =
        server.post(
            token,
            "/v1/graph/expand",
            "{'start':[{'object_type':'memory','object_id':'mem_"
                + id
                + "'}],'hops':2,"
                + "'edge_types':['ISSUED_BY']}");
    assertThat(expanded.list("edges")).isEmpty();

    var again =
        server.post(
            token,
            "/v1/relationships",
            "{'type':'ISSUED_BY','source_entity_id':'"
                + id
                + "','target_entity_id':'ent_af939bedafbd1838b259772a'}");
    assertThat(again.status()).isEqualTo(201);
    assertThat(server.get(token, list).list("relationships")).hasSize(1);
  }

  @Test
  void the_timeline_is_what_the_snapshots_say() {
    var entity = submit("T-1", ",'date':'2025-06-01'", "2025-01-01T00:00:00Z");
    submit("T-1", ",'date':'2025-06-05'", "2025-01-02T00:00:00Z");

    var shown = server.get(token, "/v1/timeline?from=2025-05-01T00:00:00Z&to=2025-07-01T00:00:00Z");
    assertThat(shown.list("events").stream().map(each -> each.text("value")))
        .containsExactly("2025-06-05");
    var event = shown.list("events").getFirst();
    assertThat("/v1/entities/" + event.text("entity_id")).isEqualTo(entity);
    assertThat(event.text("field")).isEqualTo("date");
    assertThat(event.text("observation_id")).startsWith("obs_");
    assertThat(event.text("source_payload_id")).startsWith("pay_");
    assertThat(shown.body().object("days").get("2025-06-05")).isEqualTo(Json.of(1));
    assertThat(
            server
                .get(
                    token,
                    "/v1/timeline?from=2025-05-01T00:00:00Z&to=2025-07-01T00:00:00Z&as_known_at=1")
                .list("events")
                .stream()
                .map(each -> each.text("value")))
        .containsExactly("2025-06-01");
  }

  @Test
  void dates_that_were_superseded_are_kept_as_history() {
    var entity = submit("T-2", ",'date':'2025-06-01'", "2025-01-01T00:00:00Z");
    submit("T-2", ",'date':'2025-06-05'", "2025-01-02T00:00:00Z");
    var id = entity.substring(entity.lastIndexOf('/') + 1);

    var told = server.get(token, "/v1/timeline?history=true&entity_id=" + id);

    assertThat(told.list("events"))
        .extracting(each -> each.text("value") + " " + each.get("superseded"))
        .containsExactly("2025-06-01 true", "2025-06-05 false");
    assertThat(server.get(token, "/v1/timeline?history=true").faults())
        .containsExactly("history.of_one@/history");
  }

  @Test
  void a_timeline_of_many_years_is_walked_to_its_end() {
    submit("T-3", ",'date':'2099-12-31'", "2025-01-01T00:00:00Z");
    var path = "/v1/timeline?from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";
    var found = new ArrayList<String>();

    var page = server.get(token, path);
    for (int pages = 0; pages < 100; pages++) {
      page.list("events").forEach(each -> found.add(each.text("value")));
      var cursor = page.text("next_cursor");
      if (cursor == null) {
        break;
      }
      page = server.get(token, path + "&cursor=" + cursor);
    }

    assertThat(found).containsExactly("2099-12-31");
  }

  @Test
  void every_field_leads_back_to_its_payload_its_agent_and_its_time() {
    var entity = submit("P-1", ",'amount':1", "2025-01-01T00:00:00Z");
    submit("P-1", ",'amount':2", "2025-02-01T00:00:00Z");

    var shown = server.get(token, entity + "/provenance/amount");
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body().get("value")).isEqualTo(Json.of(2));
    var source = shown.list("sources").getFirst();
    assertThat(source.text("agent_id")).isEqualTo("agt_reader");
    assertThat(source.text("observed_at")).isEqualTo("2025-02-01T00:00:00Z");
    assertThat(server.get(token, "/v1/payloads/" + source.text("source_payload_id")).status())
        .isEqualTo(200);
    correct(entity, "{'amount':9}");
    var corrected = server.get(token, entity + "/provenance/amount");
    assertThat(corrected.list("sources").getFirst().text("kind")).isEqualTo("correction");
    assertThat(server.get(token, entity + "/provenance/colour").status()).isEqualTo(404);
  }

  @Test
  void what_one_owner_says_of_an_entity_changes_nothing_for_another() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var entity = submit(anna, "S-1", ",'amount':1", "2025-01-01T00:00:00Z");
    submit(boris, "S-1", ",'amount':2", "2025-01-02T00:00:00Z");

    server.post(boris, entity + "/corrections", "{'fields':{'amount':99}}");
    assertThat(server.get(anna, entity).body().object("snapshot").get("amount"))
        .isEqualTo(Json.of(1));
    server.delete(boris, entity);
    assertThat(server.get(boris, entity).status()).isEqualTo(404);
    assertThat(server.get(anna, entity).status()).isEqualTo(200);
  }

  @Test
  void who_may_read_two_owners_payloads_sees_them_joined() {
    var anna = server.newKey(token, "anna", "read", "write");
    var open = ",'visibility':'public','access':{'team_id':null}}";
    var entity = submit(anna, "J-1", ",'amount':1", "2025-01-01T00:00:00Z");
    var shared = invoice("J-1", ",'currency':'EUR'", "2025-01-02T00:00:00Z");
    server.post(token, "/v1/payloads", shared.substring(0, shared.length() - 1) + open);

    var seen = server.get(anna, entity);
    assertThat(seen.body().object("snapshot").names()).contains("amount", "currency");
    assertThat(seen.number("observation_count")).isEqualTo(2);
    assertThat(server.get(anna, "/v1/entities?entity_type=invoice").list("entities")).hasSize(1);
    assertThat(
            server
                .get(anna, "/v1/objects/memory/mem_" + seen.text("entity_id") + "/versions")
                .list("versions"))
        .hasSize(2);
  }

  @Test
  void what_only_the_second_to_tell_of_an_entity_has_said_is_listed_and_dated_too() {
    var anna = server.newKey(token, "anna", "read", "write");
    var open = ",'visibility':'public','access':{'team_id':null}}";
    var first = invoice("K-1", ",'date':'2025-06-01'", "2025-01-01T00:00:00Z");
    var second =
        invoice("K-1", ",'date':'2025-06-09'", "2025-01-02T00:00:00Z").replace("Acme Corp", "ACME");
    server.post(anna, "/v1/payloads", first.substring(0, first.length() - 1) + open);
    server.post(token, "/v1/payloads", second.substring(0, second.length() - 1) + open);

    var dates = "/v1/timeline?from=2025-05-01T00:00:00Z&to=2025-07-01T00:00:00Z";
    assertThat(server.get(anna, dates).list("events").stream().map(each -> each.text("value")))
        .containsExactly("2025-06-09");
    for (var name : List.of("K-1,%20Acme%20Corp", "K-1,%20ACME")) {
      var found = server.get(anna, "/v1/entities?entity_type=invoice&name=" + name);
      assertThat(found.list("entities")).as(name).hasSize(1);
    }
    assertThat(server.get(anna, "/v1/entities?entity_type=invoice").list("entities")).hasSize(1);
  }
}
