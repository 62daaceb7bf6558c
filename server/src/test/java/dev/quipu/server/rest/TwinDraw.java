package dev.quipu.server.rest;

import dev.quipu.engine.index.FilterField;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Draws requests to every route of the description, about things that are there: it remembers the
/// ids that answers name.
final class TwinDraw {

  /// An operation of the description.
  record Operation(String method, String path, List<String> parameters) {

    boolean reads() {
      return method.equals("GET")
          || path.startsWith("/v1/graph/")
          || path.startsWith("/v1/query")
          || path.equals("/v1/entities/search");
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private static final List<String> EVENT_TYPES =
      List.of(
          "user_message",
          "assistant_message",
          "tool_call_issued",
          "tool_result_returned",
          "retrieval_executed",
          "plan_updated",
          "critique_generated",
          "task_finished",
          "handoff_occurred",
          "weather_observed");
  private static final List<String> EDGE_TYPES =
      List.of("supports", "contradicts", "supersedes", "updates", "derived_from", "relates_to");
  private static final List<String> WORDS =
      List.of("tea", "coffee", "kettle", "rain", "Bob paints.", "Bob sleeps. Alice cooks.");

  private final Random random;

  /// By the token that has seen them: what others own is asked for too, but not mostly.
  private final Map<String, Map<String, List<String>>> ids = new TreeMap<>();

  private final Map<String, Supplier<String>> bodies = new TreeMap<>();
  private long head = 1;
  private Instant now = Instant.EPOCH;
  private String token = "";
  private String trace = "{}";
  private long after;

  TwinDraw(Random random) {
    this.random = random;
    bodies.put("POST /v1/events", this::event);
    bodies.put("POST /v1/objects/agent", () -> json("'agent_id':'%s'", fresh("agt")));
    bodies.put(
        "POST /v1/objects/session",
        () ->
            chance(50)
                ? json("'session_id':'%s'", fresh("ses"))
                : json("'session_id':'%s','parent_session_id':'%s'", fresh("ses"), id("session")));
    bodies.put("POST /v1/objects/user", () -> json("'user_id':'%s'", fresh("user")));
    bodies.put(
        "POST /v1/objects/memory",
        () -> json("'content':'%s','session_id':'%s'", oneOf(WORDS), id("session")));
    bodies.put(
        "POST /v1/objects/state",
        () ->
            json(
                "'state_type':'%s','state_key':'%s','state_value':%d",
                oneOf(List.of("blackboard", "execution_status", "failure_marker")),
                oneOf(WORDS),
                random.nextInt(5)));
    bodies.put("POST /v1/objects/artifact", () -> json("'uri':'file:%d'", random.nextInt(99)));
    bodies.put("POST /v1/objects/policy", () -> json("'policy_type':'%s'", oneOf(WORDS)));
    bodies.put(
        "POST /v1/objects/policy_record",
        () ->
            json(
                "'policy_id':'%s','policy_version':1,'object_type':'memory','object_id':'%s'",
                id("policy"), id("memory")));
    bodies.put("POST /v1/objects/share_contract", () -> json("'scope':'s%d'", random.nextInt(9)));
    bodies.put("POST /v1/objects/edge", this::edge);
    bodies.put("POST /v1/snapshots", () -> json("'tag':'tag%d'", random.nextInt(40)));
    bodies.put("POST /v1/payloads", this::payload);
    bodies.put("POST /v1/files", () -> chance(50) ? payload() : json("'title':'%s'", oneOf(WORDS)));
    bodies.put("POST /v1/capabilities", this::capability);
    bodies.put("POST /v1/schemas", this::schema);
    bodies.put(
        "POST /v1/relationships",
        () ->
            json(
                "'type':'%s','source_entity_id':'%s','target_entity_id':'%s'%s",
                oneOf(List.of("PART_OF", "REFERS_TO")), id("entity"), id("entity"), open()));
    bodies.put("POST /v1/graph/expand", this::expansion);
    bodies.put("POST /v1/entities/search", this::entities);
    bodies.put("POST /v1/query", () -> question(chance(10)));
    bodies.put(
        "POST /v1/query/batch", () -> json("'queries':[%s,%s]", question(false), question(false)));
    bodies.put("POST /v1/query/verify", () -> "{\"proof_trace\":" + trace + "}");
    bodies.put(
        "POST /v1/graph/path", () -> json("'from':%s,'to':%s%s", node(), node(), when(true)));
  }

  /// Whether a request to this operation can be drawn.
  boolean knows(Operation operation) {
    return operation.method().equals("GET")
        || operation.method().equals("DELETE")
        || body(operation) != null;
  }

  /// Questions wait for the end of the log from here on, so that both doors answer as of there.
  void endsAt(long position) {
    after = position;
  }

  TwinRequest request(Operation operation, String token, Instant clock) {
    now = clock;
    this.token = token;
    var path = operation.path();
    var type = typeIn(path);
    while (path.contains("{")) {
      path = path.replaceFirst("\\{[^}]+}", id(type));
    }
    var body = body(operation);
    return new TwinRequest(
        operation.method(), token, path + query(operation), body == null ? null : body.get());
  }

  private static String typeIn(String path) {
    if (path.startsWith("/v1/objects/")) {
      return path.substring("/v1/objects/".length()).replaceAll("/.*", "");
    }
    if (path.startsWith("/v1/sessions/")) {
      return "session";
    }
    if (path.startsWith("/v1/relationships/")) {
      return "edge";
    }
    for (var type : List.of("payload", "observation", "capability", "entity", "schema")) {
      var many = type.endsWith("y") ? type.substring(0, type.length() - 1) + "ies" : type + "s";
      if (path.startsWith("/v1/" + many + "/")) {
        return type;
      }
    }
    return path.startsWith("/v1/snapshots/") ? "snapshot" : "event";
  }

  private @Nullable Supplier<String> body(Operation operation) {
    var named = bodies.get(operation.toString());
    if (named != null || operation.method().equals("GET") || operation.method().equals("DELETE")) {
      return named;
    }
    var path = operation.path();
    if (operation.method().equals("PATCH") || path.endsWith("/correct")) {
      return () -> patch(typeIn(path));
    }
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "undo" -> () -> "{}";
      case "invalidate" -> () -> chance(50) ? "{}" : json("'when':'%s'", time());
      case "rollback" -> () -> json("'version':%d", 1 + random.nextInt(3));
      case "lifecycle" ->
          () -> json("'to':'%s'", oneOf(List.of("active", "stale", "archived", "retracted")));
      case "summarize" -> () -> chance(70) ? "{}" : json("'level':2");
      case "content" -> () -> json("'some':%d", random.nextInt(9));
      case "corrections" ->
          () ->
              json(
                  "'fields':{'%s':%s}%s",
                  oneOf(List.of("amount", "date", "colour")),
                  oneOf(List.of("1", "null", "\"2026-05-31\"")),
                  open());
      case "merge" -> () -> json("'into':'%s'%s", id("entity"), open());
      case "unmerge" -> () -> json("'from':'%s'", id("entity"));
      case "split" ->
          () ->
              json(
                  "'observations':['%s'],%s",
                  id("observation"),
                  random.nextBoolean()
                      ? "'into':'" + id("entity") + "'"
                      : "'name':'Other " + random.nextInt(2) + "'");
      case "restore" -> () -> "{}";
      case "activate" -> () -> json("'schema_version':'%d.0'", 1 + random.nextInt(3));
      default -> null;
    };
  }

