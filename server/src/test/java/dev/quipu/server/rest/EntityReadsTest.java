package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNull;
import dev.quipu.server.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Entities by their names, fields by what was said of them, dates by their range.
class EntityReadsTest extends DoorTest {

  private final String token = server.newTenant();

  private TestServer.Answer submit(String capability, String body) {
    return submit(capability, body, "2025-01-15T10:00:00Z");
  }

  private TestServer.Answer submit(String capability, String body, String at) {
    var made =
        server.post(
            token,
            "/v1/payloads",
            "{'capability_id':'"
                + capability
                + "','body':"
                + body
                + ",'provenance':{'source_refs':[],'extracted_at':'"
                + at
                + "','extractor_version':'t1'}}");
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made;
  }

  private static String first(TestServer.Answer made) {
    return made.list("entities").getFirst().text("entity_id");
  }

  private List<String> called(String query) {
    var found = server.get(token, "/v1/entities?" + query);
    assertThat(found.status()).isEqualTo(200);
    return found.list("entities").stream()
        .map(each -> each.text("entity_type") + " " + each.text("name"))
        .toList();
  }

  @Test
  void a_name_is_compared_as_names_of_its_type_are_whether_the_type_is_told_or_not() {
    submit("neotoma:store_invoice:v1", "{'invoice_number':'1','vendor_name':'Acme'}");
    submit("neotoma:store_note:v1", "{'title':'ACME Inc.'}");
    submit("neotoma:store_note:v1", "{'title':'Acme'}");

    assertThat(called("name=acme%20INC.")).containsExactly("company Acme", "note ACME Inc.");
    assertThat(called("name=ACME")).containsExactly("company Acme", "note Acme");
    assertThat(called("name=Acme%20Inc&entity_type=company")).containsExactly("company Acme");
    assertThat(called("name=Acme%20Inc&entity_type=note")).isEmpty();
  }

  @Test
  void what_is_called_so_is_paged_in_the_order_of_first_sight() {
    submit("neotoma:store_note:v1", "{'title':'Acme Inc.'}");
    submit("neotoma:store_invoice:v1", "{'invoice_number':'1','vendor_name':'Acme'}");
    submit("neotoma:store_note:v1", "{'title':'x','tasks':['ACME inc.']}");
    var found = new ArrayList<String>();
    var path = "/v1/entities?limit=1&name=Acme%20Inc.";

    for (var page = server.get(token, path); ; ) {
      page.list("entities").forEach(each -> found.add(each.text("entity_type")));
      var cursor = page.text("next_cursor");
      if (cursor == null) {
        break;
      }
      page = server.get(token, path + "&cursor=" + cursor);
    }

    assertThat(found).containsExactly("note", "company", "task");
  }

  @Test
  void a_correction_that_is_withdrawn_is_told_even_where_nothing_else_was_ever_said() {
    var note = "/v1/entities/" + first(submit("neotoma:store_note:v1", "{'title':'Alpha'}"));
    var correction =
        server
            .post(token, note + "/corrections", "{'fields':{'mood':'grim'}}")
            .list("corrections")
            .getFirst()
            .text("correction_id");
    server.delete(token, note + "/corrections/" + correction);

    var told = server.get(token, note + "/provenance/mood");

    assertThat(told.status()).isEqualTo(200);
    assertThat(told.body().get("value")).isEqualTo(JsonNull.NULL);
    assertThat(told.list("sources")).isEmpty();
    assertThat(told.list("corrections")).hasSize(1);
    var withdrawn = told.list("corrections").getFirst();
    assertThat(withdrawn.text("correction_id")).isEqualTo(correction);
    assertThat(withdrawn.text("value")).isEqualTo("grim");
    assertThat(withdrawn.get("withdrawn")).isEqualTo(Json.of(true));
    assertThat(server.get(token, note + "/provenance/colour").status()).isEqualTo(404);
  }

