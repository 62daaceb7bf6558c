package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.server.TestServer;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What schemas of one's own change: how entities are reduced, found out and told apart.
class SchemasTest extends DoorTest {

  private static final String CONTACT =
      "{'id':'acme:store_contact:v1','primary_entity_type':'contact','schema_version':'1.0',"
          + "'canonicalization_rules':{'included_fields':['email','name','phone'],"
          + "'normalize_strings':true,'sort_arrays':true},"
          + "'entity_extraction_rules':[{'extraction_type':'payload_self','entity_type':'contact'}]}";

  private static final String SHIP =
      CONTACT.replace("contact", "ship").replace("'email','name','phone'", "'imo','log'");

  private final String token = server.newTenant();

  @BeforeEach
  void registers() {
    assertThat(server.post(token, "/v1/capabilities", CONTACT).status()).isEqualTo(201);
    assertThat(server.post(token, "/v1/capabilities", SHIP).status()).isEqualTo(201);
  }

  private String submit(String kind, String body, String at) {
    return submit(kind, body, at, "");
  }

  /// @param weight further members of the provenance
  private String submit(String kind, String body, String at, String weight) {
    var made =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'acme:store_"
                + kind
                + ":v1','body':"
                + body
                + ",'provenance':{'source_refs':[],'extracted_at':'"
                + at
                + "','extractor_version':'schemas:v1'"
                + weight
                + "}}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return "/v1/entities/" + made.list("entities").getFirst().text("entity_id");
  }

  private TestServer.Answer register(String version, String fields, String more) {
    return server.post(
        token,
        "/v1/schemas",
        "{'activate':true,'schema':{'entity_type':'ship','schema_version':'"
            + version
            + "','fields':{'imo':{'type':'string'}"
            + fields
            + "},'identity':[['imo']]"
            + more
            + "}}");
  }

  private Json field(String entity, String name) {
    return server.get(token, entity).body().object("snapshot").get(name);
  }

  @Test
  void two_contacts_of_one_name_with_different_emails_stay_two() {
    var one =
        submit("contact", "{'name':'John Smith','email':'js@a.example'}", "2025-01-01T00:00:00Z");
    var two =
        submit("contact", "{'name':'John Smith','email':'js@b.example'}", "2025-01-01T00:00:00Z");

    assertThat(one).isNotEqualTo(two);
    assertThat(server.get(token, one).body().get("resolved")).isEqualTo(Json.of(true));
  }

  @Test
  void merged_arrays_keep_equal_objects_once_and_tell_where_each_item_comes_from() {
    var tag = "{'kind':'vip','since':2020}";
    var contact =
        submit(
            "contact",
            "{'email':'a@b.example','tags':[" + tag + ",'north']}",
            "2025-01-01T00:00:00Z");
    submit(
        "contact",
        "{'email':'a@b.example','name':'A','tags':['south',{'since':2020,'kind':'vip'}]}",
        "2025-01-02T00:00:00Z");

    assertThat(((JsonArray) field(contact, "tags")).items()).hasSize(3);
    var provenance = server.get(token, contact + "/provenance/tags");
    assertThat(provenance.status()).isEqualTo(200);
    assertThat(provenance.list("sources")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(provenance.list("sources"))
        .allSatisfy(source -> assertThat(source.text("source_payload_id")).startsWith("pay_"));
  }

  @Test
  void a_schema_that_merges_brings_back_what_arrays_held_before() {
    register("1.0", "", "");
    var ship = submit("ship", "{'imo':'1','log':['left Callao']}", "2025-01-01T00:00:00Z");
    submit("ship", "{'imo':'1','log':['reached Paita']}", "2025-01-02T00:00:00Z");
    assertThat(field(ship, "log")).isEqualTo(JsonArray.of(Json.of("reached Paita")));

    var registered = register("1.1", ",'log':{'type':'array','merge':'merge_array'}", "");

    assertThat(registered.status()).as(registered.bodyText()).isEqualTo(201);
    assertThat(field(ship, "log"))
        .isEqualTo(JsonArray.of(Json.of("left Callao"), Json.of("reached Paita")));
    var found =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'left Callao','after':" + registered.header("Log-Position") + "}");
    assertThat(found.list("objects").getFirst().text("object_id"))
        .isEqualTo("mem_" + ship.substring(ship.lastIndexOf('/') + 1));
  }

  @Test
  void a_payload_of_a_higher_priority_wins_over_later_ones_where_the_schema_says_so() {
    register("1.0", ",'flag':{'type':'string','merge':'highest_priority'}", "");
    var ship = submit("ship", "{'imo':'7','flag':'PE'}", "2025-01-01T00:00:00Z", ",'priority':500");
    submit("ship", "{'imo':'7','flag':'CL','log':[1]}", "2025-01-02T00:00:00Z");

    assertThat(field(ship, "flag")).isEqualTo(Json.of("PE"));
    submit("ship", "{'imo':'7','flag':'EC','log':[2]}", "2025-01-01T12:00:00Z", ",'priority':501");
    assertThat(field(ship, "flag")).isEqualTo(Json.of("EC"));
    var memory = "/v1/objects/memory/mem_" + ship.substring(ship.lastIndexOf('/') + 1);
    assertThat(server.get(token, memory).body().text("text")).contains("flag: EC");
    var others = server.get(token, ship + "/provenance/flag").list("others");
    assertThat(others).isNotEmpty();
    assertThat(others).allSatisfy(each -> assertThat(each.text("lost_by")).isEqualTo("priority"));
  }

