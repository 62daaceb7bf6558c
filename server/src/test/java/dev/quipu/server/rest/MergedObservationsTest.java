package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedObservationsTest extends DoorTest {

  private final String token = server.newTenant();

  private long submit(String token, String number, String vendor, String customer, String at) {
    var made =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'neotoma:store_invoice:v1','body':{'invoice_number':'"
                + number
                + "','vendor_name':'"
                + vendor
                + "','customer_name':'"
                + customer
                + "'},'provenance':{'source_refs':[],'extracted_at':'"
                + at
                + "','extractor_version':'t1'}}");
    assertThat(made.status()).isEqualTo(201);
    return made.number("position");
  }

  private static String company(String name) {
    return EntityId.of("company", EntityName.normal("company", name)).value();
  }

  private long merge(String token, String one, String into) {
    var merged = server.post(token, "/v1/entities/" + one + "/merge", "{'into':'" + into + "'}");
    assertThat(merged.status()).isEqualTo(200);
    return merged.number("position");
  }

  private List<JsonObject> observations(String token, String entity, String query) {
    return server
        .get(token, "/v1/entities/" + entity + "/observations" + query)
        .list("observations");
  }

  private static List<String> entities(List<JsonObject> observations) {
    return observations.stream().map(each -> each.text("entity_id")).toList();
  }

  @Test
  void the_observations_of_a_merged_entity_are_listed_with_the_survivors_each_with_its_own_name() {
    var acme = company("Acme");
    var akme = company("Akme");
    submit(token, "1", "Acme", "Lima Mills", "2025-01-03T00:00:00Z");
    submit(token, "2", "Akme", "Lima Mills", "2025-01-01T00:00:00Z");
    long before = submit(token, "3", "Acme", "Lima Mills", "2025-01-02T00:00:00Z");
    assertThat(entities(observations(token, acme, ""))).containsExactly(acme, acme);

    merge(token, akme, acme);
    submit(token, "4", "Akme", "Lima Mills", "2025-01-04T00:00:00Z");

    assertThat(entities(observations(token, acme, ""))).containsExactly(acme, akme, acme, akme);
    assertThat(observations(token, akme, "")).isEqualTo(observations(token, acme, ""));
    assertThat(entities(observations(token, acme, "?as_known_at=" + before)))
        .containsExactly(acme, acme);
    assertThat(entities(observations(token, akme, "?as_known_at=" + before))).containsExactly(akme);

    server.post(token, "/v1/entities/" + acme + "/unmerge", "{'from':'" + akme + "'}");
    assertThat(entities(observations(token, acme, ""))).containsExactly(acme, acme);
    assertThat(entities(observations(token, akme, ""))).containsExactly(akme, akme);
  }

  @Test
  void pages_of_them_go_on_where_they_stopped_also_when_the_entities_are_told_apart_meanwhile() {
    var acme = company("Acme");
    var akme = company("Akme");
    for (int i = 0; i < 6; i++) {
      submit(token, "" + i, i % 2 == 0 ? "Acme" : "Akme", "Lima Mills", "2025-01-01T00:00:00Z");
    }
    merge(token, akme, acme);
    var all = observations(token, acme, "");
    assertThat(all).hasSize(6);

    var seen = new ArrayList<JsonObject>();
    var path = "/v1/entities/" + acme + "/observations?limit=2";
    var page = server.get(token, path);
    seen.addAll(page.list("observations"));
    server.post(token, "/v1/entities/" + acme + "/unmerge", "{'from':'" + akme + "'}");
    for (var next = page.text("next_cursor"); next != null; next = page.text("next_cursor")) {
      page = server.get(token, path + "&cursor=" + next);
      seen.addAll(page.list("observations"));
    }
    assertThat(seen).isEqualTo(all);
  }

  @Test
  void a_payload_that_speaks_of_both_tells_two_observations_and_is_met_once() {
    var acme = company("Acme");
    var akme = company("Akme");
    submit(token, "1", "Acme", "Akme", "2025-01-01T00:00:00Z");
    submit(token, "2", "Akme", "Acme", "2025-01-02T00:00:00Z");
    merge(token, akme, acme);

    var shown = observations(token, acme, "");
    assertThat(entities(shown)).containsExactly(acme, akme, akme, acme);
    assertThat(shown.stream().map(each -> each.text("observation_id"))).doesNotHaveDuplicates();
  }

  @Test
  void what_others_merged_or_told_in_private_is_not_listed() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var acme = company("Acme");
    var akme = company("Akme");
    submit(anna, "1", "Acme", "Lima Mills", "2025-01-01T00:00:00Z");
    submit(boris, "2", "Acme", "Lima Mills", "2025-01-02T00:00:00Z");
    submit(boris, "3", "Akme", "Lima Mills", "2025-01-03T00:00:00Z");
    merge(boris, akme, acme);

    assertThat(entities(observations(anna, acme, ""))).containsExactly(acme);
    assertThat(entities(observations(boris, acme, ""))).containsExactly(acme, akme);
    assertThat(server.get(anna, "/v1/entities/" + akme + "/observations").status()).isEqualTo(404);
  }
}
