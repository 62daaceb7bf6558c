package dev.quipu.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.index.FilterField;
import dev.quipu.model.access.AccessRule;
import dev.quipu.model.access.AccessRule.Guarded;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.access.Grant;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.server.TestServer;
import dev.quipu.testkit.history.HandClock;
import dev.quipu.wire.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A tenant with several owners who keep and share things in every way, those who ask about them,
/// and what each of them ought to find, worked out with plain Java from the owners' own lists.
final class AccessWorld {

  static final List<String> TYPES =
      List.of("event", "memory", "state", "artifact", "agent", "session", "user");
  private static final List<String> OWNERS =
      List.of("user:user_0", "user:user_1", "user:user_2", "user:user_3", "agent:agt_0");
  private static final Set<String> USUAL_TYPES = Set.of("memory", "state", "artifact");
  private static final Set<String> USUAL_LIVES = Set.of("active", "stale");

  /// Who asks.
  record Asker(String name, String token, Caller caller, boolean asAdmin) {

    @Override
    public String toString() {
      return name;
    }
  }

  /// A point on the clocks, and the words by which a question asks for it.
  record Point(Instant asOf, long position, String words) {}

  /// Something that is there at a point, as its owner sees it.
  ///
  /// @param time when it happened; null if the lists do not tell
  record Thing(
      String type,
      String id,
      int version,
      JsonObject access,
      JsonObject fields,
      String lifecycle,
      boolean isMessage,
      @Nullable Instant time) {

    String ref() {
      return type + ":" + id + "@" + version;
    }
  }

  /// What a question ought to bring.
  record Expected(Set<String> refs, Map<String, Long> removed) {}

  private final TestServer server;
  private final HandClock clock;
  private final Random random;
  private final Instant begin;
  private final String admin;
  private final TenantId tenant;
  private final Map<String, String> owners = new LinkedHashMap<>();
  private final List<Asker> askers = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final Map<String, List<String>> memories = new TreeMap<>();

  AccessWorld(TestServer server, HandClock clock, Random random) {
    this.server = server;
    this.clock = clock;
    this.random = random;
    this.begin = clock.instant();
    this.admin = server.newTenant();
    OWNERS.forEach(owner -> owners.put(owner, key(owner, "'read','write'", "")));
    this.tenant =
        new TenantId(server.get(admin, "/v1/keys").list("keys").getFirst().text("tenant_id"));
    ask("user:user_0", "", false);
    ask("user:user_1", "'team_ids':['team_0'],'acting_agent_id':'agt_1'", false);
    ask("user:user_2", "'team_ids':['team_0','team_1'],'role_ids':['role_0']", false);
    ask("user:user_3", "'workspace_ids':['ws_0']", false);
    ask("user:user_9", "", false);
    ask("user:user_9", "'team_ids':['team_1'],'workspace_ids':['ws_1']", false);
    ask("user:user_9", "'role_ids':['role_0'],'allowed_agent_ids':['agt_0','agt_2']", false);
    ask("agent:agt_0", "", false);
    ask("agent:agt_1", "'team_ids':['team_1']", false);
    ask("team:team_0", "'team_ids':['team_0'],'allowed_agent_ids':['agt_1']", false);
    ask("user:user_8", "'workspace_ids':['ws_0','ws_1']", true);
    ask("user:user_8", "", true);
  }

  String admin() {
    return admin;
  }

  Instant begin() {
    return begin;
  }

  List<Asker> askers() {
    return askers;
  }

  List<Point> points() {
    return points;
  }

  String tokenOf(String owner) {
    return owners.get(owner);
  }

  private void ask(String principal, String more, boolean asAdmin) {
    var grants = asAdmin ? "'read','admin'" : "'read'";
    var said = ("{" + more + "}").replace('\'', '"');
    var holder = new JsonReader().readObject(said.getBytes(StandardCharsets.UTF_8));
    var caller =
        new Caller(
            tenant,
            new KeyId("key_x"),
            principal(principal),
            holder.text("acting_agent_id") == null
                ? null
                : new AgentId(holder.text("acting_agent_id")),
            ids(holder, "team_ids", TeamId::new),
            ids(holder, "role_ids", RoleId::new),
            holder.has("workspace_ids") ? ids(holder, "workspace_ids", WorkspaceId::new) : null,
            holder.has("allowed_agent_ids") ? ids(holder, "allowed_agent_ids", AgentId::new) : null,
            Set.of(),
            asAdmin ? Set.of(Grant.READ, Grant.ADMIN) : Set.of(Grant.READ),
            null);
    askers.add(new Asker(principal + more, key(principal, grants, more), caller, asAdmin));
  }

