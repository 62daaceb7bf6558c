package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Two companies of one name were taken for one.
class EntitySplitTest extends DoorTest {

  private static final String TIMELINE =
      "/v1/timeline?from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&entity_type=company";

  private final String token = server.newTenant();

  private final String acme = company("Acme");
  private final String lima = company("Acme of Lima");

  private static String company(String name) {
    return EntityId.of("company", EntityName.normal("company", name)).value();
  }

  private static TestServer.Answer submit(String token, String number, String rest, String at) {
    var made =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'neotoma:store_invoice:v1','body':{'invoice_number':'"
                + number
                + "','vendor_name':'Acme'"
                + rest
                + "},'provenance':{'source_refs':[],'extracted_at':'"
                + at
                + "','extractor_version':'t1','agent_id':'agt_reader'}}");
    assertThat(made.status()).isEqualTo(201);
    return made;
  }

  private TestServer.Answer submit(String number, String rest, String at) {
    return submit(token, number, rest, at);
  }

  /// The observation of the vendor.
  private static String vendorIn(TestServer.Answer made) {
    return made.list("observations").get(1).text("observation_id");
  }

  private TestServer.Answer split(String token, String entity, String body) {
    return server.post(token, "/v1/entities/" + entity + "/split", body);
  }

  private TestServer.Answer splitToLima(String observations) {
    return split(token, acme, "{'observations':[" + observations + "],'name':'Acme of Lima'}");
  }

  private static TestServer.Answer entity(String token, String entity, String query) {
    return server.get(token, "/v1/entities/" + entity + query);
  }

  private JsonObject snapshot(String entity) {
    return entity(token, entity, "").body().object("snapshot");
  }

  private List<String> observations(String entity, String query) {
    return server
        .get(token, "/v1/entities/" + entity + "/observations" + query)
        .list("observations")
        .stream()
        .map(each -> each.text("observation_id"))
        .toList();
  }

  private static String quoted(String... ids) {
    return "'" + String.join("','", ids) + "'";
  }

  @Test
  void observations_that_are_split_count_for_the_other_and_no_longer_for_the_first() {
    var cusco =
        submit("1", ",'vendor_address':'Cusco','vendor_vat_id':'A'", "2025-01-01T00:00:00Z");
    var first = submit("2", ",'vendor_address':'Lima','vendor_email':'l'", "2025-01-02T00:00:00Z");
    var second = submit("3", ",'vendor_address':'Lima 2'", "2025-01-03T00:00:00Z");
    assertThat(snapshot(acme).text("address")).isEqualTo("Lima 2");

    var made = splitToLima(quoted(vendorIn(first), vendorIn(second)));

    assertThat(made.status()).isEqualTo(200);
    assertThat(made.text("entity_id")).isEqualTo(lima);
    assertThat(made.text("name")).isEqualTo("Acme of Lima");
    assertThat(made.number("observation_count")).isEqualTo(2);
    assertThat(made.body().object("snapshot").text("address")).isEqualTo("Lima 2");
    assertThat(made.body().object("snapshot").text("email")).isEqualTo("l");
    assertThat(made.body().object("snapshot").names()).doesNotContain("vat_id");
    assertThat(snapshot(acme).text("address")).isEqualTo("Cusco");
    assertThat(snapshot(acme).names()).contains("vat_id").doesNotContain("email");
    assertThat(entity(token, acme, "").number("observation_count")).isEqualTo(1);
    assertThat(observations(acme, "")).containsExactly(vendorIn(cusco));
    assertThat(observations(lima, "")).containsExactly(vendorIn(first), vendorIn(second));
    var source =
        server
            .get(token, "/v1/entities/" + lima + "/provenance/address")
            .list("sources")
            .getFirst();
    assertThat(source.text("observation_id")).isEqualTo(vendorIn(second));
    assertThat(source.text("source_payload_id")).isEqualTo(second.text("payload_id"));
    assertThat(source.text("agent_id")).isEqualTo("agt_reader");
    var seen = server.get(token, "/v1/observations/" + vendorIn(first));
    assertThat(seen.text("entity_id")).isEqualTo(lima);
    assertThat(seen.text("split_from")).isEqualTo(acme);
    assertThat(
            server
                .get(token, "/v1/payloads/" + first.text("payload_id") + "/chain")
                .list("entities")
                .stream()
                .map(each -> each.text("entity_id")))
        .contains(lima)
        .doesNotContain(acme);
    assertThat(server.get(token, "/v1/entities?name=Acme%20of%20Lima").list("entities")).hasSize(1);
  }