  private String patch(String type) {
    return switch (type) {
      case "agent" -> json("'role_profile':'%s'", oneOf(WORDS));
      case "session" -> json("'goal':'%s'", oneOf(WORDS));
      case "user" -> json("'user_name':'%s'", oneOf(WORDS));
      case "memory" ->
          chance(50)
              ? json("'content':'%s'", oneOf(WORDS))
              : json("'importance':%s", oneOf(List.of("0.25", "0.75")));
      case "state" -> json("'state_value':%d", random.nextInt(5));
      case "artifact" -> json("'uri':'file:%d'", random.nextInt(9));
      case "policy" -> json("'policy_type':'%s'", oneOf(WORDS));
      case "policy_record" -> json("'policy_reason':'%s'", oneOf(WORDS));
      case "share_contract" -> json("'merge_policy':'%s'", oneOf(WORDS));
      default -> json("'weight':%s", oneOf(List.of("0.25", "0.5")));
    };
  }

  private String event() {
    var type = oneOf(EVENT_TYPES);
    var payload = new ArrayList<String>();
    if (chance(80)) {
      payload.add("'text':'" + oneOf(WORDS) + "'");
    }
    if (type.startsWith("tool")) {
      payload.add("'tool':'" + oneOf(List.of("search", "deploy")) + "'");
      payload.add("'status':'" + oneOf(List.of("ok", "failed")) + "'");
      if (chance(40)) {
        payload.add("'result':{'n':" + random.nextInt(5) + "}");
      }
    }
    switch (type) {
      case "plan_updated" -> payload.add("'plan':['" + oneOf(WORDS) + "']");
      case "handoff_occurred" -> payload.add("'to_agent_id':'agt" + random.nextInt(4) + "'");
      case "critique_generated" ->
          payload.add(
              "'verdict':'" + oneOf(List.of("supports", "contradicts")) + "','target':" + node());
      default -> {}
    }
    if (chance(15)) {
      payload.add("'state':{'key':'" + oneOf(WORDS) + "','value':" + random.nextInt(5) + "}");
    }
    if (chance(15)) {
      payload.add(
          "'edges':[{'edge_type':'%s','dst_type':'memory','dst_object_id':'%s'}]"
              .formatted(oneOf(EDGE_TYPES), id("memory")));
    }
    var event = new ArrayList<String>();
    event.add("'event_id':'" + fresh("evt") + "'");
    event.add("'event_type':'" + type + "'");
    event.add("'payload':{" + String.join(",", payload) + "}");
    if (chance(70)) {
      event.add("'agent_id':'agt" + random.nextInt(4) + "'");
      event.add("'session_id':'" + (chance(80) ? "ses" + random.nextInt(4) : id("session")) + "'");
    }
    if (chance(20)) {
      event.add("'parent_event_id':'" + id("event") + "'");
    }
    if (chance(30)) {
      event.add("'event_time':'" + time() + "'");
    }
    if (chance(50)) {
      event.add(
          oneOf(
              List.of(
                  "'visibility':'public','access':{'team_id':null}",
                  "'visibility':'private'",
                  "'visibility':'confidential','access':{'acl':{'read_agent_ids':['agt1']}}")));
    }
    return json(String.join(",", event).replace("%", "%%"));
  }