  String key(String principal, String grants, String more) {
    var who = principal(principal);
    var made =
        server.post(
            admin,
            "/v1/keys",
            "{'name':'k','principal':{'kind':'%s','id':'%s'},'grants':[%s]%s}"
                .formatted(
                    who.kind().wireName(), who.id(), grants, more.isEmpty() ? "" : "," + more));
    assertThat(made.status()).as(made.bodyText()).isEqualTo(201);
    return made.text("token");
  }

  private static Principal principal(String text) {
    var kind =
        Stream.of(Principal.Kind.values())
            .filter(each -> text.startsWith(each.wireName() + ":"))
            .findFirst()
            .orElseThrow();
    return new Principal(kind, text.substring(text.indexOf(':') + 1));
  }

  private static <T extends Identifier> Set<T> ids(
      JsonObject holder, String name, Function<String, T> make) {
    return texts(holder, name).stream().map(make).collect(Collectors.toSet());
  }

  private static List<String> texts(JsonObject object, String name) {
    return object.get(name) instanceof JsonArray(var items)
        ? items.stream().map(item -> ((JsonString) item).value()).toList()
        : List.of();
  }

  // ── telling ──

  /// Lets the owners do so many things, and remembers some points on the way.
  void tell(int acts) {
    for (int i = 0; i < acts; i++) {
      clock.move(Duration.ofMinutes(1));
      var owner = oneOf(OWNERS);
      switch (random.nextInt(10)) {
        case 0, 1 -> change(owner);
        case 2 -> write(owner);
        default -> say(owner);
      }
      if (i == acts / 2) {
        var tag =
            server.post(
                admin,
                "/v1/snapshots",
                "{'tag':'half','visibility':'public','access':{'team_id':null}}");
        assertThat(tag.status()).isEqualTo(201);
        long position = tag.number("position");
        points.add(point(clock.instant(), position, "'snapshot':'half','as_of':'%s'"));
        points.add(
            point(
                begin.plus(Duration.ofMinutes(acts / 3)),
                position,
                "'as_known_at':%d,'as_of':'%s'"));
      }
    }
    long head = head();
    var before = begin.plus(Duration.ofMinutes(acts / 2));
    points.add(point(clock.instant(), head, "'after':%d"));
    points.add(point(before, head, "'as_of':'%2$s','after':%1$d"));
    points.add(
        point(clock.instant().plus(Duration.ofDays(2)), head, "'as_of':'%2$s','after':%1$d"));
  }

  long head() {
    return server.get(admin, "/v1/log/head").number("position");
  }

  private static Point point(Instant asOf, long position, String words) {
    return new Point(
        asOf,
        position,
        words.contains("%d") || words.contains("$")
            ? words.formatted(position, asOf)
            : words.formatted(asOf));
  }

  private void say(String owner) {
    var said = new ArrayList<String>();
    said.add(
        "'event_type':'%s'"
            .formatted(oneOf(List.of("user_message", "assistant_message", "tool_call_issued"))));
    var payload = "'text':'common word%d'".formatted(random.nextInt(9));
    if (random.nextInt(4) == 0) {
      payload +=
          ",'state':{'key':'k%d','value':%d}".formatted(random.nextInt(3), random.nextInt(9));
    }
    said.add("'payload':{" + payload + "}");
    said.add("'lang':'" + oneOf(List.of("en", "uk", "en-GB")) + "'");
    maybe(said, 2, "'session_id':'ses_%d'", 4);
    maybe(said, 2, "'agent_id':'agt_%d'", 3);
    maybe(said, 3, "'workspace_id':'ws_%d'", 2);
    share(said);
    if (random.nextInt(4) == 0) {
      var earlier = clock.instant().minus(Duration.ofMinutes(random.nextInt(200)));
      said.add("'event_time':'" + earlier + "'");
    }
    var made = server.post(owners.get(owner), "/v1/events", "{" + String.join(",", said) + "}");
    assertThat(made.status()).as(said + made.bodyText()).isEqualTo(201);
    made.list("objects").stream()
        .filter(each -> "memory".equals(each.text("object_type")))
        .forEach(each -> remember(owner, each.text("object_id")));
  }

