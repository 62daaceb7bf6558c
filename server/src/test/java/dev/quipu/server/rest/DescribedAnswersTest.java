package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.server.TestServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every answer is as `/openapi.json` says: with all that is promised, and nothing that is not.
class DescribedAnswersTest {

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static TestServer server;
  private static String token;
  private static JsonObject document;

  private final Map<String, Schema> schemas = new HashMap<>();
  private final Set<String> seen = new TreeSet<>();

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder);
    token = server.newTenant();
    document = server.get("", "/openapi.json").body();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void every_answer_is_as_described() {
    operations();
    events();
    Kind.prepare(server, token);
    for (var kind : Kind.values()) {
      objects(kind);
    }
    versions();
    edges();
    snapshots();
    payloads();
    contents();
    unseen();
    graph();
    questions();
    tenants();
    keys();
    var unseen = described();
    unseen.removeAll(seen);
    assertThat(unseen).as("described and never seen").isEmpty();
  }

  /// Else the other test would pass whatever is answered.
  @Test
  void what_is_not_as_described_is_found() {
    var page = schema(Schemas.page("objects", ObjectShapes.item(ObjectType.AGENT)));
    var item = server.get(token, "/v1/log/head").body();
    for (var odd :
        List.of(
            "{}",
            "{\"objects\":[],\"next_cursor\":null}",
            "{\"objects\":[],\"next_cursor\":null,\"position\":1,\"more\":1}",
            "{\"objects\":[" + item + "],\"next_cursor\":null,\"position\":1}")) {
      assertThat(page.validate(odd, InputFormat.JSON)).as(odd).isNotEmpty();
    }
  }

  private void operations() {
    ask("", "GET", "/health/live", "/health/live", null);
    ask("", "GET", "/health/ready", "/health/ready", null);
    ask("", "GET", "/v1/health", "/v1/health", null);
    ask("", "GET", "/openapi.json", "/openapi.json", null);
    ask("", "GET", "/v1/log/key", "/v1/log/key", null);
    ask(token, "GET", "/v1/log/head", "/v1/log/head", null);
    ask(token, "GET", "/v1/log/verify", "/v1/log/verify", null);
    var models = "/v1/admin/models";
    ask(TestServer.ADMIN, "GET", models, models, null);
    ask(TestServer.ADMIN, "POST", models, models, "{'model_id':null}");
    ask(TestServer.ADMIN, "POST", models, models, "{}");
    ask(TestServer.ADMIN, "POST", models, models, "{'model_id':'none such'}");
  }

  private void events() {
    var event =
        "{'event_id':'evt_1','event_type':'n','agent_id':'agt_1','session_id':'ses_1',"
            + "'visibility':'confidential','access':{'acl':{'read_team_ids':['team_a']}},"
            + "'ttl_days':3,'tags':['t'],'lang':'uk','project_id':'prj_1','workspace_id':'ws_1'}";
    var events = "/v1/events";
    ask(token, "POST", events, events, event);
    ask(token, "POST", events, events, event);
    ask(token, "POST", events, events, "{'events':[{'event_type':'n'},{'event_type':7}]}");
    ask(token, "POST", events, events, "{'event_type':7}");
    var lines =
        server.send(
            "POST",
            token,
            events,
            "{\"event_type\":\"n\"}\n{\n",
            "Content-Type",
            "application/x-ndjson");
    check("POST", events, lines);
    ask(token, "GET", events, events + "?limit=1", null);
    ask(token, "GET", events, events + "?limit=0", null);
    ask(token, "GET", "/v1/events/{event_id}", "/v1/events/evt_1", null);
    ask(token, "GET", "/v1/events/{event_id}", "/v1/events/evt_0", null);
    ask(token, "GET", "/v1/objects/event", "/v1/objects/event?limit=1", null);
    for (var part :
        new String[] {"", "/versions", "/access", "/edges", "/tallies", "/provenance", "/proof"}) {
      var path = "/v1/objects/event/";
      ask(token, "GET", path + "{object_id}" + part, path + "evt_1" + part, null);
    }
  }

  private void objects(Kind kind) {
    var many = kind.path();
    var one = many + "/{object_id}";
    var path = many + "/" + ask(token, "POST", many, many, kind.made(1)).text("object_id");
    ask(token, "POST", many, many, kind.made(1));
    ask(token, "PATCH", one, path, kind.patch(2));
    ask(token, "PATCH", one, path, "{}");
    ask(token, "GET", many, many + "?limit=1", null);
    ask(token, "GET", one, path, null);
    for (var part :
        new String[] {"/versions", "/access", "/edges", "/tallies", "/provenance", "/proof"}) {
      ask(token, "GET", one + part, path + part, null);
    }
    ask(token, "GET", one + "/diff", path + "/diff?from=1&to=2", null);
    ask(token, "POST", one + "/correct", path + "/correct", kind.patch(3));
    ask(token, "POST", one + "/rollback", path + "/rollback", "{'version':1}");
    ask(token, "POST", one + "/lifecycle", path + "/lifecycle", "{'to':'stale'}");
    ask(token, "POST", one + "/lifecycle", path + "/lifecycle", "{'to':'deleted'}");
    ask(token, "POST", one + "/invalidate", path + "/invalidate", null);
    ask(token, "POST", one + "/rollback", path + "/rollback", "{'version':1}");
    ask(token, "DELETE", one, path, null);
    ask(token, "GET", one, path, null);
    ask(token, "POST", one + "/undo", path + "/undo", null);
  }

  private void versions() {
    var many = "/v1/objects/object_version";
    ask(token, "GET", many, many + "?object_type=policy&object_id=pol_base", null);
    ask(token, "GET", many, many, null);
    for (var part : new String[] {"", "/access", "/edges", "/versions", "/provenance", "/proof"}) {
      var one = many + "/{object_id}" + part;
      ask(token, "GET", one, many + "/policy:pol_base@1" + part, null);
    }
  }

  /// One that is computed has a long id.
  private void edges() {
    var one = "/v1/objects/edge/{object_id}";
    var session = "ses_" + "x".repeat(120);
    var event = "{'event_id':'evt_in','event_type':'n','session_id':'" + session + "'}";
    server.post(token, "/v1/events", event);
    var path = "/v1/objects/edge/event:evt_in~belongs_to_task~session:" + session;
    for (var part :
        new String[] {"", "/versions", "/access", "/edges", "/tallies", "/provenance", "/proof"}) {
      ask(token, "GET", one + part, path + part, null);
    }
  }

  private void snapshots() {
    var many = "/v1/snapshots";
    var body = "{'tag':'now','visibility':'public','access':{'team_id':null}}";
    ask(token, "POST", many, many, body);
    ask(token, "POST", many, many, body);
    ask(token, "GET", many, many, null);
    ask(token, "GET", many + "/{tag}", many + "/now", null);
    var agent = "/v1/objects/agent/";
    ask(token, "GET", agent + "{object_id}/versions", agent + "agt_base/versions", null);
  }

  /// What objects hold, and what is told about them.
  private void payloads() {
    var path = "/v1/payloads";
    ask(token, "POST", "/v1/files", "/v1/files?name=rope.json", "{'title':'Rope'}");
    ask(token, "POST", "/v1/files", "/v1/files?name=rope.json", "{'title':'Rope'}");
    var capability =
        "{'id':'ours:store_note:v1','primary_entity_type':'note','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['title'],'normalize_strings':true,"
            + "'sort_arrays':true},'entity_extraction_rules':[{'extraction_type':'payload_self',"
            + "'entity_type':'note'},{'extraction_type':'array_items','entity_type':'task',"
            + "'source_field':'tasks','relationship':{'type':'HAS_TASK','direction':'from_self'}}]}";
    ask(token, "POST", "/v1/capabilities", "/v1/capabilities", capability);
    ask(token, "POST", "/v1/capabilities", "/v1/capabilities", capability);
    ask(token, "GET", "/v1/capabilities", "/v1/capabilities", null);
    ask(
        token,
        "GET",
        "/v1/capabilities/{capability_id}",
        "/v1/capabilities/ours:store_note:v1",
        null);
    var schema =
        "{'activate':true,'schema':{'entity_type':'thing','schema_version':'1.0',"
            + "'fields':{'name':{'type':'string'}},'identity':[['name']]}}";
    ask(token, "POST", "/v1/schemas", "/v1/schemas", schema);
    ask(token, "POST", "/v1/schemas", "/v1/schemas", schema);
    ask(token, "GET", "/v1/schemas", "/v1/schemas", null);
    ask(token, "GET", "/v1/schemas/{entity_type}", "/v1/schemas/thing", null);
    ask(
        token,
        "POST",
        "/v1/schemas/{entity_type}/activate",
        "/v1/schemas/thing/activate",
        "{'schema_version':'1.0'}");
    var note =
        "{'capability_id':'ours:store_note:v1','body':{'title':'T','tasks':['Do it'],"
            + "'day':'2025-01-15'},'provenance':{'source_refs':['payload_x'],"
            + "'extracted_at':'2025-01-15T10:00:00Z','extractor_version':'v1'}}";
    var made = ask(token, "POST", path, path, note);
    ask(token, "POST", path, path, note);
    ask(token, "POST", path, path, "{'payloads':[" + note + ",{}]}");
    ask(token, "POST", path, path + "?dry_run=true", note);
    ask(token, "GET", path, path, null);
    var payload = path + "/" + made.text("payload_id");
    ask(token, "GET", path + "/{payload_id}", payload, null);
    ask(token, "GET", path + "/{payload_id}/chain", payload + "/chain", null);
    ask(
        token,
        "GET",
        "/v1/observations/{observation_id}",
        "/v1/observations/" + made.list("observations").getFirst().text("observation_id"),
        null);
    entities(
        made.list("entities").getFirst().text("entity_id"),
        made.list("entities").getLast().text("entity_id"));
  }

  private void entities(String note, String task) {
    var one = "/v1/entities/{entity_id}";
    var entity = "/v1/entities/" + note;
    ask(token, "GET", "/v1/entities", "/v1/entities", null);
    ask(token, "GET", one, entity, null);
    var search = "/v1/entities/search";
    ask(token, "POST", search, search, "{'wait_for':'words'}");
    ask(token, "POST", search, search, "{'name':'T'}");
    ask(token, "POST", search, search, "{'query_text':'T','sort':[{'by':'name'}]}");
    ask(token, "POST", search, search, "{'sort':[{'by':'field'}]}");
    ask(token, "GET", "/v1/entities/duplicates", "/v1/entities/duplicates", null);
    ask(token, "GET", one + "/duplicates", entity + "/duplicates", null);
    ask(token, "GET", one + "/observations", entity + "/observations", null);
    ask(token, "GET", one + "/provenance/{field}", entity + "/provenance/title", null);
    ask(token, "GET", one + "/graph", entity + "/graph", null);
    ask(token, "GET", one + "/diff", entity + "/diff?from=2024-01-01T00:00:00Z", null);
    var corrected =
        ask(token, "POST", one + "/corrections", entity + "/corrections", "{'fields':{'a':1}}");
    ask(token, "GET", one + "/provenance/{field}", entity + "/provenance/a", null);
    ask(
        token,
        "DELETE",
        one + "/corrections/{correction_id}",
        entity + "/corrections/" + corrected.list("corrections").getFirst().text("correction_id"),
        null);
    ask(token, "GET", "/v1/timeline", "/v1/timeline?from=2025-01-01T00:00:00Z", null);
    var related =
        ask(token, "GET", "/v1/relationships", "/v1/relationships?entity_id=" + note, null);
    ask(
        token,
        "DELETE",
        "/v1/relationships/{relationship_id}",
        "/v1/relationships/" + related.list("relationships").getFirst().text("relationship_id"),
        null);
    for (int said = 0; said < 2; said++) {
      ask(
          token,
          "POST",
          "/v1/relationships",
          "/v1/relationships",
          "{'type':'REFERS_TO','source_entity_id':'"
              + note
              + "','target_entity_id':'"
              + task
              + "'}");
    }
    var file = server.post(token, "/v1/files?name=knot.json", "{'title':'Knot'}");
    var knot =
        TestServer.objects(file.list("payloads").getFirst().array("entities"))
            .getFirst()
            .text("entity_id");
    ask(
        token,
        "POST",
        one + "/merge",
        "/v1/entities/" + knot + "/merge",
        "{'into':'" + note + "'}");
    ask(token, "POST", one + "/unmerge", entity + "/unmerge", "{'from':'" + knot + "'}");
    var told = ask(token, "GET", one + "/observations", entity + "/observations", null);
    ask(
        token,
        "POST",
        one + "/split",
        entity + "/split",
        "{'observations':['"
            + told.list("observations").getLast().text("observation_id")
            + "'],'name':'Another'}");
    ask(token, "DELETE", one, entity, null);
    ask(token, "POST", one + "/restore", entity + "/restore", "");
  }

  private void contents() {
    var event =
        "{'event_type':'tool_call_issued','agent_id':'agt_1','session_id':'ses_1',"
            + "'payload':{'tool':'t','text':'Tea.'}}";
    ask(token, "POST", "/v1/events", "/v1/events", event);
    ask(
        token,
        "GET",
        "/v1/objects/agent/{object_id}/blocked",
        "/v1/objects/agent/agt_1/blocked",
        null);
    var summarize = "/v1/sessions/{session_id}/summarize";
    var summary = ask(token, "POST", summarize, "/v1/sessions/ses_1/summarize", "{}");
    ask(token, "POST", summarize, "/v1/sessions/ses_1/summarize", null);
    var many = "/v1/objects/embedding";
    ask(token, "GET", many, many, null);
    for (var part : new String[] {"", "/access", "/versions", "/provenance", "/proof"}) {
      var path = many + "/" + summary.object("object").text("content") + part;
      ask(token, "GET", many + "/{object_id}" + part, path, null);
    }
    var content = "/v1/objects/artifact/{object_id}/content";
    server.post(token, "/v1/objects/artifact", "{'artifact_id':'art_bytes'}");
    var path = "/v1/objects/artifact/art_bytes/content";
    ask(token, "PUT", content, path, "any bytes");
    ask(token, "PUT", content, path + "?sha256=1", "any bytes");
  }

  /// A writer that may not look at what it has written.
  private void unseen() {
    var blind = server.newKey(token, "user_blind", "write");
    var agents = "/v1/objects/agent";
    ask(blind, "POST", agents, agents, "{'agent_id':'agt_blind'}");
    ask(blind, "POST", "/v1/snapshots", "/v1/snapshots", "{'tag':'blind'}");
    var one = agents + "/{object_id}/";
    var path = agents + "/agt_blind/";
    ask(blind, "POST", one + "lifecycle", path + "lifecycle", "{'to':'stale'}");
    ask(blind, "POST", one + "rollback", path + "rollback", "{'version':1}");
    ask(blind, "POST", one + "correct", path + "correct", "{'agent_type':'x'}");
    ask(blind, "POST", one + "invalidate", path + "invalidate", "{}");
  }

  private void graph() {
    var event =
        "{'event_id':'evt_g','event_type':'n','session_id':'ses_g','causal_refs':['evt_1','evt_0'],"
            + "'payload':{'text':'t','state':{'key':'k'},'edges':[{'edge_type':'supports',"
            + "'dst_type':'event','dst_object_id':'evt_1'}]}}";
    ask(token, "POST", "/v1/events", "/v1/events", event);
    var start = "{'object_type':'event','object_id':'evt_g'}";
    var expand = "/v1/graph/expand";
    var whole = ask(token, "POST", expand, expand, "{'start':[" + start + "],'hops':3}");
    ask(token, "POST", expand, expand, "{'start':[" + start + "],'max_nodes':1}");
    ask(token, "POST", expand, expand, "{'start':[" + start + "],'colour':'red'}");
    var path = "/v1/graph/path";
    var to = "{'object_type':'event','object_id':'evt_1'}";
    ask(token, "POST", path, path, "{'from':" + start + ",'to':" + to + "}");
    ask(token, "POST", path, path, "{'from':" + start + ",'to':" + to + ",'direction':'in'}");
    var causality = "/v1/events/{event_id}/causality";
    ask(token, "GET", causality, "/v1/events/evt_g/causality", null);
    var tallies = "/v1/objects/event/{object_id}/tallies";
    ask(token, "GET", tallies, "/v1/objects/event/evt_1/tallies", null);
    for (var edge : whole.list("edges")) {
      var id = "/v1/objects/edge/" + edge.text("edge_id");
      ask(token, "GET", "/v1/objects/edge/{object_id}", id, null);
      if (edge.text("edge_type").equals("embedded_as")) {
        for (var part : new String[] {"/edges", "/tallies"}) {
          var one = "/v1/objects/embedding/";
          var vector = one + edge.text("dst_object_id") + part;
          ask(token, "GET", one + "{object_id}" + part, vector, null);
        }
      }
    }
  }

  private void questions() {
    var query = "/v1/query";
    var head = server.get(token, "/v1/log/head").number("position");
    var all =
        "'object_types':['event','memory','state','artifact','agent','session','user'],'after':";
    var found =
        ask(
            token,
            "POST",
            query,
            query,
            "{'query_text':'tea','explain':true,'expand':{'hops':3},'token_budget':500,"
                + "'record':true,"
                + all
                + head
                + "}");
    assertThat(found.list("objects")).isNotEmpty();
    ask(token, "POST", query, query, "{" + all + head + ",'top_k':1000}");
    ask(token, "POST", query, query, "{'response_mode':'objects_only','query_text':'tea'}");
    ask(token, "POST", query, query, "{'query_text':'nothing has this word'}");
    ask(token, "POST", query, query, "{'top_k':0}");
    var batch = query + "/batch";
    ask(token, "POST", batch, batch, "{'queries':[{'query_text':'tea'},{'top_k':0}]}");
    ask(token, "POST", batch, batch, "{'queries':[]}");
    var verify = query + "/verify";
    var trace = found.object("proof_trace");
    ask(token, "POST", verify, verify, JsonObject.of("proof_trace", trace).toString());
    var altered = trace.with("results", new JsonArray(List.of()));
    var differs =
        ask(token, "POST", verify, verify, JsonObject.of("proof_trace", altered).toString());
    assertThat(differs.list("differences")).isNotEmpty();
    ask(token, "POST", verify, verify, "{}");
  }

  private void tenants() {
    var tenants = "/v1/admin/tenants";
    var made = ask(TestServer.ADMIN, "POST", tenants, tenants, "{'name':'other'}");
    var one = tenants + "/{id}";
    var path = tenants + "/" + made.number("id");
    ask(TestServer.ADMIN, "GET", tenants, tenants, null);
    ask(TestServer.ADMIN, "GET", one, path, null);
    ask(TestServer.ADMIN, "PATCH", one, path, "{'default_visibility':'public'}");
    ask(TestServer.ADMIN, "POST", one + "/rotate-token", path + "/rotate-token", null);
    ask(TestServer.ADMIN, "DELETE", one, path, null);
    ask(TestServer.ADMIN, "GET", "/v1/admin/audit", "/v1/admin/audit", null);
  }

  private void keys() {
    var holder =
        "{'name':'k','principal':{'kind':'agent','id':'agt_1'},'team_ids':['team_a'],"
            + "'workspace_ids':['ws_1'],'grants':['read'],'expires_at':'2099-01-01T00:00:00Z'}";
    var made = ask(token, "POST", "/v1/keys", "/v1/keys", holder);
    var path = "/v1/keys/" + made.text("key_id");
    ask(token, "GET", "/v1/keys", "/v1/keys", null);
    ask(token, "GET", "/v1/keys/{key_id}", path, null);
    ask(token, "DELETE", "/v1/keys/{key_id}", path, null);
    ask("nobody", "GET", "/v1/keys", "/v1/keys", null);
  }

  private TestServer.Answer ask(String as, String method, String route, String path, String body) {
    var answer = server.send(method, as, path, body == null ? null : body.replace('\'', '"'));
    check(method, route, answer);
    return answer;
  }

  private void check(String method, String route, TestServer.Answer answer) {
    var status = Integer.toString(answer.status());
    var responses =
        document
            .object("paths")
            .object(route)
            .object(method.toLowerCase(Locale.ROOT))
            .object("responses");
    var described = responses.has(status) ? status : "default";
    assertThat(described.equals("default")).isEqualTo(answer.status() >= 400);
    var content = responses.object(described).object("content");
    assertThat(content.names()).containsExactly(answer.header("Content-Type"));
    var name = method + " " + route + " " + described;
    var schema =
        schemas.computeIfAbsent(
            name, _ -> schema(content.object(answer.header("Content-Type")).object("schema")));
    assertThat(schema.validate(answer.bodyText(), InputFormat.JSON))
        .as(name + ": " + answer.bodyText())
        .isEmpty();
    seen.add(name);
  }

  private static Schema schema(JsonObject schema) {
    var whole = schema.with("components", document.object("components"));
    return REGISTRY.getSchema(closed(whole).toString(), InputFormat.JSON);
  }

  /// The same schema, but that members which it does not describe are refused.
  private static Json closed(Json json) {
    return switch (json) {
      case JsonObject(var members) -> {
        var closed = new LinkedHashMap<String, Json>();
        members.forEach((name, value) -> closed.put(name, closed(value)));
        if (members.get("properties") instanceof JsonObject) {
          closed.put("additionalProperties", Json.of(false));
        }
        yield new JsonObject(closed);
      }
      case JsonArray(var items) ->
          new JsonArray(items.stream().map(DescribedAnswersTest::closed).toList());
      default -> json;
    };
  }

  /// Every good answer in JSON that there is.
  private static Set<String> described() {
    var described = new TreeSet<String>();
    document
        .object("paths")
        .members()
        .forEach(
            (path, operations) ->
                ((JsonObject) operations)
                    .members()
                    .forEach(
                        (method, operation) -> {
                          var responses = ((JsonObject) operation).object("responses");
                          for (var status : responses.names()) {
                            var content = responses.object(status).object("content");
                            if (content != null && content.has("application/json")) {
                              described.add(
                                  method.toUpperCase(Locale.ROOT) + " " + path + " " + status);
                            }
                          }
                        }));
    assertThat(described).hasSizeGreaterThan(50);
    return described;
  }
}