  private String payload() {
    var body = new ArrayList<String>();
    var capability = oneOf(List.of("store_invoice", "store_note", "store_contract"));
    switch (capability) {
      case "store_invoice" -> {
        body.add("'vendor_name':'" + oneOf(List.of("Acme Corp", "ACME Corp.", "Bolt")) + "'");
        body.add("'amount':" + (chance(20) ? "null" : Integer.toString(random.nextInt(3))));
        if (chance(80)) {
          body.add("'invoice_number':'i" + random.nextInt(3) + "'");
        }
        if (chance(50)) {
          body.add("'date':'2026-05-" + (10 + random.nextInt(10)) + "'");
        }
        if (chance(40)) {
          body.add("'colour':['" + oneOf(WORDS) + "']");
        }
      }
      case "store_note" -> {
        body.add("'title':'" + oneOf(WORDS) + "'");
        body.add("'tasks':['" + oneOf(WORDS) + "','" + oneOf(WORDS) + "']");
      }
      default -> {
        body.add("'contract_number':'c" + random.nextInt(3) + "'");
        body.add("'parties':['Acme','" + oneOf(List.of("Bolt", "Cord")) + "']");
      }
    }
    var refs = chance(30) ? "'" + id("payload") + "'" : "";
    return json(
        "'capability_id':'neotoma:%s:v1','body':{%s},'provenance':{'source_refs':[%s],"
            + "'extracted_at':'%s','extractor_version':'twin'}%s",
        capability, String.join(",", body), refs, time(), open());
  }

