package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What capabilities and schemas are held to when they are registered, and what they make of
/// bodies.
class CapabilitiesTest extends DoorTest {

  private final String token = server.newTenant();

  private TestServer.Answer register(String type, String version) {
    return server.post(
        token,
        "/v1/capabilities",
        "{'id':'ours:store_"
            + type
            + ":v1','primary_entity_type':'"
            + type
            + "','schema_version':'"
            + version
            + "','canonicalization_rules':{'included_fields':['name'],"
            + "'normalize_strings':true,'sort_arrays':true},'entity_extraction_rules':["
            + "{'extraction_type':'payload_self','entity_type':'"
            + type
            + "'},{'extraction_type':'array_items','source_field':'crew','entity_type':'person',"
            + "'fields':{'name':''}}]}");
  }

  private TestServer.Answer submit(String capability, String body) {
    return server.post(
        token,
        "/v1/payloads",
        "{'capability_id':'"
            + capability
            + "','body':"
            + body
            + ",'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
            + "'extractor_version':'t1'}}");
  }

  private static List<String> entities(TestServer.Answer made) {
    return made.list("entities").stream()
        .map(each -> each.text("entity_type") + " " + each.text("name"))
        .toList();
  }

  private static List<String> warnings(TestServer.Answer made) {
    return made.list("warnings").stream().map(each -> each.text("code")).toList();
  }

  private TestServer.Answer registerSchema(String version, String fields, boolean activate) {
    return server.post(
        token,
        "/v1/schemas",
        "{'activate':"
            + activate
            + ",'schema':{'entity_type':'ship','schema_version':'"
            + version
            + "','fields':{'name':{'type':'string'}"
            + fields
            + "},'identity':[['name']]}}");
  }

  @Test
  void what_is_named_needs_no_schema_to_become_an_entity() {
    var tenant = server.newTenant();
    var registered =
        server.post(
            tenant,
            "/v1/capabilities",
            "{'id':'acme:store_trip:v1','primary_entity_type':'trip','schema_version':'1.0',"
                + "'canonicalization_rules':{'included_fields':['legs','guide'],"
                + "'normalize_strings':true,'sort_arrays':true},'entity_extraction_rules':["
                + "{'extraction_type':'payload_self','entity_type':'trip'},"
                + "{'extraction_type':'array_items','source_field':'legs','entity_type':'place'},"
                + "{'extraction_type':'field_value','source_field':'guide','entity_type':'guide'}]}");
    assertThat(registered.status()).as(registered.bodyText()).isEqualTo(201);

    var made =
        server.post(
            tenant,
            "/v1/payloads",
            "{'capability_id':'acme:store_trip:v1','body':{'legs':['Bern',{'name':'Rome'},"
                + "{'title':'Oslo'}],'guide':'Anna'},'provenance':{'source_refs':[],"
                + "'extracted_at':'2025-01-15T10:00:00Z','extractor_version':'t1'}}");

    assertThat(made.list("entities"))
        .extracting(each -> each.text("entity_type") + " " + each.text("name"))
        .contains("place Bern", "place Rome", "place Oslo", "guide Anna");
  }