  @Test
  void a_timeline_says_which_range_it_covers() {
    var before = Instant.now();
    var unasked = server.get(token, "/v1/timeline");
    var from = Instant.parse(unasked.text("from"));
    var to = Instant.parse(unasked.text("to"));

    assertThat(Duration.between(from, before)).isLessThanOrEqualTo(Duration.ofDays(366));
    assertThat(Duration.between(from, to)).isEqualTo(Duration.ofDays(732));
    var half = server.get(token, "/v1/timeline?from=2025-01-01T00:00:00Z");
    assertThat(half.text("from")).isEqualTo("2025-01-01T00:00:00Z");
    assertThat(half.text("to")).isEqualTo("2026-01-02T00:00:00Z");
    var note = first(submit("neotoma:store_note:v1", "{'title':'Alpha','date':'1999-01-01'}"));
    var history = server.get(token, "/v1/timeline?history=true&entity_id=" + note);
    assertThat(history.body().get("from")).isEqualTo(JsonNull.NULL);
    assertThat(history.body().get("to")).isEqualTo(JsonNull.NULL);
    assertThat(history.list("events")).hasSize(1);
  }

  @Test
  void the_timeline_of_one_entity_has_all_its_dates_if_no_range_is_told() {
    var old = first(submit("neotoma:store_note:v1", "{'title':'Old','date':'1999-01-01'}"));
    var path = "/v1/timeline?entity_id=" + old;

    var all = server.get(token, path);

    assertThat(all.list("events"))
        .extracting(each -> each.text("value"))
        .containsOnly("1999-01-01");
    assertThat(all.body().get("from")).isEqualTo(JsonNull.NULL);
    assertThat(all.body().get("to")).isEqualTo(JsonNull.NULL);
    assertThat(server.get(token, path + "&from=2000-01-01T00:00:00Z").list("events")).isEmpty();
  }

  @Test
  void a_day_is_counted_whole_however_short_the_page_is() {
    for (var title : List.of("One", "Two", "Three")) {
      submit("neotoma:store_note:v1", "{'title':'" + title + "','date':'2025-08-01'}");
    }

    var first = server.get(token, TIMELINE + "&limit=1");
    var second = server.get(token, TIMELINE + "&limit=2&cursor=" + first.text("next_cursor"));

    assertThat(first.list("events")).hasSize(1);
    assertThat(second.list("events")).hasSize(2);
    for (var page : List.of(first, second)) {
      assertThat(page.body().object("days").get("2025-08-01")).isEqualTo(Json.of(3));
    }
  }

  @Test
  void a_correction_counts_for_as_long_as_what_it_puts_right() {
    submit("neotoma:store_note:v1", "{'title':'Gamma','content':'first'}", "2025-01-01T00:00:00Z");
    var path =
        "/v1/entities/"
            + first(
                submit(
                    "neotoma:store_note:v1",
                    "{'title':'Gamma','content':'wrong'}",
                    "2025-03-01T00:00:00Z"));
    submit("neotoma:store_note:v1", "{'title':'Gamma','lang':'en'}", "2025-05-01T00:00:00Z");
    var correction =
        server
            .post(token, path + "/corrections", "{'fields':{'content':'right'}}")
            .list("corrections")
            .getFirst()
            .text("correction_id");

    assertThat(contentAt(path, "2025-02-01")).isEqualTo("first");
    assertThat(contentAt(path, "2025-04-01")).isEqualTo("right");
    assertThat(contentAt(path, "2025-06-01")).isEqualTo("right");
    assertThat(
            server
                .get(token, path + "?at=2025-04-01T00:00:00Z&at_ingested=3")
                .object("snapshot")
                .text("content"))
        .as("what was known before")
        .isEqualTo("wrong");

    server.delete(token, path + "/corrections/" + correction);
    assertThat(contentAt(path, "2025-04-01")).isEqualTo("wrong");
    assertThat(contentAt(path, "2025-06-01")).isEqualTo("wrong");
  }