  @Test
  void of_two_at_one_instant_the_source_that_is_believed_more_wins() {
    register("1.0", "", "");
    var at = "2025-01-01T00:00:00Z";
    var ship = submit("ship", "{'imo':'6','flag':'PE','log':[1]}", at, ",'source':'sensor'");
    submit("ship", "{'imo':'6','flag':'CL','log':[2]}", at, ",'source':'sync'");

    assertThat(field(ship, "flag")).isEqualTo(Json.of("PE"));
    var refused =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'acme:store_ship:v1','body':{},'provenance':{'source_refs':[],"
                + "'extracted_at':'2025-01-01T00:00:00Z','extractor_version':'s','priority':1001,"
                + "'source':'rumour'}}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.list("violations"))
        .extracting(each -> each.text("pointer"))
        .containsExactlyInAnyOrder("/provenance/priority", "/provenance/source");
  }

  @Test
  void single_values_are_put_in_where_the_schema_merges() {
    register("1.0", ",'log':{'type':'array','merge':'merge_array'}", "");
    var ship = submit("ship", "{'imo':'9','log':'reached Paita'}", "2025-01-02T00:00:00Z");
    submit("ship", "{'imo':'9','log':'left Callao'}", "2025-01-01T00:00:00Z");
    submit("ship", "{'imo':'9','log':['moored']}", "2025-01-03T00:00:00Z");

    assertThat(field(ship, "log"))
        .isEqualTo(
            JsonArray.of(Json.of("left Callao"), Json.of("moored"), Json.of("reached Paita")));
  }

  @Test
  void the_past_is_reduced_by_the_schema_in_force() {
    register("1.0", ",'log':{'type':'array','merge':'merge_array'}", "");
    var ship = submit("ship", "{'imo':'2','log':['left Callao']}", "2025-01-01T00:00:00Z");
    submit("ship", "{'imo':'2','log':['reached Paita']}", "2025-01-02T00:00:00Z");

    var then = server.get(token, ship + "?at=2025-01-03T00:00:00Z").body().object("snapshot");

    assertThat(then.get("log"))
        .isEqualTo(JsonArray.of(Json.of("left Callao"), Json.of("reached Paita")));
  }

  @Test
  void what_is_added_and_what_breaks_is_told_apart() {
    register("1.0", ",'log':{'type':'array'}", "");

    var added = register("1.1", ",'log':{'type':'array'},'flag':{'type':'string'}", "");
    var broken = register("2.0", ",'log':{'type':'string'}", "");

    assertThat(added.object("change").get("additive")).isEqualTo(Json.of(true));
    assertThat(broken.object("change").get("additive")).isEqualTo(Json.of(false));
    assertThat(broken.object("change").array("breaks").items()).isNotEmpty();
  }

  @Test
  void a_version_of_a_schema_never_changes_and_an_earlier_one_can_be_put_in_force_again() {
    register("1.0", ",'log':{'type':'array'}", "");
    register("2.0", ",'log':{'type':'array','merge':'merge_array'}", "");

    var altered = register("1.0", ",'log':{'type':'string'}", "");
    var back = server.post(token, "/v1/schemas/ship/activate", "{'schema_version':'1.0'}");

    assertThat(altered.status()).isEqualTo(409);
    assertThat(back.status()).isEqualTo(200);
    var inForce = server.get(token, "/v1/schemas/ship");
    assertThat(inForce.text("schema_version")).isEqualTo("1.0");
    assertThat(inForce.body().array("versions").texts()).containsExactly("1.0", "2.0");
  }

  @Test
  void activations_at_the_same_time_leave_one_schema_in_force() {
    IntStream.range(1, 9).forEach(i -> register(i + ".0", ",'log':{'type':'array'}", ""));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      IntStream.range(1, 9)
          .forEach(
              i ->
                  threads.execute(
                      () ->
                          server.post(
                              token,
                              "/v1/schemas/ship/activate",
                              "{'schema_version':'" + i + ".0'}")));
    }

    var inForce = server.get(token, "/v1/schemas/ship").text("schema_version");
    assertThat(
            server.get(token, "/v1/schemas").list("schemas").stream()
                .filter(each -> each.text("entity_type").equals("ship"))
                .map(each -> each.text("schema_version")))
        .containsExactly(inForce);
  }

  @Test
  void unknown_fields_are_kept_and_can_be_promoted_by_a_new_version() {
    register("1.0", "", "");
    var ship = submit("ship", "{'imo':'7','launched':'2019-05-04'}", "2025-01-01T00:00:00Z");
    assertThat(field(ship, "launched")).isEqualTo(Json.of("2019-05-04"));

    register(
        "1.1",
        ",'launched':{'type':'date'}",
        ",'temporal_fields':[{'field':'launched','event_type':'ShipLaunched'}]");

    var id = ship.substring(ship.lastIndexOf('/') + 1);
    var dates =
        server.get(
            token,
            "/v1/timeline?from=2019-01-01T00:00:00Z&to=2020-01-01T00:00:00Z&entity_id=" + id);
    assertThat(dates.list("events"))
        .extracting(each -> each.text("event_type"))
        .containsExactly("ShipLaunched");
  }

  @Test
  void the_provenance_of_a_corrected_field_is_the_correction() {
    var ship = submit("ship", "{'imo':'8','flag':'PE'}", "2025-01-01T00:00:00Z");
    server.post(token, ship + "/corrections", "{'fields':{'flag':'CL'}}");

    var provenance = server.get(token, ship + "/provenance/flag");

    assertThat(provenance.status()).isEqualTo(200);
    assertThat(provenance.list("sources").getFirst().text("kind")).isEqualTo("correction");
  }
}
