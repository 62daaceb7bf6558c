package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told late, and much of it: an archive is read from its end, each page with something of
/// its own that is known from its time on.
class LateObservationsTest extends DoorTest {

  private static final Instant BEGINNING = Instant.parse("2024-01-01T00:00:00Z");
  private static final String ENTITY =
      EntityId.of("note", EntityName.normal("note", "Diary")).value();
  private static final String PATH = "/v1/entities/" + ENTITY;

  private final String token = server.newTenant();

  private static Instant timeOf(int page) {
    return BEGINNING.plusSeconds(3600L * page);
  }

  private static String payload(int page, String more) {
    return "{'capability_id':'neotoma:store_note:v1','body':{'title':'Diary','content':'page "
        + page
        + "','page_"
        + page
        + "':'written'"
        + more
        + "},'provenance':{'source_refs':[],'extracted_at':'"
        + timeOf(page)
        + "','extractor_version':'late:v1'}}";
  }

  private String tell(int page) {
    var made = server.post(token, "/v1/payloads", payload(page, ""));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made.list("observations").getFirst().text("observation_id");
  }

  /// From the last to the first.
  private List<String> tellBackwards(int pages) {
    var observations = new ArrayList<String>();
    for (int page = pages; page > 0; page--) {
      observations.add(tell(page));
    }
    return observations;
  }

  private JsonObject diary(String query) {
    var answer = server.get(token, PATH + query);
    assertThat(answer.status()).as(answer.bodyText()).isEqualTo(200);
    return answer.body();
  }

  private static List<String> pagesIn(JsonObject entity) {
    return entity.object("snapshot").names().stream()
        .filter(name -> name.startsWith("page_"))
        .toList();
  }

  private static List<String> pages(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(page -> "page_" + page).sorted().toList();
  }

  @Test
  void hundreds_that_are_told_from_the_last_to_the_first_are_all_known_each_from_its_time_on() {
    int all = 500;
    for (int to = all; to > 0; to -= 50) {
      int from = to;
      var batch =
          IntStream.range(0, 50)
              .mapToObj(i -> payload(from - i, ""))
              .collect(Collectors.joining(",", "{'payloads':[", "]}"));
      assertThat(server.post(token, "/v1/payloads", batch).status()).isEqualTo(200);
    }

    var now = diary("");
    assertThat(pagesIn(now)).containsExactlyElementsOf(pages(1, all));
    assertThat(now.object("snapshot").get("content")).isEqualTo(Json.of("page " + all));
    assertThat(now.get("observation_count")).isEqualTo(Json.of(all));
    for (int page : List.of(1, 17, 250, all - 1)) {
      var then = diary("?as_of=" + timeOf(page));
      assertThat(pagesIn(then)).containsExactlyElementsOf(pages(1, page));
      assertThat(then.object("snapshot").get("content")).isEqualTo(Json.of("page " + page));
    }
    assertThat(server.get(token, PATH + "?as_of=" + BEGINNING).status()).isEqualTo(404);
  }

  @Test
  void as_it_was_known_then_is_told_of_every_time() {
    tellBackwards(40);
    long position = server.get(token, "/v1/log/head").number("position");
    for (int page = 0; page > -40; page--) {
      tell(page);
    }

    var known = "as_known_at=" + position;
    assertThat(pagesIn(diary("?" + known))).isEqualTo(pages(1, 40));
    assertThat(pagesIn(diary("?" + known + "&as_of=" + timeOf(25)))).isEqualTo(pages(1, 25));
    assertThat(pagesIn(diary("?as_of=" + timeOf(25)))).hasSize(65);
    assertThat(pagesIn(diary(""))).hasSize(80);
  }

