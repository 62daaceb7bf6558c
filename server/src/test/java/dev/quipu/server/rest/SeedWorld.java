package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.util.List;

/// A tenant that payloads of the capabilities that come along are submitted to.
final class SeedWorld {

  static final String AT = "2025-01-15T10:00:00Z";

  private final TestServer server;
  private final String token;

  SeedWorld(TestServer server, String token) {
    this.server = server;
    this.token = token;
  }

  /// @param capability without its domain and version
  static String envelope(String capability, String body, String refs, String at) {
    return "{'capability_id':'neotoma:"
        + capability
        + ":v1','body':"
        + body
        + ",'provenance':{'source_refs':["
        + refs
        + "],'extracted_at':'"
        + at
        + "','extractor_version':'seed:v1'}}";
  }

  /// A capability of the tenant's own for entities of a type, of which these fields say whether two
  /// payloads are the same.
  static String capability(String type, String version, String included) {
    return "{'id':'acme:store_"
        + type
        + ":v"
        + version.charAt(0)
        + "','primary_entity_type':'"
        + type
        + "','schema_version':'"
        + version
        + "','canonicalization_rules':{'included_fields':["
        + included
        + "],'normalize_strings':true,'sort_arrays':true},'entity_extraction_rules':[{"
        + "'extraction_type':'payload_self','entity_type':'"
        + type
        + "'}]}";
  }

  void register(String type, String version, String included) {
    var made = server.post(token, "/v1/capabilities", capability(type, version, included));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
  }

  TestServer.Answer send(String who, String envelope) {
    var made = server.post(who, "/v1/payloads", envelope);
    assertThat(made.status()).as(made.bodyText()).isBetween(200, 201);
    return made;
  }

  TestServer.Answer submit(String capability, String body) {
    return submit(capability, body, AT);
  }

  TestServer.Answer submit(String capability, String body, String at) {
    return send(token, envelope(capability, body, "", at));
  }

  TestServer.Answer upload(String name, String text) {
    var sent = server.send("POST", token, "/v1/files?name=" + name, text, "Content-Type", "");
    assertThat(sent.status()).as(sent.bodyText()).isEqualTo(201);
    return sent;
  }

  /// The path of the entity that a payload is about.
  static String own(TestServer.Answer made) {
    return path(made, 0);
  }

  /// The path of one of the entities that a payload speaks of.
  static String path(TestServer.Answer made, int place) {
    return "/v1/entities/" + id(made, place);
  }

  static String id(TestServer.Answer made, int place) {
    return made.list("entities").get(place).text("entity_id");
  }

  static List<String> all(TestServer.Answer answer, String list, String member) {
    return answer.list(list).stream().map(each -> each.text(member)).toList();
  }

  JsonObject snapshot(String entity) {
    return server.get(token, entity).object("snapshot");
  }

  /// What happens in a year.
  TestServer.Answer year(int year) {
    return server.get(
        token,
        "/v1/timeline?from=" + year + "-01-01T00:00:00Z&to=" + (year + 1) + "-01-01T00:00:00Z");
  }

  List<JsonObject> related(String entityId) {
    return server.get(token, "/v1/relationships?entity_id=" + entityId).list("relationships");
  }
}
