package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PayloadsTest extends DoorTest {

  private static final String PROVENANCE =
      "'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
          + "'extractor_version':'neotoma-mcp:v0.1.1'}";

  private final String token = server.newTenant();

  private static String invoice(String body) {
    return "{'capability_id':'neotoma:store_invoice:v1','body':" + body + "," + PROVENANCE + "}";
  }

  private static final String NOTE =
      "{'capability_id':'neotoma:store_note:v1','body':{'title':'Project Alpha',"
          + "'content':'Project notes...','tasks':['Design UI','Implement API','Write tests']},"
          + PROVENANCE
          + "}";

  private TestServer.Answer submit(String envelope) {
    return server.post(token, "/v1/payloads", envelope);
  }

  private static List<String> texts(JsonObject object, String list, String member) {
    var array = object.array(list);
    return array == null
        ? List.of()
        : array.items().stream().map(item -> ((JsonObject) item).text(member)).toList();
  }

  @Test
  void what_is_added_in_private_to_a_public_payload_stays_private() {
    var note =
        "{'capability_id':'neotoma:store_note:v1','body':{'title':'PP','content':'open'%s},"
            + "'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
            + "'extractor_version':'t1'},%s}";
    var tenant = server.newTenant();
    var anna = server.newKey(tenant, "anna", "read", "write");
    var boris = server.newKey(tenant, "boris", "read", "write");
    var first =
        server.post(
            anna,
            "/v1/payloads",
            note.formatted("", "'visibility':'public','access':{'team_id':null}"));
    var entity = "/v1/entities/" + first.list("entities").getFirst().text("entity_id");

    var added =
        server.post(
            anna, "/v1/payloads", note.formatted(",'secret':'S3cret'", "'visibility':'private'"));

    assertThat(added.status()).as(added.bodyText()).isEqualTo(200);
    assertThat(server.get(anna, entity).bodyText()).contains("S3cret");
    assertThat(server.get(boris, entity).bodyText()).contains("open").doesNotContain("S3cret");
    assertThat(server.get(boris, "/v1/payloads").bodyText()).doesNotContain("S3cret");
  }

  @Test
  void a_note_with_tasks_becomes_a_note_and_three_tasks() {
    var made = submit(NOTE);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("payload_content_id")).isEqualTo("payload_d297f43a69f9c9fd25f1b6f3");
    assertThat(made.body().get("created")).isEqualTo(Json.of(true));
    assertThat(texts(made.body(), "entities", "entity_id"))
        .containsExactly(
            "ent_5fac8101a36edac6ce35e88b",
            "ent_059f99bdf0b72349ef70c78a",
            "ent_ed738303c90b408fc332f327",
            "ent_0fee25585118bd058b57517c");
    assertThat(texts(made.body(), "relationships", "type"))
        .containsExactly("HAS_TASK", "HAS_TASK", "HAS_TASK");
    var entity = server.get(token, "/v1/entities/ent_5fac8101a36edac6ce35e88b");
    assertThat(entity.status()).isEqualTo(200);
    assertThat(entity.text("name")).isEqualTo("Project Alpha");
    assertThat(entity.body().object("snapshot").text("content")).isEqualTo("Project notes...");
    assertThat(entity.number("observation_count")).isEqualTo(1);
  }

  @Test
  void the_same_payload_again_returns_the_first_ids() {
    var first = submit(NOTE);
    var again = submit(NOTE);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body().get("created")).isEqualTo(Json.of(false));
    for (var id : List.of("payload_id", "payload_content_id", "payload_submission_id")) {
      assertThat(again.text(id)).as(id).isEqualTo(first.text(id));
      assertThat(server.get(token, "/v1/payloads/" + again.text(id)).text("payload_id"))
          .as(id)
          .isEqualTo(first.text("payload_id"));
    }
    assertThat(server.get(token, "/v1/payloads").list("payloads")).hasSize(1);
  }

  @Test
  void twenty_equal_submissions_at_once_make_one_payload() throws Exception {
    var answers = new ArrayList<JsonObject>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<JsonObject>> work = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        work.add(() -> submit(NOTE).body());
      }
      for (var done : threads.invokeAll(work)) {
        answers.add(done.get());
      }
    }

    assertThat(answers).filteredOn(each -> Json.of(true).equals(each.get("created"))).hasSize(1);
    assertThat(answers.stream().map(each -> each.text("payload_submission_id")).distinct())
        .hasSize(1);
  }

  @Test
  void a_duplicate_that_tells_more_adds_what_is_new() {
    var first = submit(invoice("{'invoice_number':'INV-1','vendor_name':'Acme','amount':5}"));
    var richer =
        submit(
            invoice("{'invoice_number':'inv-1','vendor_name':'ACME','amount':5,'currency':'EUR'}"));

    assertThat(richer.status()).isEqualTo(200);
    assertThat(richer.body().get("created")).isEqualTo(Json.of(false));
    assertThat(richer.text("payload_id")).isEqualTo(first.text("payload_id"));
    assertThat(richer.text("payload_submission_id")).isEqualTo(first.text("payload_submission_id"));
    assertThat(richer.body().array("enriched").texts()).containsExactly("currency");
    var entity =
        server.get(
            token, "/v1/entities/" + texts(first.body(), "entities", "entity_id").getFirst());
    assertThat(entity.body().object("snapshot").text("currency")).isEqualTo("EUR");
    var again =
        submit(
            invoice("{'invoice_number':'inv-1','vendor_name':'ACME','amount':5,'currency':'EUR'}"));
    assertThat(again.body().array("enriched").texts()).isEmpty();
  }

  @Test
  void a_vendors_company_has_nothing_of_the_invoice_but_its_name() {
    var made = submit(invoice("{'invoice_number':'INV-9','vendor_name':'Acme Corp','amount':5}"));

    var company = server.get(token, "/v1/entities/ent_af939bedafbd1838b259772a");
    assertThat(company.text("entity_type")).isEqualTo("company");
    assertThat(company.body().object("snapshot").names()).containsExactly("name");
    assertThat(texts(made.body(), "entities", "entity_id"))
        .contains("ent_af939bedafbd1838b259772a");
  }

  @Test
  void an_invoice_without_a_number_is_known_by_its_content_and_says_so() {
    var made = submit(invoice("{'customer_name':'Bob','amount':1}"));
    var other = submit(invoice("{'customer_name':'Bob','amount':2}"));

    assertThat(made.body().array("warnings").items())
        .anyMatch(warning -> "entity.unresolved".equals(((JsonObject) warning).text("code")));
    assertThat(texts(made.body(), "entities", "entity_id").getFirst())
        .isNotEqualTo(texts(other.body(), "entities", "entity_id").getFirst());
  }

  @Test
  void faults_of_an_envelope_are_told_together() {
    var refused =
        submit(
            "{'capability_id':'','body':[],'extra':1,"
                + "'provenance':{'source_refs':[''],'extracted_at':'2025-01-15'}}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("error")).isEqualTo("VALIDATION_ERROR");
    assertThat(refused.faults().stream().map(fault -> fault.replaceFirst(".*@", "")))
        .contains(
            "/capability_id",
            "/body",
            "/extra",
            "/provenance/source_refs/0",
            "/provenance/extracted_at",
            "/provenance/extractor_version");
    assertThat(server.get(token, "/v1/payloads").list("payloads")).isEmpty();
  }

  @Test
  void a_capability_that_nobody_knows_is_refused_with_those_that_are_known() {
    var refused = submit(NOTE.replace("store_note", "store_poem"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("error")).isEqualTo("UNKNOWN_CAPABILITY");
    assertThat(refused.text("hint")).contains("neotoma:store_note:v1");
  }

  @Test
  void a_capability_that_nobody_knows_is_told_together_with_other_faults() {
    var wrong = NOTE.replace("store_note", "store_poem").replace("'body'", "'extra':1,'body'");
    var refused = submit(wrong);
    var many = server.post(token, "/v1/payloads", "{'payloads':[" + wrong + "]}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("error")).isEqualTo("VALIDATION_ERROR");
    assertThat(refused.text("hint")).contains("neotoma:store_note:v1");
    assertThat(refused.faults().stream().map(fault -> fault.replaceFirst(".*@", "")))
        .containsExactlyInAnyOrder("/capability_id", "/extra");
    assertThat(many.bodyText()).contains("capability.unknown").contains("/extra");
  }

  @Test
  void an_offset_is_accepted_and_the_observation_has_its_instant() {
    var made = submit(NOTE.replace("10:00:00Z", "10:00:00+02:00"));
    var observation = texts(made.body(), "observations", "observation_id").getFirst();

    var shown = server.get(token, "/v1/observations/" + observation);
    assertThat(shown.text("observed_at")).isEqualTo("2025-01-15T08:00:00Z");
    assertThat(shown.text("source_payload_id")).isEqualTo(made.text("payload_id"));
  }

  @Test
  void what_is_tried_out_leaves_nothing_behind() {
    var tried = server.post(token, "/v1/payloads?dry_run=true", NOTE);

    assertThat(tried.status()).isEqualTo(200);
    assertThat(texts(tried.body(), "entities", "name"))
        .containsExactly("Project Alpha", "Design UI", "Implement API", "Write tests");
    assertThat(server.get(token, "/v1/log/head").number("position")).isZero();
    assertThat(server.get(token, "/v1/entities").list("entities")).isEmpty();
  }

  @Test
  void sources_that_are_unknown_are_kept_with_one_warning() {
    var source = submit(NOTE);
    var derived =
        submit(
            invoice("{'invoice_number':'INV-2','vendor_name':'Acme'}")
                .replace(
                    "'source_refs':[]",
                    "'source_refs':['" + source.text("payload_id") + "','payload_nowhere']"));

    assertThat(texts(derived.body(), "warnings", "code")).contains("dangling");
    var chain = server.get(token, "/v1/payloads/" + derived.text("payload_id") + "/chain");
    assertThat(texts(chain.body(), "sources", "payload_id"))
        .containsExactly(source.text("payload_id"));
    assertThat(chain.body().array("dangling").texts()).containsExactly("payload_nowhere");
    var back = server.get(token, "/v1/payloads/" + source.text("payload_id") + "/chain");
    assertThat(texts(back.body(), "derived", "payload_id"))
        .containsExactly(derived.text("payload_id"));
  }

  @Test
  void each_reader_is_told_of_the_sources_that_it_cannot_read() {
    var bob = server.newKey(token, "bob", "read", "write");
    var carol = server.newKey(token, "carol", "read", "write");
    var source = server.post(bob, "/v1/payloads", NOTE).text("payload_id");
    var made =
        server.post(
            bob,
            "/v1/payloads",
            invoice("{'invoice_number':'D-1','vendor_name':'Acme'}")
                .replace("'source_refs':[]", "'source_refs':['" + source + "','pay_nowhere']")
                .replace("'body'", "'visibility':'public','access':{'team_id':null},'body'"));
    var path = "/v1/payloads/" + made.text("payload_id");

    assertThat(made.list("warnings").getFirst().array("source_refs").texts())
        .containsExactly("pay_nowhere");
    assertThat(server.get(bob, path).body().array("dangling").texts())
        .containsExactly("pay_nowhere");
    var all = List.of(source, "pay_nowhere");
    assertThat(server.get(carol, path).body().array("dangling").texts())
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(server.get(carol, "/v1/payloads").list("payloads"))
        .singleElement()
        .satisfies(
            shown ->
                assertThat(shown.array("dangling").texts())
                    .containsExactlyInAnyOrderElementsOf(all));
    var chain = server.get(carol, path + "/chain").body();
    assertThat(chain.array("dangling").texts()).containsExactlyInAnyOrderElementsOf(all);
    assertThat(chain.object("payload").array("dangling").texts())
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(server.get(carol, "/v1/events/" + made.text("event_id")).bodyText())
        .doesNotContain("dangling");
  }

  @Test
  void a_repetition_that_says_another_access_is_told_that_nothing_has_changed() {
    var open = NOTE.replace("'body'", "'visibility':'public','access':{'team_id':null},'body'");
    var closed = NOTE.replace("'body'", "'visibility':'private','body'");
    submit(closed);

    var wider = submit(open);

    assertThat(wider.body().get("created")).isEqualTo(Json.of(false));
    assertThat(texts(wider.body(), "warnings", "code")).contains("access.unchanged");
    for (var same : List.of(NOTE, closed)) {
      assertThat(texts(submit(same).body(), "warnings", "code")).doesNotContain("access.unchanged");
    }
    var many = server.post(token, "/v1/payloads", "{'payloads':[" + closed + "," + open + "]}");
    assertThat(many.list("payloads").stream().map(each -> texts(each, "warnings", "code")))
        .containsExactly(List.of(), List.of("access.unchanged"));
  }

  @Test
  void a_payload_about_what_was_deleted_is_told_that_it_stays_so() {
    var acme = "ent_af939bedafbd1838b259772a";
    submit(invoice("{'invoice_number':'X-1','vendor_name':'Acme Corp'}"));
    assertThat(server.delete(token, "/v1/entities/" + acme).status()).isEqualTo(200);

    var made = submit(invoice("{'invoice_number':'X-2','vendor_name':'Acme Corp'}"));

    var warning = made.list("warnings").getFirst();
    assertThat(warning.text("code")).isEqualTo("entity.deleted");
    assertThat(warning.array("entity_ids").texts()).containsExactly(acme);
    assertThat(warning.text("message")).contains("/restore");
    assertThat(server.get(token, "/v1/entities/" + acme).status()).isEqualTo(404);
    assertThat(server.post(token, "/v1/entities/" + acme + "/restore", "{}").status())
        .isEqualTo(200);
    var later = submit(invoice("{'invoice_number':'X-3','vendor_name':'Acme Corp'}"));
    assertThat(later.list("warnings")).isEmpty();
  }

  @Test
  void a_payload_that_comes_again_is_told_what_was_deleted_meanwhile() {
    var acme = "ent_af939bedafbd1838b259772a";
    var invoice = invoice("{'invoice_number':'X-1','vendor_name':'Acme Corp'}");
    submit(invoice);
    assertThat(submit(invoice).list("warnings")).isEmpty();
    server.delete(token, "/v1/entities/" + acme);

    var again = submit(invoice).list("warnings").getFirst();

    assertThat(again.text("code")).isEqualTo("entity.deleted");
    assertThat(again.array("entity_ids").texts()).containsExactly(acme);
    server.post(token, "/v1/entities/" + acme + "/restore", "{}");
    assertThat(submit(invoice).list("warnings")).isEmpty();
  }

  @Test
  void values_that_are_not_what_is_declared_are_kept_and_warned_of() {
    for (var date : List.of("'15.01.2024'", "'2024-02-30'", "'abc'", "1705276800")) {
      var made =
          submit(
              invoice(
                  "{'invoice_number':'U-1','vendor_name':'Acme','amount':'abc','date':"
                      + date
                      + "}"));

      var warning = made.list("warnings").getFirst();
      assertThat(warning.text("code")).isEqualTo("field.unfit");
      assertThat(texts(warning, "fields", "pointer"))
          .containsExactlyInAnyOrder("/body/date", "/body/amount");
      assertThat(texts(warning, "fields", "type")).containsExactlyInAnyOrder("date", "number");
      assertThat(String.join("", texts(warning, "fields", "hint"))).contains("2024-01-15");
      var invoice = "/v1/entities/" + texts(made.body(), "entities", "entity_id").getFirst();
      assertThat(server.get(token, invoice).object("snapshot").text("amount")).isEqualTo("abc");
    }
    var fit =
        submit(
            invoice(
                "{'invoice_number':7,'vendor_name':'Acme','amount':'12.50','date':'2024-01-15',"
                    + "'due_date':null}"));
    assertThat(fit.list("warnings")).isEmpty();
    var task = submit(NOTE.replace("'Write tests'", "{'title':'Write tests','due_date':'soon'}"));
    assertThat(texts(task.list("warnings").getFirst(), "fields", "pointer"))
        .containsExactly("/body/tasks");
  }

  @Test
  void a_payload_says_how_important_it_is_as_events_do() {
    var made = submit(NOTE.replace("'body'", "'importance':0.9,'body'"));
    var refused = submit(NOTE.replace("'body'", "'importance':2,'body'"));

    assertThat(made.status()).isEqualTo(201);
    assertThat(server.get(token, "/v1/events/" + made.text("event_id")).body().get("importance"))
        .isEqualTo(Json.of(0.9));
    assertThat(refused.faults()).singleElement().asString().endsWith("@/importance");
  }

  @Test
  void a_client_request_id_names_one_request() {
    var named = NOTE.replace("'body'", "'client_request_id':'r1','body'");
    var first = submit(named);
    var again = submit(named);
    var other = submit(named.replace("Project Alpha", "Project Beta"));

    assertThat(again.text("payload_submission_id")).isEqualTo(first.text("payload_submission_id"));
    assertThat(again.body().get("created")).isEqualTo(Json.of(false));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text("code")).isEqualTo("request.reused");
  }

  @Test
  void many_payloads_have_each_their_own_fate() {
    var answer =
        server.post(token, "/v1/payloads", "{'payloads':[" + NOTE + ",{'body':{}}," + NOTE + "]}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(texts(answer.body(), "payloads", "status"))
        .containsExactly("accepted", "rejected", "duplicate");
  }

  @Test
  void the_memory_of_an_entity_is_found_and_read_like_any_other() {
    var made = submit(NOTE);
    var id = "mem_ent_5fac8101a36edac6ce35e88b";

    var memory = server.get(token, "/v1/objects/memory/" + id);
    assertThat(memory.status()).isEqualTo(200);
    assertThat(memory.text("object_id")).isEqualTo(id);
    assertThat(memory.body().object("object").text("memory_type")).isEqualTo("semantic");
    var found =
        server.post(
            token,
            "/v1/query",
            "{'query_text':'Project Alpha','top_k':5,'after':" + made.number("position") + "}");
    assertThat(texts(found.body(), "objects", "object_id").getFirst()).isEqualTo(id);
    assertThat(
            server.get(token, "/v1/objects/memory?limit=1").list("objects").stream()
                .map(each -> each.text("object_id")))
        .hasSize(1);
    var edges = server.get(token, "/v1/objects/memory/" + id + "/edges?edge_type=HAS_TASK");
    assertThat(edges.list("edges")).hasSize(3);
  }

  @Test
  void two_owners_see_each_their_own_of_one_company() {
    var anna = server.newKey(token, "anna", "read", "write");
    var boris = server.newKey(token, "boris", "read", "write");
    server.post(
        anna, "/v1/payloads", invoice("{'invoice_number':'A-1','vendor_name':'Acme Corp'}"));
    server.post(
        boris, "/v1/payloads", invoice("{'invoice_number':'B-1','vendor_name':'ACME Corp.'}"));

    var path = "/v1/entities/ent_af939bedafbd1838b259772a";
    assertThat(server.get(anna, path).body().object("snapshot").text("name"))
        .isEqualTo("Acme Corp");
    assertThat(server.get(boris, path).body().object("snapshot").text("name"))
        .isEqualTo("ACME Corp.");
    assertThat(server.get(anna, path).number("observation_count")).isEqualTo(1);
    assertThat(server.get(anna, path + "/observations").list("observations")).hasSize(1);
    assertThat(server.get(anna, "/v1/payloads").list("payloads")).hasSize(1);
  }

  @Test
  void what_was_observed_late_takes_its_place_in_the_past() {
    var early = invoice("{'invoice_number':'L-1','vendor_name':'Acme','amount':1}");
    var id = texts(submit(early).body(), "entities", "entity_id").getFirst();
    submit(
        invoice("{'invoice_number':'L-1','vendor_name':'Acme','amount':3}")
            .replace("2025-01-15", "2025-03-15"));
    submit(
        invoice("{'invoice_number':'L-1','vendor_name':'Acme','amount':2}")
            .replace("2025-01-15", "2025-02-15"));

    assertThat(amountAt(id, "2025-01-20T00:00:00Z")).isEqualTo("1");
    assertThat(amountAt(id, "2025-02-20T00:00:00Z")).isEqualTo("2");
    assertThat(amountAt(id, "2025-03-20T00:00:00Z")).isEqualTo("3");
    assertThat(server.get(token, "/v1/entities/" + id).number("observation_count")).isEqualTo(3);
  }

  private String amountAt(String entity, String time) {
    return String.valueOf(
        server
            .get(token, "/v1/entities/" + entity + "?as_of=" + time)
            .body()
            .object("snapshot")
            .get("amount"));
  }
}