  @Test
  void what_was_known_before_is_as_it_was_and_each_instant_has_its_own() {
    submit("1", ",'vendor_address':'Cusco'", "2025-01-01T00:00:00Z");
    var lost = submit("2", ",'vendor_address':'Lima'", "2025-01-05T00:00:00Z");
    var last = submit("3", ",'vendor_email':'c'", "2025-01-09T00:00:00Z");
    long before = last.number("position");
    var then = entity(token, acme, "?as_known_at=" + before).body();

    splitToLima(quoted(vendorIn(lost)));

    assertThat(entity(token, acme, "?as_known_at=" + before).body()).isEqualTo(then);
    assertThat(entity(token, lima, "?as_known_at=" + before).status()).isEqualTo(404);
    assertThat(observations(acme, "?as_known_at=" + before)).hasSize(3).contains(vendorIn(lost));
    assertThat(
            server
                .get(token, "/v1/observations/" + vendorIn(lost) + "?as_known_at=" + before)
                .text("entity_id"))
        .isEqualTo(acme);
    var between = entity(token, acme, "?as_of=2025-01-07T00:00:00Z");
    assertThat(between.body().object("snapshot").text("address")).isEqualTo("Cusco");
    assertThat(between.number("observation_count")).isEqualTo(1);
    assertThat(entity(token, acme, "").number("observation_count")).isEqualTo(2);
    assertThat(entity(token, lima, "?as_of=2025-01-04T00:00:00Z").status()).isEqualTo(404);
    assertThat(entity(token, lima, "?as_of=2025-01-06T00:00:00Z").status()).isEqualTo(200);
    assertThat(server.get(token, "/v1/events?event_type=quipu.entity_split").list("events"))
        .hasSize(1);
  }

  @Test
  void relationships_and_dates_go_along() {
    var cusco = submit("1", ",'customer_name':'Mill'", "2025-01-01T00:00:00Z");
    var moved = submit("2", ",'customer_name':'Mill'", "2025-01-02T00:00:00Z");
    assertThat(relationships(acme)).hasSize(2);

    splitToLima(quoted(vendorIn(moved)));

    assertThat(relationships(acme)).containsExactly(invoiceIn(cusco) + " ISSUED_BY " + acme);
    assertThat(relationships(lima)).containsExactly(invoiceIn(moved) + " ISSUED_BY " + lima);
    assertThat(relationships(invoiceIn(moved)))
        .containsExactlyInAnyOrder(
            invoiceIn(moved) + " ISSUED_BY " + lima,
            invoiceIn(moved) + " BILLED_TO " + company("Mill"));
    submit("2", ",'amount':7", "2025-01-03T00:00:00Z");
    assertThat(relationships(acme)).hasSize(2);
  }

  @Test
  void a_relationship_that_another_payload_tells_of_stays() {
    var first = submit("1", ",'amount':1", "2025-01-01T00:00:00Z");
    var second = submit("1", ",'amount':2", "2025-01-02T00:00:00Z");
    splitToLima(quoted(vendorIn(first)));

    var invoice = invoiceIn(first);
    assertThat(relationships(invoice))
        .containsExactlyInAnyOrder(invoice + " ISSUED_BY " + acme, invoice + " ISSUED_BY " + lima);
    splitToLima(quoted(vendorIn(second)));
    assertThat(relationships(invoice)).containsExactly(invoice + " ISSUED_BY " + lima);
  }

