package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Walks every route of the description: what belongs to somebody else looks like what is not
/// there.
class IsolationTest {

  /// Ids that exist, by the words in a path that they stand for.
  private static final Map<String, String> MINE =
      new TreeMap<>(
          Map.of(
              "/v1/events/", "evt_mine",
              "/v1/objects/event/", "evt_mine",
              "/v1/objects/agent/", "agt_mine",
              "/v1/objects/session/", "ses_mine",
              "/v1/objects/user/", "user_mine",
              "/v1/objects/edge/", "edge_mine",
              "/v1/objects/object_version/", "agent:agt_mine@1",
              "/v1/snapshots/", "tag_mine"));

  /// What a route needs to be sent before it looks for anything.
  private static final Map<String, String> BODIES =
      Map.of(
          "/rollback", "{\"version\":1}",
          "/lifecycle", "{\"to\":\"stale\"}",
          "/corrections", "{\"fields\":{\"content\":\"x\"}}",
          "/merge", "{\"into\":\"ent_000000000000000000000000\"}",
          "/unmerge", "{\"from\":\"ent_000000000000000000000000\"}",
          "/split", "{\"observations\":[\"obs_0\"],\"name\":\"x\"}",
          "/activate", "{\"schema_version\":\"1.0\"}");

  private static final Map<String, String> QUERIES =
      Map.of(
          "/diff", "?from=1&to=1",
          "/object_version", "?object_type=agent&object_id=agt_mine");

  private static final String ABSENT = "abs_none";

  /// What everybody of a tenant sees.
  private static final Set<String> COMMON =
      Set.of("get /v1/capabilities/{capability_id}", "get /v1/schemas/{entity_type}");