  private void write(String owner) {
    var said = new ArrayList<String>();
    said.add("'lang':'uk'");
    share(said);
    boolean memory = random.nextInt(3) > 0;
    said.add(memory ? "'content':'common note'" : "'uri':'file:x'");
    var made =
        server.post(
            owners.get(owner),
            "/v1/objects/" + (memory ? "memory" : "artifact"),
            "{" + String.join(",", said) + "}");
    assertThat(made.status()).as(said + made.bodyText()).isEqualTo(201);
    if (memory) {
      remember(owner, made.text("object_id"));
    }
  }

  private void share(List<String> said) {
    switch (random.nextInt(6)) {
      case 0 -> said.add("'visibility':'public','access':{'team_id':null}");
      case 1 ->
          said.add(
              "'visibility':'public','access':{'team_id':'team_%d'}".formatted(random.nextInt(2)));
      case 2 ->
          said.add(
              "'visibility':'confidential','access':{'acl':{%s}}"
                  .formatted(
                      oneOf(
                          List.of(
                              "'read_agent_ids':['agt_1']",
                              "'read_team_ids':['team_1']",
                              "'read_role_ids':['role_0']",
                              ""))));
      default -> said.add("'visibility':'private'");
    }
    maybe(said, 4, "'project_id':'prj_%d'", 2);
    maybe(said, 4, "'tags':['tag_%d']", 3);
    if (random.nextInt(10) == 0) {
      said.add("'indexed':false");
    }
    if (random.nextInt(8) == 0) {
      said.add("'ttl_days':1");
    }
  }

  private void change(String owner) {
    var mine = memories.getOrDefault(owner, List.of());
    if (mine.isEmpty()) {
      return;
    }
    var token = owners.get(owner);
    var path = "/v1/objects/memory/" + oneOf(mine);
    switch (random.nextInt(6)) {
      case 0 -> server.delete(token, path);
      case 1 -> {
        server.delete(token, path);
        server.send("POST", token, path + "/undo", null);
      }
      case 2 ->
          server.post(
              token,
              path + "/lifecycle",
              "{'to':'%s'}".formatted(oneOf(List.of("stale", "archived", "active", "retracted"))));
      case 3 ->
          server.patch(
              token,
              path + "?effective_at=" + clock.instant().plus(Duration.ofHours(random.nextInt(30))),
              "{'importance':0.9}");
      case 4 ->
          server.patch(
              token,
              path
                  + "?effective_at="
                  + clock.instant().minus(Duration.ofMinutes(random.nextInt(99))),
              "{'content':'common past'}");
      default -> server.patch(token, path, "{'content':'common change'}");
    }
  }

  private void maybe(List<String> said, int oneIn, String what, int names) {
    if (random.nextInt(oneIn) == 0) {
      said.add(what.formatted(random.nextInt(names)));
    }
  }