  private static String invoiceIn(TestServer.Answer made) {
    return made.list("entities").getFirst().text("entity_id");
  }

  private List<String> relationships(String entity) {
    return server.get(token, "/v1/relationships?entity_id=" + entity).list("relationships").stream()
        .map(
            each ->
                each.text("source_entity_id")
                    + " "
                    + each.text("type")
                    + " "
                    + each.text("target_entity_id"))
        .toList();
  }

  @Test
  void the_timeline_follows() {
    var moved =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'neotoma:store_note:v1','body':{'title':'Plan','content':'c',"
                + "'tasks':[{'title':'Ship','due_date':'2025-03-01'}]},'provenance':{'source_refs':[],"
                + "'extracted_at':'2025-01-01T00:00:00Z','extractor_version':'t1'}}");
    var task = moved.list("entities").get(1).text("entity_id");
    var dates = TIMELINE.replace("company", "task");
    assertThat(server.get(token, dates).list("events").getFirst().text("entity_id"))
        .isEqualTo(task);

    split(
        token, task, "{'payloads':['" + moved.text("payload_id") + "'],'name':'Ship the second'}");

    var other = EntityId.of("task", "ship the second").value();
    var shown = server.get(token, dates).list("events");
    assertThat(shown).hasSize(1);
    assertThat(shown.getFirst().text("entity_id")).isEqualTo(other);
    assertThat(shown.getFirst().text("value")).isEqualTo("2025-03-01");
    assertThat(entity(token, task, "").status()).isEqualTo(404);
    assertThat(server.get(token, "/v1/entities?entity_type=task").list("entities")).hasSize(1);
  }

  @Test
  void splitting_back_undoes_it() {
    var only = submit("1", ",'vendor_address':'Lima'", "2025-01-01T00:00:00Z");
    var before = entity(token, acme, "").body();
    splitToLima(quoted(vendorIn(only)));
    assertThat(entity(token, acme, "").status()).isEqualTo(404);
    assertThat(relationships(lima)).hasSize(1);

    var back =
        split(
            token, lima, "{'observations':[" + quoted(vendorIn(only)) + "],'into':'" + acme + "'}");

    assertThat(back.status()).isEqualTo(200);
    for (var member : List.of("entity_id", "name", "names", "snapshot", "provenance", "resolved")) {
      assertThat(back.body().get(member)).as(member).isEqualTo(before.get(member));
    }
    assertThat(entity(token, lima, "").status()).isEqualTo(404);
    assertThat(relationships(acme)).containsExactly(invoiceIn(only) + " ISSUED_BY " + acme);
    assertThat(observations(acme, "")).containsExactly(vendorIn(only));
  }

  @Test
  void what_is_told_later_under_the_old_name_counts_for_the_old_one_and_late_ones_too() {
    submit("1", ",'vendor_address':'Cusco'", "2025-01-01T00:00:00Z");
    var moved = submit("2", ",'vendor_address':'Lima'", "2025-01-05T00:00:00Z");
    splitToLima(quoted(vendorIn(moved)));
    submit("3", ",'vendor_address':'Cusco 2'", "2025-01-03T00:00:00Z");
    submit("4", ",'vendor_email':'c'", "2025-02-01T00:00:00Z");

    assertThat(snapshot(acme).text("address")).isEqualTo("Cusco 2");
    assertThat(snapshot(acme).text("email")).isEqualTo("c");
    assertThat(snapshot(lima).text("address")).isEqualTo("Lima");
    assertThat(entity(token, acme, "").number("observation_count")).isEqualTo(3);
  }