  @Test
  void all_of_it_is_deleted_and_back_and_what_comes_meanwhile_with_it() {
    tellBackwards(30);
    assertThat(server.delete(token, PATH).status()).isEqualTo(200);
    assertThat(server.get(token, PATH).status()).isEqualTo(404);

    // As late as can be, with news: there is no room for these in what was deleted.
    for (int page = 0; page > -30; page--) {
      tell(page);
    }
    assertThat(server.get(token, PATH).status()).isEqualTo(404);
    assertThat(server.get(token, "/v1/entities?entity_type=note").list("entities")).isEmpty();

    assertThat(server.post(token, PATH + "/restore", "{}").status()).isEqualTo(200);
    assertThat(pagesIn(diary(""))).hasSize(60);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 40})
  void any_of_them_can_speak_of_another_and_back(int page) {
    var observation = tellBackwards(40).get(40 - page);
    var other = EntityId.of("note", EntityName.normal("note", "Other")).value();
    split(ENTITY, observation, "Other");

    var left = new ArrayList<>(pages(1, 40));
    left.remove("page_" + page);
    assertThat(pagesIn(diary(""))).isEqualTo(left);
    assertThat(diary("").get("observation_count")).isEqualTo(Json.of(39));
    assertThat(pagesIn(server.get(token, "/v1/entities/" + other).body()))
        .containsExactly("page_" + page);

    tell(1000);
    tell(-1000);
    assertThat(pagesIn(diary(""))).hasSize(41).contains("page_1000", "page_-1000");
    split(other, observation, "Diary");
    assertThat(pagesIn(diary(""))).hasSize(42);
    assertThat(pagesIn(diary("?as_of=" + timeOf(page)))).hasSize(page + 1);
    assertThat(pagesIn(diary("?as_of=" + timeOf(page - 1)))).hasSize(page);
  }

  private void split(String entity, String observation, String name) {
    var body = "{'observations':['" + observation + "'],'name':'" + name + "'}";
    var done = server.post(token, "/v1/entities/" + entity + "/split", body);
    assertThat(done.status()).as(done.bodyText()).isEqualTo(200);
  }

  @Test
  void what_is_related_late_is_related_from_its_time_on() {
    tellBackwards(30);
    var made =
        server.post(token, "/v1/payloads", payload(-5, ",'tasks':[{'title':'Fetch water'}]"));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);

    for (var time : List.of("", "&as_of=" + timeOf(-5), "&as_of=" + timeOf(10))) {
      var related = server.get(token, "/v1/relationships?entity_id=" + ENTITY + time);
      assertThat(related.status()).as(related.bodyText()).isEqualTo(200);
      assertThat(related.list("relationships")).as("at %s", time).hasSize(1);
    }
  }

  @Test
  void a_correction_holds_over_all_of_it_and_is_taken_back() {
    tellBackwards(30);
    var corrected = server.post(token, PATH + "/corrections", "{'fields':{'page_3':'torn'}}");
    assertThat(corrected.status()).as(corrected.bodyText()).isEqualTo(201);
    assertThat(diary("").object("snapshot").get("page_3")).isEqualTo(Json.of("torn"));

    var id = corrected.list("corrections").getFirst().text("correction_id");
    assertThat(server.delete(token, PATH + "/corrections/" + id).status()).isEqualTo(200);
    assertThat(diary("").object("snapshot").get("page_3")).isEqualTo(Json.of("written"));
  }

  @Test
  void an_array_that_grows_with_every_telling_is_whole() {
    int all = 60;
    for (int page = 1; page <= all; page++) {
      int first = 10 * page;
      var lines =
          IntStream.range(0, 10)
              .mapToObj(i -> "'line " + (first + i) + "'")
              .collect(Collectors.joining(",", ",'tags':[", "]"));
      assertThat(server.post(token, "/v1/payloads", payload(page, lines)).status()).isEqualTo(201);
    }

    assertThat(pagesIn(diary(""))).isEqualTo(pages(1, all));
    long head = server.get(token, "/v1/log/head").number("position");
    var found =
        server.post(token, "/v1/entities/search", "{'query_text':'line 605','after':" + head + "}");
    assertThat(found.list("entities")).extracting(each -> each.text("entity_id")).contains(ENTITY);
  }
}
