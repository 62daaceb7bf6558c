package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An invoice that was issued by Acme, as its payload says.
class RelationshipsTest extends DoorTest {

  private static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private final String token = server.newTenant();

  private static TestServer.Answer submit(String who, String access) {
    var made =
        server.post(
            who,
            "/v1/payloads",
            "{'capability_id':'neotoma:store_invoice:v1','body':{'invoice_number':'1',"
                + "'vendor_name':'Acme'},'provenance':{'source_refs':[],"
                + "'extracted_at':'2025-01-15T10:00:00Z','extractor_version':'t1'}"
                + access
                + "}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private static String entity(TestServer.Answer made, int place) {
    return made.list("entities").get(place).text("entity_id");
  }

  private static TestServer.Answer relate(
      String who, String type, String from, String to, String rest, String... headers) {
    return server.post(
        who,
        "/v1/relationships",
        "{'type':'"
            + type
            + "','source_entity_id':'"
            + from
            + "','target_entity_id':'"
            + to
            + "'"
            + rest
            + "}",
        headers);
  }

  private static List<String> related(String who, String entity) {
    return server.get(who, "/v1/relationships?entity_id=" + entity).list("relationships").stream()
        .map(each -> each.text("relationship_id"))
        .toList();
  }

  @Test
  void what_a_payload_has_related_is_not_related_again() {
    var made = submit(token, "");
    var invoice = entity(made, 0);
    var acme = entity(made, 1);
    var known = related(token, invoice);
    var head = server.head(token);
    assertThat(known).hasSize(1);

    var again = relate(token, "ISSUED_BY", invoice, acme, "");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body().get("created")).isEqualTo(Json.of(false));
    assertThat(again.text("relationship_id")).isEqualTo(known.getFirst());
    assertThat(again.text("event_id")).isEqualTo(made.text("event_id"));
    assertThat(server.head(token)).isEqualTo(head);
    var wider = relate(token, "ISSUED_BY", invoice, acme, OPEN);
    assertThat(wider.status()).isEqualTo(200);
    assertThat(wider.text("relationship_id")).isEqualTo(known.getFirst());
    assertThat(related(token, invoice)).isEqualTo(known);
  }

  @Test
  void what_somebody_has_said_is_said_once_and_other_types_and_directions_are_others() {
    var made = submit(token, "");
    var invoice = entity(made, 0);
    var acme = entity(made, 1);

    var first = relate(token, "REFERS_TO", acme, invoice, "", "Idempotency-Key", "k1");
    var again = relate(token, "REFERS_TO", acme, invoice, "");
    var back = relate(token, "REFERS_TO", invoice, acme, "");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.body().get("created")).isEqualTo(Json.of(true));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("relationship_id")).isEqualTo(first.text("relationship_id"));
    assertThat(back.status()).isEqualTo(201);
    assertThat(related(token, invoice))
        .hasSize(3)
        .contains(first.text("relationship_id"), back.text("relationship_id"));
    var retried = relate(token, "REFERS_TO", acme, invoice, "", "Idempotency-Key", "k1");
    assertThat(retried.status()).isEqualTo(201);
    assertThat(retried.body()).isEqualTo(first.body());
  }

  @Test
  void what_is_deleted_can_be_said_again_and_has_its_id() {
    var made = submit(token, "");
    var invoice = entity(made, 0);
    var acme = entity(made, 1);
    var known = related(token, invoice).getFirst();
    server.delete(token, "/v1/relationships/" + known);

    var again = relate(token, "ISSUED_BY", invoice, acme, "");

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text("relationship_id")).isEqualTo(known);
    assertThat(related(token, invoice)).containsExactly(known);
  }

  @Test
  void what_others_keep_to_themselves_is_no_reason_not_to_say_it() {
    var one = server.newKey(token, "user_one", "read", "write");
    var other = server.newKey(token, "user_other", "read", "write");
    var made = submit(one, "");
    var invoice = entity(made, 0);
    var acme = entity(made, 1);
    submit(other, "");
    var hidden = related(one, invoice);
    server.delete(other, "/v1/relationships/" + related(other, invoice).getFirst());

    var said = relate(other, "ISSUED_BY", invoice, acme, "");

    assertThat(said.status()).isEqualTo(201);
    assertThat(related(other, invoice)).containsExactly(said.text("relationship_id"));
    assertThat(related(one, invoice))
        .isEqualTo(hidden)
        .doesNotContain(said.text("relationship_id"));
  }
}