  @Test
  void what_people_said_of_an_entity_stays_with_it() {
    var moved = submit("1", ",'vendor_address':'Lima'", "2025-01-01T00:00:00Z");
    server.post(token, "/v1/entities/" + acme + "/corrections", "{'fields':{'city':'Cusco'}}");
    splitToLima(quoted(vendorIn(moved)));

    assertThat(snapshot(acme)).isEqualTo(JsonObject.of("city", Json.of("Cusco")));
    assertThat(snapshot(lima).names()).doesNotContain("city").contains("address");
  }

  @Test
  void an_observation_of_a_merged_name_can_be_split_from_the_survivor() {
    submit("1", ",'vendor_address':'Cusco'", "2025-01-01T00:00:00Z");
    var moved = submit("2", ",'customer_name':'Akme'", "2025-01-02T00:00:00Z");
    var customer = moved.list("observations").get(2).text("observation_id");
    server.post(token, "/v1/entities/" + company("Akme") + "/merge", "{'into':'" + acme + "'}");

    assertThat(splitToLima(quoted(customer)).status()).isEqualTo(200);

    assertThat(observations(lima, "")).containsExactly(customer);
    assertThat(observations(acme, "")).doesNotContain(customer).hasSize(2);
  }

  @Test
  void only_what_one_may_write_is_split_and_nobody_elses_view_changes() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    var annas = submit(anna, "1", ",'vendor_address':'Cusco'", "2025-01-01T00:00:00Z");
    var boriss = submit(boris, "2", ",'vendor_address':'Lima'", "2025-01-02T00:00:00Z");
    var body = "{'observations':['%s'],'name':'Acme of Lima'}";

    var hidden = split(boris, acme, body.formatted(vendorIn(annas)));
    var absent = split(boris, acme, body.formatted("obs_00000000000000000000000000_1"));
    assertThat(hidden.status()).isEqualTo(400);
    assertThat(hidden.body().get("violations")).isEqualTo(absent.body().get("violations"));
    assertThat(split(boris, acme, body.formatted(vendorIn(boriss))).status()).isEqualTo(200);
    assertThat(entity(anna, acme, "").body().object("snapshot").text("address")).isEqualTo("Cusco");
    assertThat(entity(anna, lima, "").status()).isEqualTo(404);
  }

  @Test
  void a_request_that_makes_no_sense_is_refused_with_the_reason() {
    var made = submit("1", "", "2025-01-01T00:00:00Z");
    var vendor = vendorIn(made);
    var invoice = made.list("observations").getFirst().text("observation_id");

    assertThat(codes(split(token, acme, "{'name':'X'}"))).containsExactly("list.length");
    assertThat(codes(split(token, acme, "{'observations':['" + vendor + "']}")))
        .containsExactly("split.target");
    assertThat(
            codes(
                split(
                    token,
                    acme,
                    "{'observations':['" + vendor + "'],'name':'X','into':'" + lima + "'}")))
        .containsExactly("split.target");
    assertThat(codes(splitToLima(quoted(invoice)))).containsExactly("observation.unknown");
    assertThat(codes(split(token, acme, "{'observations':['" + vendor + "'],'name':'ACME'}")))
        .containsExactly("entity.same");
    assertThat(
            codes(split(token, acme, "{'observations':['" + vendor + "'],'into':'" + lima + "'}")))
        .containsExactly("entity.unknown");
    assertThat(codes(split(token, acme, "{'payloads':['pay_nowhere'],'name':'X'}")))
        .containsExactly("payload.unknown");
    submit("9", ",'customer_name':'Gone'", "2025-01-01T00:00:00Z");
    server.delete(token, "/v1/entities/" + company("Gone"));
    var deleted = split(token, acme, "{'observations':['" + vendor + "'],'name':'Gone'}");
    assertThat(deleted.status()).isEqualTo(409);
    assertThat(deleted.text("code")).isEqualTo("entity.deleted");
  }

  private static List<String> codes(TestServer.Answer answer) {
    assertThat(answer.status()).isEqualTo(400);
    return answer.list("violations").stream().map(each -> each.text("code")).toList();
  }
}