  private void remember(String owner, String memory) {
    memories.computeIfAbsent(owner, _ -> new ArrayList<>()).add(memory);
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  // ── what there is ──

  /// Everything that any owner sees at a point, who may see it judged later.
  List<Thing> things(Point point) {
    var events = new LinkedHashMap<String, JsonObject>();
    var things = new LinkedHashMap<String, Thing>();
    for (var token : owners.values()) {
      for (var event : list(token, "/v1/events?limit=200", "events")) {
        if (!event.text("event_type").startsWith("quipu.")) {
          events.put(event.text("event_id"), event);
        }
      }
    }
    for (var event : events.values()) {
      if (number(event, "position") <= point.position() && !since(event).isAfter(point.asOf())) {
        var thing =
            new Thing(
                "event",
                event.text("event_id"),
                1,
                event.object("access"),
                event,
                "active",
                isMessage(event),
                since(event));
        things.put(thing.ref(), thing);
      }
    }
    for (var type : TYPES.subList(1, TYPES.size())) {
      var path =
          "/v1/objects/%s?limit=200&as_of=%s&as_known_at=%d"
              .formatted(type, point.asOf(), point.position());
      for (var token : owners.values()) {
        for (var each : list(token, path, "objects")) {
          var thing = thing(type, each, events);
          things.put(thing.ref(), thing);
        }
      }
    }
    return List.copyOf(things.values());
  }

  private static Thing thing(String type, JsonObject each, Map<String, JsonObject> events) {
    var fields = each.object("object");
    var sources = texts(fields, "source_event_ids");
    var maker = sources.isEmpty() ? null : events.get(sources.getFirst());
    Instant time = null;
    if (type.equals("memory")) {
      time = maker == null ? Instant.parse(each.text("valid_from")) : since(maker);
    }
    return new Thing(
        type,
        each.text("object_id"),
        (int) number(each, "version"),
        each.object("access"),
        fields,
        each.text("lifecycle"),
        type.equals("memory") && maker != null && isMessage(maker),
        time);
  }

  private List<JsonObject> list(String token, String path, String name) {
    var all = new ArrayList<JsonObject>();
    var page = server.get(token, path);
    while (true) {
      assertThat(page.status()).as(path + page.bodyText()).isEqualTo(200);
      all.addAll(page.list(name));
      if (page.text("next_cursor") == null) {
        return all;
      }
      page = server.get(token, path + "&cursor=" + page.text("next_cursor"));
    }
  }

  static long number(JsonObject object, String name) {
    return ((JsonNumber) object.get(name)).asLong();
  }

  private static Instant since(JsonObject event) {
    var time = Instant.parse(event.text("event_time"));
    var seen = Instant.parse(event.text("visible_time"));
    return time.isAfter(seen) ? seen : time;
  }

  private static boolean isMessage(JsonObject event) {
    return Set.of("user_message", "assistant_message").contains(event.text("event_type"));
  }

  // ── what ought to be found ──

  boolean admits(Asker asker, Thing thing) {
    var reading = new Reading(clock.instant(), true, asker.asAdmin(), false);
    var guarded = new Guarded(tenant, EnvelopeJson.read(thing.access()), false);
    return AccessRule.judge(asker.caller(), guarded, reading).allows();
  }

  Expected expected(
      Collection<Thing> things,
      Asker asker,
      Map<FilterField, Set<String>> fields,
      @Nullable Instant from) {
    var allowed = asker.caller().allowedAgents();
    var left =
        things.stream()
            .filter(thing -> admits(asker, thing))
            .filter(
                thing ->
                    allowed == null
                        || agentOf(thing) == null
                        || allowed.contains(new AgentId(agentOf(thing))))
            .toList();
    var removed = new LinkedHashMap<String, Long>();
    for (var field : FilterField.values()) {
      var values = fields.get(field);
      if (values == null && field == FilterField.OBJECT_TYPES) {
        values = USUAL_TYPES;
      }
      if (values == null && field == FilterField.LIFECYCLES) {
        values = USUAL_LIVES;
      }
      if (values != null) {
        var wanted = values;
        var next =
            left.stream()
                .filter(thing -> valuesOf(thing, field).stream().anyMatch(wanted::contains))
                .toList();
        removed.put(field.wireName(), (long) left.size() - next.size());
        left = next;
      }
    }
    if (from != null) {
      var next = left.stream().filter(thing -> !thing.time().isBefore(from)).toList();
      removed.put("time_window", (long) left.size() - next.size());
      left = next;
    }
    return new Expected(
        left.stream().map(Thing::ref).collect(Collectors.toCollection(TreeSet::new)), removed);
  }

  private static @Nullable String agentOf(Thing thing) {
    return thing.fields().text(thing.type().equals("artifact") ? "owner_agent_id" : "agent_id");
  }

  private static List<String> valuesOf(Thing thing, FilterField field) {
    var access = thing.access();
    return switch (field) {
      case OBJECT_TYPES -> List.of(thing.type());
      case MEMORY_TYPES -> some(thing.fields().text("memory_type"));
      case ENTITY_TYPES -> List.of(); // nobody submits payloads here
      case SCOPES ->
          List.of(
              switch (thing.type()) {
                case "event" -> thing.isMessage() ? "messages" : "signals";
                case "memory" -> "memory";
                case "artifact" -> "artifacts";
                default -> "signals";
              });
      case AGENT_IDS -> some(agentOf(thing));
      case SESSION_IDS -> some(thing.fields().text("session_id"));
      case WORKSPACE_IDS -> some(access.text("workspace_id"));
      case PROJECT_IDS -> some(access.text("project_id"));
      case TEAM_IDS -> some(access.text("team_id"));
      case OWNERS -> List.of(access.text("owner_kind") + ":" + access.text("owner_id"));
      case SOURCE_KINDS ->
          thing.type().equals("artifact")
              ? List.of("artifact")
              : thing.isMessage() ? List.of("message") : List.of();
      case TAGS -> texts(access, "tags");
      case LIFECYCLES -> List.of(thing.lifecycle());
      case LANG ->
          access.text("lang") == null ? List.of() : List.of(access.text("lang").substring(0, 2));
    };
  }

  private static List<String> some(@Nullable String value) {
    return value == null ? List.of() : List.of(value);
  }

  // ── narrowing ──

  /// One to four filters that the asker may use.
  Map<FilterField, Set<String>> drawFilters(Asker asker) {
    var fields = new EnumMap<FilterField, Set<String>>(FilterField.class);
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      var field = oneOf(List.of(FilterField.values()));
      var values = new LinkedHashSet<String>();
      for (int j = 0; j <= random.nextInt(3); j++) {
        values.add(value(field));
      }
      fields.put(field, values);
    }
    var allowed = asker.caller().allowedAgents();
    if (allowed != null && fields.containsKey(FilterField.AGENT_IDS)) {
      fields.put(FilterField.AGENT_IDS, Set.of(allowed.iterator().next().value()));
    }
    if (fields.containsKey(FilterField.LANG) || !fields.containsKey(FilterField.OBJECT_TYPES)) {
      // the lists do not tell the language of the others
      fields.put(
          FilterField.OBJECT_TYPES,
          fields.containsKey(FilterField.LANG) ? Set.of("event", "memory") : Set.copyOf(TYPES));
    }
    return fields;
  }

