package dev.quipu.testkit.history;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Acl;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.ProjectId;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.log.EventType;
import dev.quipu.model.log.Hash;
import dev.quipu.model.object.DerivedId;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.testkit.history.Act.Way;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/// Draws acts. Names come from small pools, so that acts meet.
final class ActDraw {

  static final List<String> ROLES = List.of("writer", "editor", "judge");
  static final List<String> STATE_TYPES = List.of("blackboard", "current_plan");
  static final List<String> EDGE_TYPES = List.of("supports", "updates", "PART_OF");

  private final Random random;

  ActDraw(Random random) {
    this.random = random;
  }

  Act act() {
    int dice = random.nextInt(100);
    if (dice < 12) {
      return new Act.Wait(pause());
    }
    if (dice < 17) {
      return new Act.Again(random.nextInt(6));
    }
    if (dice < 19) {
      return new Act.ChangeKey(oneOf(Person.CAST));
    }
    if (dice < 20) {
      return new Act.ChangeTenant(oneOf(Person.TENANTS), oneOf(DefaultVisibility.values()));
    }
    int count = dice < 90 ? 1 : 2 + random.nextInt(5);
    var plans = Stream.generate(this::plan).limit(count).toList();
    var key = chance(15) ? "key_" + random.nextInt(4) : null;
    return new Act.Write(person(), plans, oneOf(Way.values()), random.nextLong(), key);
  }

  /// Mostly of the first tenant, and mostly those who own much: what happens should meet.
  Person person() {
    int dice = random.nextInt(100);
    if (dice < 35) {
      return Person.CAST.get(1);
    }
    if (dice < 50) {
      return Person.CAST.getFirst();
    }
    return Person.CAST.get(random.nextInt(chance(70) ? 8 : Person.CAST.size()));
  }

  private Duration pause() {
    return switch (random.nextInt(10)) {
      case 0 -> Duration.ofSeconds(-random.nextInt(600));
      case 1 -> chance(15) ? Duration.ofHours(25) : Duration.ofMinutes(5);
      case 2 -> Duration.ofNanos(1000L * random.nextInt(5));
      default -> Duration.ofSeconds(random.nextInt(120));
    };
  }

  private Plan plan() {
    int dice = random.nextInt(100);
    if (dice < 40) {
      return new Plan.Say(event(), chance(50) ? ago() : null);
    }
    if (dice < 60) {
      var type =
          chance(50)
              ? ObjectType.EDGE
              : oneOf(ObjectType.AGENT, ObjectType.SESSION, ObjectType.USER);
      return new Plan.Make(type, fields(type), access());
    }
    var ref = chance(50) ? node() : ref();
    var version = chance(25) ? 1 + random.nextInt(3) : null;
    if (dice < 87) {
      return new Plan.Alter(ref, patch(ref.type()), version, chance(60) ? ago() : null);
    }
    return dice < 92 ? new Plan.Remove(ref, version) : new Plan.Undo(ref);
  }

  /// Mostly past, some a little ahead, few further ahead than an event may be.
  private Duration ago() {
    return Duration.ofSeconds(random.nextInt(4000) - 400L);
  }

  private EventDraft event() {
    var id = chance(40) ? new EventId("evt_" + random.nextInt(12)) : null;
    var text = oneOf("hello", "good bye");
    var causes =
        Stream.generate(() -> new EventId("evt_" + random.nextInt(12)))
            .limit(chance(20) ? 2 : 0)
            .toList();
    var type = chance(3) ? "quipu.object_deleted" : oneOf("message", "tool_call");
    // The memory of what chance names has a name that follows from that; a state names its event.
    var said = JsonObject.of(id == null ? "note" : "text", Json.of(text));
    var payload = id != null && chance(40) ? said.with("state", state()) : said;
    // What is equal under the same id is a repetition; access takes no part, so that two people can
    // send the same.
    var content = Hash.of((id + type + payload).getBytes(StandardCharsets.UTF_8));
    return new EventDraft(
        id,
        chance(25) ? oneOf(Person.ATTIC, Person.CELLAR) : null,
        chance(50) ? new AgentId(id("agt", 5)) : null,
        chance(50) ? new SessionId(id("ses", 5)) : null,
        new EventType(type),
        null,
        chance(15) ? Long.valueOf(random.nextInt(30)) : null,
        chance(10) ? new EventId("evt_" + random.nextInt(12)) : null,
        causes,
        payload,
        "history",
        oneOf(0.0, 0.5, 1.0),
        1,
        access(),
        content);
  }

  private JsonObject state() {
    return JsonObject.of(
        "type", Json.of(oneOf(STATE_TYPES)),
        "key", Json.of("here"),
        "value", Json.of(random.nextInt(3)));
  }

