package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A tenant whose payloads are about whatever a test names: one capability for each type, with the
/// type's own identity. Those of the type `gadget`, which is the test's own, go by their names.
final class EntityWorld {

  private static final int BATCH = 500;
  private static final String TIME = "2025-01-01T00:00:00Z";
  static final String OPEN = ",'visibility':'public','access':{'team_id':null}";

  private final TestServer server;
  private final String token;

  EntityWorld(TestServer server, String token, String... types) {
    this.server = server;
    this.token = token;
    server.post(
        token,
        "/v1/schemas",
        "{'activate':true,'schema':{'entity_type':'gadget','schema_version':'1.0',"
            + "'fields':{'name':{'type':'string'}},'identity':[['name']]}}");
    for (var type : types) {
      var made =
          server.post(
              token,
              "/v1/capabilities",
              "{'id':'ours:store_"
                  + type
                  + ":v1','primary_entity_type':'"
                  + type
                  + "','schema_version':'1.0','canonicalization_rules':{'included_fields':['name'],"
                  + "'normalize_strings':true,'sort_arrays':true},'entity_extraction_rules':[{"
                  + "'extraction_type':'payload_self','entity_type':'"
                  + type
                  + "'}]}");
      assertThat(made.status()).isEqualTo(201);
    }
  }

  /// @param body members, without braces
  static String payload(String type, String body, String at, String access) {
    return "{'capability_id':'ours:store_"
        + type
        + ":v1','body':{"
        + body
        + "},'provenance':{'source_refs':[],'extracted_at':'"
        + at
        + "','extractor_version':'t1'}"
        + access
        + "}";
  }

  /// Gives the id of the entity.
  String tell(String type, String body) {
    return tell(token, type, body, TIME, "");
  }

  String tell(String who, String type, String body, String at, String access) {
    var made = server.post(who, "/v1/payloads", payload(type, body, at, access));
    assertThat(made.status()).as(made.bodyText()).isBetween(200, 201);
    return made.list("entities").getFirst().text("entity_id");
  }

  void tellAll(String type, List<String> bodies) {
    for (int from = 0; from < bodies.size(); from += BATCH) {
      var some = bodies.subList(from, Math.min(from + BATCH, bodies.size()));
      var made =
          server.post(
              token,
              "/v1/payloads",
              "{'payloads':["
                  + String.join(
                      ",", some.stream().map(body -> payload(type, body, TIME, "")).toList())
                  + "]}");
      assertThat(made.status()).isBetween(200, 207);
    }
  }

  /// After everything that was written.
  TestServer.Answer search(String who, String question) {
    return server.post(
        who,
        "/v1/entities/search",
        "{'after':"
            + server.get(who, "/v1/log/head").number("position")
            + (question.isEmpty() ? "" : ",")
            + question
            + "}");
  }

  TestServer.Answer search(String question) {
    return search(token, question);
  }

  List<String> names(String question) {
    var found = search(question);
    assertThat(found.status()).as(found.bodyText()).isEqualTo(200);
    return names(found);
  }

  List<String> ids(String question) {
    return search(question).list("entities").stream().map(each -> each.text("entity_id")).toList();
  }

  static List<String> names(TestServer.Answer found) {
    return found.list("entities").stream().map(each -> each.text("name")).toList();
  }

  /// All pages, one after the other.
  ///
  /// @param between is run after each
  List<JsonObject> pages(String question, @Nullable Runnable between) {
    return pages(token, question, between);
  }

  List<JsonObject> pages(String who, String question, @Nullable Runnable between) {
    var all = new ArrayList<JsonObject>();
    var cursor = "";
    do {
      var page = search(who, question + cursor);
      assertThat(page.status()).as(page.bodyText()).isEqualTo(200);
      all.addAll(page.list("entities"));
      var next = page.text("next_cursor");
      cursor = next == null ? "" : ",'cursor':'" + next + "'";
      if (between != null) {
        between.run();
      }
    } while (!cursor.isEmpty());
    return all;
  }
}