  private String value(FilterField field) {
    return switch (field) {
      case OBJECT_TYPES -> oneOf(TYPES);
      case MEMORY_TYPES -> oneOf(List.of("episodic", "semantic", "procedural"));
      case ENTITY_TYPES -> oneOf(List.of("company", "person"));
      case SCOPES -> oneOf(List.of("memory", "messages", "signals", "artifacts", "docs"));
      case AGENT_IDS -> "agt_" + random.nextInt(3);
      case SESSION_IDS -> "ses_" + random.nextInt(5);
      case WORKSPACE_IDS -> "ws_" + random.nextInt(3);
      case PROJECT_IDS -> "prj_" + random.nextInt(3);
      case TEAM_IDS -> "team_" + random.nextInt(3);
      case OWNERS -> oneOf(OWNERS);
      case SOURCE_KINDS -> oneOf(List.of("message", "artifact", "web"));
      case TAGS -> "tag_" + random.nextInt(4);
      case LIFECYCLES -> oneOf(List.of("active", "stale", "archived", "retracted"));
      case LANG -> oneOf(List.of("en", "uk", "de"));
    };
  }

  /// The words of a question that is narrowed so.
  static List<String> words(Map<FilterField, Set<String>> fields) {
    var said = new ArrayList<String>();
    fields.forEach(
        (field, values) ->
            said.add(
                "'%s':[%s]"
                    .formatted(
                        field.wireName(),
                        values.stream()
                            .map(
                                value ->
                                    field == FilterField.OWNERS
                                        ? "{'owner_kind':'%s','owner_id':'%s'}"
                                            .formatted((Object[]) value.split(":", 2))
                                        : "'" + value + "'")
                            .collect(Collectors.joining(",")))));
    return said;
  }
}