  @Test
  void the_schema_version_of_a_capability_is_one_that_is_known() {
    var unknown = register("company", "7.0");

    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.faults()).containsExactly("schema.unknown@/schema_version");
    assertThat(unknown.bodyText()).contains("In force is 1.0").contains("/v1/schemas/company");
    assertThat(register("company", "first").faults()).containsExactly("id.format@/schema_version");
    assertThat(register("company", "1.0").status()).isEqualTo(201);
  }

  @Test
  void a_version_that_is_registered_will_do_and_a_type_that_nobody_describes_has_any() {
    assertThat(register("ship", "3.1").status()).isEqualTo(201);
    assertThat(registerSchema("4.0", "", true).status()).isEqualTo(201);
    assertThat(registerSchema("4.1", ",'flag':{'type':'string'}", false).status()).isEqualTo(201);

    assertThat(register("ship", "3.1").status()).isEqualTo(200);
    var next =
        "{'id':'ours:store_ship:v2','primary_entity_type':'ship','schema_version':'%s',"
            + "'canonicalization_rules':{'included_fields':['name']},'entity_extraction_rules':["
            + "{'extraction_type':'payload_self','entity_type':'ship'}]}";
    assertThat(server.post(token, "/v1/capabilities", next.formatted("4.2")).faults())
        .containsExactly("schema.unknown@/schema_version");
    assertThat(server.post(token, "/v1/capabilities", next.formatted("4.1")).status())
        .isEqualTo(201);
    var made = submit("ours:store_ship:v2", "{'name':'Kon-Tiki'}");
    var observation = made.list("observations").getFirst().text("observation_id");
    assertThat(server.get(token, "/v1/observations/" + observation).text("schema_version"))
        .isEqualTo("4.1");
  }

  @Test
  void faults_of_a_schema_point_into_the_body_that_was_sent() {
    registerSchema("2.0", "", true);

    assertThat(registerSchema("1.9", "", true).faults())
        .containsExactly("schema.order@/schema/schema_version");
    assertThat(registerSchema("1.9", "", false).faults())
        .containsExactly("schema.order@/schema/schema_version");
    assertThat(registerSchema("two", "", true).faults())
        .containsExactly("id.format@/schema/schema_version");
  }

  @Test
  void what_an_item_calls_its_title_may_be_its_name() {
    var contract =
        submit(
            "neotoma:store_contract:v1",
            "{'contract_number':'C-1','parties':[{'title':'Acme Corp','city':'Cusco'},"
                + "{'name':'Globex','title':'The Supplier'},'Initech']}");

    assertThat(entities(contract))
        .containsExactly("contract C-1", "company Acme Corp", "company Globex", "company Initech");
    var acme = contract.list("entities").get(1).text("entity_id");
    assertThat(acme).isEqualTo("ent_af939bedafbd1838b259772a");
    var snapshot = server.get(token, "/v1/entities/" + acme).object("snapshot");
    assertThat(snapshot.text("name")).isEqualTo("Acme Corp");
    assertThat(snapshot.text("city")).isEqualTo("Cusco");
    var note =
        submit(
            "neotoma:store_note:v1",
            "{'title':'N','tasks':[{'name':'Design'},{'title':'Build'},{'due_date':'2025-01-01'}]}");
    assertThat(entities(note)).containsExactly("note N", "task Design", "task Build");
  }

  @Test
  void a_rule_that_takes_the_item_itself_takes_its_title_as_well() {
    register("ship", "1.0");

    var made =
        submit(
            "ours:store_ship:v1", "{'name':'Kon-Tiki','crew':[{'title':'Thor'},{'name':'Bengt'}]}");

    assertThat(entities(made)).contains("person Thor", "person Bengt");
  }

  @Test
  void a_body_without_anything_that_tells_payloads_apart_is_warned_of() {
    var first = submit("neotoma:store_note:v1", "{'colour':'red'}");
    var second = submit("neotoma:store_note:v1", "{'shape':'round'}");

    assertThat(first.status()).isEqualTo(201);
    assertThat(warnings(first)).contains("payload.no_identity");
    assertThat(second.text("payload_id")).isEqualTo(first.text("payload_id"));
    assertThat(second.body().array("enriched").texts()).containsExactly("shape");
    assertThat(warnings(second)).contains("payload.no_identity");
    assertThat(((JsonObject) first.body().array("warnings").items().getLast()).text("message"))
        .isNotEmpty();
    var again = submit("neotoma:store_note:v1", "{'colour':'red'}");
    assertThat(again.body().get("created")).isEqualTo(Json.of(false));
    assertThat(warnings(again)).contains("payload.no_identity");
    assertThat(warnings(submit("neotoma:store_note:v1", "{'title':null}")))
        .doesNotContain("payload.no_identity");
  }
}
