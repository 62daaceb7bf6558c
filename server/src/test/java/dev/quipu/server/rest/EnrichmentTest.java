package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a repetition with further members adds, and to which entities.
class EnrichmentTest extends DoorTest {

  private static final String ACME = company("Acme");
  private static final String LESS = "{'invoice_number':'E-1','vendor_name':'Acme'}";
  private static final String MORE =
      "{'invoice_number':'E-1','vendor_name':'Acme','vendor_address':'1 Main Street',"
          + "'vendor_vat_id':'DE123','currency':'EUR'}";

  private final String token = server.newTenant();

  private static String company(String name) {
    return EntityId.of("company", EntityName.normal("company", name)).value();
  }

  private TestServer.Answer submit(String token, String capability, String body) {
    var made =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'"
                + capability
                + "','body':"
                + body
                + ",'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
                + "'extractor_version':'t1'}}");
    assertThat(made.status()).as(made.bodyText()).isBetween(200, 201);
    return made;
  }

  private TestServer.Answer invoice(String token, String body) {
    return submit(token, "neotoma:store_invoice:v1", body);
  }

  private JsonObject snapshot(String token, String entity) {
    return server.get(token, "/v1/entities/" + entity).object("snapshot");
  }

  @Test
  void what_is_added_reaches_every_entity_that_it_is_about_in_either_order() {
    var other = server.newTenant();
    invoice(token, LESS);
    var added = invoice(token, MORE);
    invoice(other, MORE);
    var repeated = invoice(other, LESS);

    assertThat(added.body().array("enriched").texts())
        .containsExactly("currency", "vendor_address", "vendor_vat_id");
    assertThat(added.list("observations").getLast().array("fields").texts())
        .containsExactly("address", "vat_id");
    assertThat(repeated.body().array("enriched").texts()).isEmpty();
    for (var entity : List.of(ACME, added.list("entities").getFirst().text("entity_id"))) {
      assertThat(snapshot(token, entity)).isEqualTo(snapshot(other, entity));
    }
    assertThat(snapshot(token, ACME).text("vat_id")).isEqualTo("DE123");
    assertThat(server.get(token, "/v1/entities/" + ACME).text("name")).isEqualTo("Acme");
  }

  @Test
  void entities_that_only_a_later_submission_names_are_made_and_related() {
    var other = server.newTenant();
    var capability =
        "{'id':'acme:store_visit:v1','intent':'store_visit','version':'v1',"
            + "'primary_entity_type':'visit','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['title'],"
            + "'normalize_strings':true,'sort_arrays':true},'entity_extraction_rules':["
            + "{'entity_type':'visit','extraction_type':'payload_self',"
            + "'fields':{'title':'title','place':'where'}},"
            + "{'source_field':'tasks','entity_type':'task','extraction_type':'array_items',"
            + "'fields':{'title':'','room':'where'},"
            + "'relationship':{'type':'HAS_TASK','direction':'from_self'}}]}";
    var less = "{'title':'Lima'}";
    var more = "{'title':'Lima','where':'Hall','tasks':['Greet',{'title':'Leave'}]}";
    for (var each : List.of(token, other)) {
      assertThat(server.post(each, "/v1/capabilities", capability).status()).isEqualTo(201);
    }
    submit(token, "acme:store_visit:v1", less);
    var added = submit(token, "acme:store_visit:v1", more);
    var whole = submit(other, "acme:store_visit:v1", more);
    submit(other, "acme:store_visit:v1", less);

    assertThat(added.body().array("enriched").texts()).containsExactly("tasks", "where");
    assertThat(added.body().get("entities")).isEqualTo(whole.body().get("entities"));
    assertThat(added.body().get("relationships")).isEqualTo(whole.body().get("relationships"));
    assertThat(added.list("relationships")).hasSize(2);
    for (var entity : added.list("entities")) {
      var id = entity.text("entity_id");
      assertThat(snapshot(token, id)).isEqualTo(snapshot(other, id));
    }
    var visit = added.list("entities").getFirst().text("entity_id");
    assertThat(snapshot(token, visit).names()).containsExactlyInAnyOrder("title", "place");
  }

  @Test
  void what_is_added_to_a_company_follows_the_payload_that_was_split_from_it() {
    var first = invoice(token, LESS).text("payload_id");
    invoice(token, "{'invoice_number':'E-2','vendor_name':'Acme'}");
    var split =
        server.post(
            token,
            "/v1/entities/" + ACME + "/split",
            "{'payloads':['" + first + "'],'name':'Acme of Lima'}");
    assertThat(split.status()).as(split.bodyText()).isEqualTo(200);

    invoice(token, MORE);

    assertThat(snapshot(token, company("Acme of Lima")).text("vat_id")).isEqualTo("DE123");
    assertThat(snapshot(token, ACME).names()).containsExactly("name");
  }

  @Test
  void a_payload_is_split_with_what_was_added_to_it() {
    var first = invoice(token, LESS).text("payload_id");
    invoice(token, "{'invoice_number':'E-2','vendor_name':'Acme'}");
    invoice(token, MORE);

    var split =
        server.post(
            token,
            "/v1/entities/" + ACME + "/split",
            "{'payloads':['" + first + "'],'name':'Acme of Lima'}");

    assertThat(split.status()).as(split.bodyText()).isEqualTo(200);
    assertThat(snapshot(token, company("Acme of Lima")).text("vat_id")).isEqualTo("DE123");
    assertThat(snapshot(token, ACME).names()).containsExactly("name");
  }
}