  private String open() {
    return chance(60) ? "" : ",'visibility':'public','access':{'team_id':null}";
  }

  private String capability() {
    return json(
        "'id':'acme:store_thing:v%d','primary_entity_type':'thing','schema_version':'1.0',"
            + "'canonicalization_rules':{'included_fields':['name'],'normalize_strings':true,"
            + "'sort_arrays':true},'entity_extraction_rules':[{'extraction_type':'payload_self',"
            + "'entity_type':'thing'}]",
        1 + random.nextInt(3));
  }

  private String schema() {
    return json(
        "'activate':%s,'schema':{'entity_type':'thing','schema_version':'%d.0',"
            + "'fields':{'name':{'type':'string'}},'identity':[['name']]}",
        chance(50), 1 + random.nextInt(3));
  }

  private String edge() {
    var source = nodeType();
    var target = nodeType();
    return json(
        "'edge_type':'%s','src_type':'%s','src_object_id':'%s','dst_type':'%s',"
            + "'dst_object_id':'%s','visibility':'public','access':{'team_id':null}",
        oneOf(EDGE_TYPES), source, id(source), target, id(target));
  }

  private String expansion() {
    return json(
        "'start':[%s],'hops':%d,'direction':'%s','max_nodes':%d%s",
        node(),
        1 + random.nextInt(3),
        oneOf(List.of("out", "in", "both")),
        1 + random.nextInt(40),
        when(true));
  }

  /// Without words: how words are weighed is a matter of the index.
  private String question(boolean kept) {
    var said = new ArrayList<String>();
    said.add("'top_k':" + (1 + random.nextInt(20)));
    said.add("'after':" + after);
    for (var field : FilterField.values()) {
      if (chance(field == FilterField.OBJECT_TYPES ? 50 : 8)) {
        said.add("'%s':['%s']".formatted(field.wireName(), value(field)));
      }
    }
    if (chance(15)) {
      said.add("'owners':[{'owner_kind':'user','owner_id':'alice'}]");
    }
    if (chance(15)) {
      said.add("'time_window':{'from':'" + time() + "'}");
    }
    if (chance(30)) {
      said.add("'expand':{'hops':" + (1 + random.nextInt(3)) + "}");
    }
    if (chance(20)) {
      said.add("'token_budget':" + random.nextInt(900));
    }
    if (kept) {
      said.add("'record':true");
    }
    if (chance(10)) {
      said.add("'as_admin':true");
    }
    return json((String.join(",", said) + when(true)).replace("%", "%%"));
  }

  /// Without words, too; what is called so is looked up, and the same whatever the index.
  private String entities() {
    var said = new ArrayList<String>();
    said.add("'after':" + after);
    said.add("'limit':" + (1 + random.nextInt(10)));
    if (chance(40)) {
      said.add("'entity_types':['" + oneOf(List.of("invoice", "company", "note")) + "']");
    }
    if (chance(20)) {
      said.add("'name':'" + oneOf(List.of("acme", "tea", "Bolt", "i1|acme")) + "'");
    }
    if (chance(60)) {
      var op = oneOf(List.of("eq", "ne", "lt", "gte", "contains"));
      var value = oneOf(List.of("1", "2", "'tea'", "'2026-05-12'"));
      var field = oneOf(List.of("amount", "title", "date", "colour", "tasks"));
      said.add("'filters':[{'field':'%s','op':'%s','value':%s}]".formatted(field, op, value));
    }
    if (chance(40)) {
      said.add(
          "'sort':["
              + oneOf(
                  List.of(
                      "{'by':'name'}",
                      "{'by':'observed_at','order':'desc'}",
                      "{'by':'observation_count'}",
                      "{'by':'field','field':'amount','order':'desc'}"))
              + "]");
    }
    return json((String.join(",", said) + when(true)).replace("%", "%%"));
  }