  private static TestServer server;
  private static String owner;
  private static String mine;
  private static String keyId;
  private static JsonObject paths;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder);
    owner = server.newTenant();
    server.post(
        owner,
        "/v1/events",
        "{'event_id':'evt_mine','event_type':'n','agent_id':'agt_mine','session_id':'ses_mine'}");
    mine = server.newKey(owner, "user_mine", "read", "write");
    server.post(mine, "/v1/events", "{'event_type':'n'}");
    server.post(
        owner,
        "/v1/objects/edge",
        "{'edge_id':'edge_mine','src_type':'session','src_object_id':'ses_mine',"
            + "'edge_type':'caused_by','dst_type':'agent','dst_object_id':'agt_mine'}");
    server.post(owner, "/v1/snapshots", "{'tag':'tag_mine'}");
    payload();
    Kind.prepare(server, owner);
    for (var kind : Kind.values()) {
      if (!MINE.containsKey(kind.path() + "/")) {
        var made = server.post(owner, kind.path(), kind.made(1));
        MINE.put(kind.path() + "/", made.text("object_id"));
      }
    }
    var memory = MINE.get("/v1/objects/memory/");
    MINE.put(
        "/v1/objects/embedding/",
        server.get(owner, "/v1/objects/memory/" + memory).object("object").text("content"));
    keyId =
        server
            .post(
                owner,
                "/v1/keys",
                "{'name':'k','principal':{'kind':'user','id':'u'},'grants':['read']}")
            .text("key_id");
    paths = server.get("", "/openapi.json").object("paths");
  }

  private static void payload() {
    server.post(
        owner,
        "/v1/capabilities",
        "{'id':'common:store_note:v1','primary_entity_type':'note','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['title'],'normalize_strings':true,"
            + "'sort_arrays':true},'entity_extraction_rules':[{'extraction_type':'payload_self',"
            + "'entity_type':'note'}]}");
    server.post(
        owner,
        "/v1/schemas",
        "{'activate':true,'schema':{'entity_type':'thing','schema_version':'1.0',"
            + "'fields':{'name':{'type':'string'}},'identity':[['name']]}}");
    var made =
        server.post(
            owner,
            "/v1/payloads",
            "{'capability_id':'common:store_note:v1','body':{'title':'Mine','content':'c'},"
                + "'provenance':{'source_refs':[],'extracted_at':'2025-01-15T10:00:00Z',"
                + "'extractor_version':'v1'}}");
    MINE.put("/v1/capabilities/", "common:store_note:v1");
    MINE.put("/v1/schemas/", "thing");
    MINE.put("/v1/payloads/", made.text("payload_id"));
    MINE.put("/v1/entities/", first(made, "entities", "entity_id"));
    MINE.put("/v1/observations/", first(made, "observations", "observation_id"));
  }

  private static String first(TestServer.Answer made, String list, String id) {
    return made.list(list).getFirst().text(id);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> a_foreign_tenant_finds_no_difference_from_absent() {
    return walk(server.newTenant(), Set.of());
  }

  @TestFactory
  Stream<DynamicTest> a_foreign_principal_finds_no_difference_from_absent() {
    return walk(server.newKey(owner, "user_stranger", "read", "write"), COMMON);
  }

  private static Stream<DynamicTest> walk(String stranger, Set<String> common) {
    var tests = new ArrayList<DynamicTest>();
    paths
        .members()
        .forEach(
            (path, operations) -> {
              if (path.contains("{") && !path.startsWith("/v1/admin")) {
                for (var method : ((JsonObject) operations).names()) {
                  if (common.contains(method + " " + path)) {
                    continue;
                  }
                  tests.add(
                      DynamicTest.dynamicTest(
                          method + " " + path, () -> compare(stranger, method, path)));
                }
              }
            });
    assertThat(tests).hasSizeGreaterThan(30);
    return tests.stream();
  }

  private static void compare(String stranger, String method, String path) {
    var mine = existing(path);
    var here = call(stranger, method, path, mine);
    var nowhere = call(stranger, method, path, ABSENT);

    assertThat(here.status()).isEqualTo(nowhere.status());
    assertThat(here.bodyText().replace(mine, ABSENT)).isEqualTo(nowhere.bodyText());
    assertThat(headers(here)).isEqualTo(headers(nowhere));
    assertThat(here.status()).isIn(403, 404);
  }

  private static TestServer.Answer call(String token, String method, String path, String id) {
    boolean writes = method.equals("patch") || method.equals("post");
    return server.send(
        method.toUpperCase(Locale.ROOT),
        token,
        path.replaceAll("\\{[^}]+}", id) + query(path),
        writes ? ending(path, BODIES, "{}") : null);
  }

  private static String query(String path) {
    return path.equals("/v1/entities/{entity_id}/diff")
        ? "?from=2025-01-01T00:00:00Z"
        : ending(path, QUERIES, "");
  }

  private static String ending(String path, Map<String, String> by, String otherwise) {
    return by.getOrDefault(path.substring(path.lastIndexOf('/')), otherwise);
  }

  /// What can be seen beside the body, but for what differs by nature.
  private static Map<String, List<String>> headers(TestServer.Answer answer) {
    var headers = new TreeMap<>(answer.response().headers().map());
    headers.remove("date");
    headers.remove("request-id");
    return headers;
  }

  private static String existing(String path) {
    if (path.startsWith("/v1/sessions/")) {
      return "ses_mine";
    }
    if (path.startsWith("/v1/relationships/")) {
      return "edge_mine";
    }
    return path.startsWith("/v1/keys/")
        ? keyId
        : MINE.entrySet().stream()
            .filter(entry -> path.startsWith(entry.getKey()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("add an id for " + path))
            .getValue();
  }

  @Test
  void the_ids_of_this_test_exist() {
    MINE.forEach(
        (path, id) ->
            assertThat(server.get(path.contains("/user/") ? mine : owner, path + id).status())
                .as(path)
                .isEqualTo(200));
    assertThat(server.get(owner, "/v1/keys/" + keyId).status()).isEqualTo(200);
  }

  @TestFactory
  Stream<DynamicTest> lists_show_a_stranger_nothing() {
    var stranger = server.newKey(owner, "user_other", "read", "write");
    var foreign = server.newTenant();
    return paths.names().stream()
        .filter(path -> path.matches("/v1/events|/v1/snapshots|/v1/objects/[a-z_]+"))
        .flatMap(
            path ->
                Stream.of(stranger, foreign)
                    .map(
                        token ->
                            DynamicTest.dynamicTest(
                                path,
                                () -> {
                                  var answer = server.get(token, path + ending(path, QUERIES, ""));
                                  assertThat(answer.status()).isEqualTo(200);
                                  assertThat(answer.bodyText()).doesNotContain("mine");
                                })));
  }

  @Test
  void questions_show_a_stranger_nothing() {
    var stranger = server.newKey(owner, "user_fifth", "read", "write");
    var foreign = server.newTenant();
    var everything =
        "'object_types':['event','memory','state','artifact','agent','session','user'],"
            + "'lifecycles':['active','stale','archived','retracted'],'top_k':1000";
    var head = server.get(owner, "/v1/log/head").number("position");
    var trace =
        ask(owner, "/v1/query", "{" + everything + ",'after':" + head + "}").object("proof_trace");
    assertThat(trace.toString()).contains("mine");
    for (var token : List.of(stranger, foreign)) {
      for (var text : List.of("", ",'query_text':'mine agt_mine ses_mine user_mine evt_mine'")) {
        var question = "{" + everything + text + ",'expand':{'hops':3},'token_budget':9000}";
        var answer = ask(token, "/v1/query", question);
        assertThat(answer.list("objects")).isEmpty();
        assertThat(answer.object("search").toString()).contains("\"eligible\":0");
        assertThat(answer.list("applied_filters")).allMatch(each -> each.has("removed"));
        var many = ask(token, "/v1/query/batch", "{'queries':[" + question + "]}");
        assertThat(many.bodyText()).contains("\"status\":\"no_hits\"");
      }
      var verified = ask(token, "/v1/query/verify", JsonObject.of("proof_trace", trace).toString());
      assertThat(verified.status()).isIn(200, 400);
      assertThat(verified.bodyText()).doesNotContain("\"added\"");
    }
  }

  private static TestServer.Answer ask(String token, String path, String body) {
    return server.post(token, path, body);
  }

  @Test
  void a_receipt_does_not_tell_whether_an_id_was_taken() {
    var stranger = server.newKey(owner, "user_fourth", "read", "write");
    server.post(stranger, "/v1/events", "{'event_type':'n'}");
    for (var fields :
        List.of(
            "'agent_id':'agt_%s'",
            "'session_id':'ses_%s'", "'agent_id':'agt_%s','session_id':'ses_%s'")) {
      var taken = mentioning(stranger, fields, "mine");
      var free = mentioning(stranger, fields, "free" + fields.length());
      assertThat(taken).isNotEmpty().isEqualTo(free);
    }
    // a retry, by id and by key, says the same again
    var event = "{'event_id':'evt_again','event_type':'n','session_id':'ses_mine'}";
    var first = server.post(stranger, "/v1/events", event, "Idempotency-Key", "k").list("objects");
    assertThat(first).hasSize(1);
    assertThat(server.post(stranger, "/v1/events", event).list("objects")).isEqualTo(first);
    assertThat(server.post(stranger, "/v1/events", event, "Idempotency-Key", "k").list("objects"))
        .isEqualTo(first);
  }

  @Test
  void a_receipt_does_not_tell_whether_a_user_was_there() {
    var named = "{'event_type':'n','access':{'owner_kind':'user','owner_id':'%s'}}";
    var there = server.post(owner, "/v1/events", named.formatted("user_mine"));
    var absent = server.post(owner, "/v1/events", named.formatted("user_nobody"));
    assertThat(there.list("objects").toString().replace("user_mine", "user_nobody"))
        .isEqualTo(absent.list("objects").toString());
  }

  /// The objects in the receipt of an event that mentions something by this name.
  private static String mentioning(String token, String fields, String name) {
    var event = "{'event_type':'n'," + fields.replace("%s", name) + "}";
    return server.post(token, "/v1/events", event).list("objects").toString().replace(name, "X");
  }

  @Test
  void what_one_sees_already_is_not_told_as_made() {
    server.post(mine, "/v1/events", "{'event_type':'n','session_id':'ses_seen'}");
    assertThat(
            server
                .post(mine, "/v1/events", "{'event_type':'n','session_id':'ses_seen'}")
                .list("objects"))
        .isEmpty();
  }

  @Test
  void a_conflict_on_an_id_says_nothing_about_what_holds_it() {
    var stranger = server.newKey(owner, "user_third", "read", "write");
    var same =
        server.post(
            stranger,
            "/v1/events",
            "{'event_id':'evt_mine','event_type':'n','agent_id':'agt_mine','session_id':'ses_mine'}");
    var other = server.post(stranger, "/v1/events", "{'event_id':'evt_mine','event_type':'x'}");
    assertThat(same.status()).isEqualTo(409);
    assertThat(same.bodyText()).isEqualTo(other.bodyText());
  }
}