  private AccessDraft access() {
    return new AccessDraft(
        chance(8) ? new Principal(Principal.Kind.USER, oneOf("alice", "bob", "zoe")) : null,
        chance(70) ? visibility() : null,
        chance(90),
        chance(10) ? Duration.ofSeconds(1 + random.nextInt(600)) : null,
        chance(10) ? new ProjectId("prj_1") : null,
        chance(10) ? Set.of("blue", "green") : Set.of(),
        chance(10) ? "uk" : null);
  }

  private Visibility visibility() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 8, 9 -> new Visibility.Everybody();
      case 3 -> new Visibility.Team(oneOf(Person.RED, Person.BLUE));
      case 4 -> new Visibility.Named(acl());
      case 5 -> new Visibility.ByTeam(oneOf(Person.RED, Person.BLUE));
      case 6 -> new Visibility.ByContract(new ContractId("ctr_none"));
      default -> new Visibility.OwnerOnly();
    };
  }

  private Acl acl() {
    return new Acl(
        chance(50) ? Set.of(oneOf(Person.SCOUT, new AgentId("agt_1"))) : Set.of(),
        chance(30) ? Set.of(Person.RED) : Set.of(),
        chance(30) ? Set.of(Person.EDITOR) : Set.of());
  }

  ObjectRef ref() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> new ObjectRef(ObjectType.AGENT, id("agt", 5));
      case 4, 5, 6 -> new ObjectRef(ObjectType.SESSION, id("ses", 5));
      case 7 ->
          new ObjectRef(ObjectType.USER, oneOf("alice", "bob", "carol", "dora", "user_admin"));
      case 8 -> memory();
      default -> new ObjectRef(ObjectType.EDGE, id("edg", 9));
    };
  }

  private ObjectRef memory() {
    return DerivedId.memoryOf(new EventId("evt_" + random.nextInt(12)));
  }

  private JsonObject fields(ObjectType type) {
    var fields = new LinkedHashMap<String, Json>();
    switch (type) {
      case AGENT -> {
        fields.put("agent_id", Json.of(id("agt", 12)));
        if (chance(20)) {
          fields.put("workspace_id", Json.of(oneOf(Person.ATTIC, Person.CELLAR).value()));
        }
      }
      case SESSION -> {
        fields.put("session_id", Json.of(id("ses", 12)));
        if (chance(50)) {
          fields.put("agent_id", Json.of(id("agt", 5)));
        }
      }
      case USER -> {
        fields.put("user_id", Json.of(oneOf("alice", "bob", "carol", "dora")));
        if (chance(20)) {
          fields.put("user_workspace_id", Json.of(Person.ATTIC.value()));
        }
      }
      default -> {
        fields.put("edge_id", Json.of(id("edg", 30)));
        fields.put("edge_type", Json.of(oneOf(EDGE_TYPES)));
        end("src_type", "src_object_id", fields);
        end("dst_type", "dst_object_id", fields);
      }
    }
    if (chance(60)) {
      fields.putAll(patch(type).members());
    }
    return new JsonObject(fields);
  }

  private void end(String type, String id, Map<String, Json> fields) {
    var ref = node();
    fields.put(type, Json.of(ref.type().wireName()));
    fields.put(id, Json.of(ref.id()));
  }

  /// What edges join: few, so that there are many at one.
  ObjectRef node() {
    return switch (random.nextInt(6)) {
      case 5 -> memory();
      case 0 -> new ObjectRef(ObjectType.EVENT, "evt_" + random.nextInt(12));
      case 1, 2 -> new ObjectRef(ObjectType.SESSION, id("ses", 3));
      default -> new ObjectRef(ObjectType.AGENT, id("agt", 3));
    };
  }

  private JsonObject patch(ObjectType type) {
    var patch = new LinkedHashMap<String, Json>();
    switch (type) {
      case AGENT -> {
        patch.put("role_profile", chance(80) ? Json.of(oneOf(ROLES)) : Json.NULL);
        if (chance(30)) {
          patch.put("status", Json.of(oneOf("active", "inactive")));
        }
        if (chance(20)) {
          patch.put("capability_set", JsonArray.of(Json.of(oneOf(ROLES))));
        }
      }
      case SESSION -> {
        patch.put("goal", Json.of(oneOf(ROLES)));
        if (chance(50)) {
          patch.put("status", Json.of(oneOf("running", "paused", "completed")));
        }
      }
      case USER -> {
        patch.put("user_name", Json.of(oneOf("Al", "Bo")));
        if (chance(50)) {
          patch.put("default_visibility", Json.of(oneOf("private", "public", "confidential")));
        }
      }
      case MEMORY -> patch.put("importance", Json.of(oneOf(0.25, 0.5, 1.0)));
      default -> patch.put("weight", Json.of(oneOf(0.25, 0.5, 1.0)));
    }
    return new JsonObject(patch);
  }

  String id(String prefix, int count) {
    return prefix + "_" + (1 + random.nextInt(count));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