  private String value(FilterField field) {
    return switch (field) {
      case OBJECT_TYPES -> oneOf(List.of("event", "memory", "state", "artifact", "agent", "user"));
      case MEMORY_TYPES -> oneOf(List.of("episodic", "semantic"));
      case ENTITY_TYPES -> oneOf(List.of("invoice", "company", "task"));
      case SCOPES -> oneOf(List.of("memory", "messages", "signals", "artifacts"));
      case AGENT_IDS -> "agt" + random.nextInt(4);
      case SESSION_IDS -> "ses" + random.nextInt(4);
      case SOURCE_KINDS -> oneOf(List.of("message", "artifact"));
      case LIFECYCLES -> oneOf(List.of("active", "stale", "archived", "retracted"));
      case LANG -> oneOf(List.of("en", "uk", "und"));
      case OWNERS, WORKSPACE_IDS, PROJECT_IDS, TEAM_IDS, TAGS -> "none";
    };
  }

  private String node() {
    var type = nodeType();
    return "{'object_type':'" + type + "','object_id':'" + id(type) + "'}";
  }

  private String nodeType() {
    return oneOf(List.of("memory", "memory", "event", "session", "agent", "state", "artifact"));
  }

  // ── parameters ──

  private String query(Operation operation) {
    var said = new ArrayList<String>();
    for (var name : operation.parameters()) {
      if (operation.reads() && chance(name.equals("limit") ? 60 : 25)) {
        switch (name) {
          case "limit" -> said.add("limit=" + (1 + random.nextInt(7)));
          case "as_of" -> said.add("as_of=" + time());
          case "as_known_at" -> said.add("as_known_at=" + known());
          case "direction" -> said.add("direction=" + oneOf(List.of("in", "out", "both")));
          case "session_id" -> said.add("session_id=ses" + random.nextInt(4));
          case "agent_id" -> said.add("agent_id=agt" + random.nextInt(4));
          case "memory_type" -> said.add("memory_type=" + oneOf(List.of("episodic", "semantic")));
          case "lifecycle" -> said.add("lifecycle=" + oneOf(List.of("active", "stale")));
          case "owner_type" -> said.add("owner_type=" + oneOf(List.of("private", "public")));
          case "is_active" -> said.add("is_active=" + chance(50));
          case "source_event_id", "derived_from_event_id", "produced_by_event_id" ->
              said.add(name + "=" + id("event"));
          case "level" -> said.add("level=" + random.nextInt(2));
          case "event_type" -> said.add("event_type=" + oneOf(EVENT_TYPES));
          case "entity_type" ->
              said.add("entity_type=" + oneOf(List.of("invoice", "company", "note")));
          case "name" -> said.add("name=" + oneOf(List.of("acme", "tea", "Bolt")));
          case "hops" -> said.add("hops=" + (1 + random.nextInt(3)));
          default -> {}
        }
      }
      if (operation.path().endsWith("/duplicates") && name.equals("after")) {
        said.add("after=" + after);
      }
      boolean ofEntity = operation.path().startsWith("/v1/entities/");
      if (operation.path().endsWith("/diff") && name.equals("from")) {
        said.add(ofEntity ? "from=" + time() : "from=1");
      }
      if (operation.path().equals("/v1/relationships") && name.equals("entity_id")) {
        said.add("entity_id=" + id("entity"));
      }
      if (operation.path().endsWith("/diff") && name.equals("to") && !ofEntity) {
        said.add("to=" + (1 + random.nextInt(3)));
      }
      if (operation.path().endsWith("/object_version") && name.equals("object_type")) {
        said.add("object_type=memory&object_id=" + id("memory"));
      }
    }
    return said.isEmpty() ? "" : "?" + String.join("&", said);
  }