  @Test
  void an_entity_is_found_by_the_name_that_it_shows_whatever_it_is_known_by() {
    server.post(
        token,
        "/v1/capabilities",
        "{'id':'ours:store_contact:v1','primary_entity_type':'contact','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['email','name'],"
            + "'normalize_strings':true,'sort_arrays':true},'entity_extraction_rules':["
            + "{'extraction_type':'payload_self','entity_type':'contact'}]}");
    var contact =
        first(submit("ours:store_contact:v1", "{'email':'js@ex.org','name':'John Smith'}"));
    var note = first(submit("neotoma:store_note:v1", "{'title':'Dleta','content':'x'}"));
    server.post(token, "/v1/entities/" + note + "/corrections", "{'fields':{'title':'Delta'}}");

    assertThat(calledBy("John Smith")).containsExactly(contact);
    assertThat(calledBy("js@ex.org")).containsExactly(contact);
    assertThat(calledBy("Delta")).containsExactly(note);
    assertThat(calledBy("Dleta")).containsExactly(note);
    assertThat(server.get(token, "/v1/entities?name=Delta").list("entities")).hasSize(1);
  }

  private List<String> calledBy(String name) {
    return server
        .post(token, "/v1/entities/search", "{'name':'" + name + "'}")
        .list("entities")
        .stream()
        .map(each -> each.text("entity_id"))
        .toList();
  }

  private @Nullable String contentAt(String path, String day) {
    return server
        .get(token, path + "?as_of=" + day + "T00:00:00Z")
        .object("snapshot")
        .text("content");
  }

  @Test
  void a_corrected_date_is_a_part_of_the_history_and_stays_one_when_it_is_withdrawn() {
    var id =
        first(submit("neotoma:store_invoice:v1", "{'invoice_number':'7','due_date':'2025-02-10'}"));
    var path = "/v1/timeline?history=true&entity_id=" + id;
    var correction =
        server
            .post(
                token,
                "/v1/entities/" + id + "/corrections",
                "{'fields':{'due_date':'2025-09-09'}}")
            .list("corrections")
            .getFirst()
            .text("correction_id");

    assertThat(dates(path))
        .containsExactly("2025-02-10 true null", "2025-09-09 false " + correction);

    server.delete(token, "/v1/entities/" + id + "/corrections/" + correction);
    assertThat(dates(path))
        .containsExactly("2025-02-10 false null", "2025-09-09 true " + correction);
  }

  private List<String> dates(String path) {
    return server.get(token, path).list("events").stream()
        .map(
            each ->
                each.text("value")
                    + " "
                    + each.get("superseded")
                    + " "
                    + each.text("correction_id"))
        .toList();
  }

  @Test
  void a_date_that_a_schema_no_longer_declares_is_told_under_the_name_of_its_field() {
    submit("neotoma:store_invoice:v1", "{'invoice_number':'1','due_date':'2025-02-01'}");
    assertThat(happenings()).containsExactly("InvoiceDue");
    var schema = server.get(token, "/v1/schemas/invoice").body();
    var fields = schema.object("fields");

    var next =
        server.post(
            token,
            "/v1/schemas",
            "{'activate':true,'schema':{'entity_type':'invoice','schema_version':'2.0','fields':"
                + fields
                + ",'identity':[['invoice_number']],'temporal_fields':[]}}");

    assertThat(next.status()).as(next.bodyText()).isEqualTo(201);
    assertThat(happenings()).containsExactly("InvoiceDueDate");
    assertThat(server.get(token, TIMELINE + "&event_type=InvoiceDue").list("events")).isEmpty();
  }

  private static final String TIMELINE =
      "/v1/timeline?from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z";

  private List<String> happenings() {
    return server.get(token, TIMELINE).list("events").stream()
        .map(each -> each.text("event_type"))
        .toList();
  }
}