  private String when(boolean more) {
    var said = new StringBuilder();
    if (chance(25)) {
      said.append(more ? "," : "").append("'as_of':'").append(time()).append('\'');
    }
    if (chance(25)) {
      said.append(more || !said.isEmpty() ? "," : "").append("'as_known_at':'").append(known());
      said.append('\'');
    }
    return said.toString();
  }

  private String time() {
    return now.minus(Duration.ofSeconds(random.nextInt(600))).toString();
  }

  private long known() {
    return 1 + random.nextLong(Math.max(1, head));
  }

  // ── names ──

  private int made;

  private String fresh(String prefix) {
    return chance(20) ? prefix + random.nextInt(4) : prefix + "_" + made++;
  }

  private String id(String type) {
    var whose = chance(12) && !ids.isEmpty() ? oneOf(List.copyOf(ids.keySet())) : token;
    var known = ids.getOrDefault(whose, Map.of()).get(type);
    return known == null || chance(3) ? type + "_nowhere" : oneOf(known);
  }

  /// Remembers what an answer names.
  void learn(String path, JsonObject answer) {
    var object = answer.text("object_id");
    var type = answer.text("object_type");
    if (object != null && type != null) {
      remember(type, object);
    }
    var event = answer.text("event_id");
    if (event != null && path.startsWith("/v1/events")) {
      remember("event", event);
    }
    if (path.startsWith("/v1/snapshots") && answer.text("tag") != null) {
      remember("snapshot", String.valueOf(answer.text("tag")));
    }
    var content = answer.object("object") == null ? null : answer.object("object").text("content");
    if (content != null) {
      remember("embedding", content);
      remember("object_version", "memory:" + object + "@1");
    }
    learnPayload(path, answer);
    if (answer.object("proof_trace") != null) {
      trace = answer.object("proof_trace").toString();
    }
    if (answer.get("position") instanceof JsonNumber position) {
      head = Math.max(head, position.asLong());
    }
    if (answer.get("objects") instanceof JsonArray(var objects)) {
      for (var each : objects) {
        if (each instanceof JsonObject one) {
          learn("", one);
        }
      }
    }
  }

  private void learnPayload(String path, JsonObject answer) {
    var payload = answer.text("payload_id");
    if (payload != null) {
      remember("payload", payload);
    }
    learn(answer, "entities", "entity_id", "entity");
    learn(answer, "observations", "observation_id", "observation");
    learn(answer, "relationships", "relationship_id", "edge");
    if (path.startsWith("/v1/capabilities") && answer.text("id") != null) {
      remember("capability", String.valueOf(answer.text("id")));
    }
    if (path.startsWith("/v1/schemas") && answer.text("entity_type") != null) {
      remember("schema", String.valueOf(answer.text("entity_type")));
    }
  }

  private void learn(JsonObject answer, String list, String member, String type) {
    if (answer.get(list) instanceof JsonArray(var items)) {
      for (var item : items) {
        var id = item instanceof JsonObject one ? one.text(member) : null;
        if (id != null) {
          remember(type, id);
        }
      }
    }
  }

  private void remember(String type, String id) {
    var known =
        ids.computeIfAbsent(token, _ -> new TreeMap<>())
            .computeIfAbsent(type, _ -> new ArrayList<>());
    if (!known.contains(id)) {
      known.add(id);
    }
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is another library's
  private static String json(String members, Object... values) {
    return "{" + String.format(Locale.ROOT, members, values).replace('\'', '"') + "}";
  }
}
