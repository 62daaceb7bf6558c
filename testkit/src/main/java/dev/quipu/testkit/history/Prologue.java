package dev.quipu.testkit.history;

import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.testkit.history.Act.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What every history begins with: some things that all know and that Alice owns. Without them most
/// random acts would miss each other.
final class Prologue {

  static final List<Act> ACTS = acts();

  private static final int EACH = 3;

  private Prologue() {}

  private static List<Act> acts() {
    var acts = new ArrayList<Act>();
    for (int n = 1; n <= EACH; n++) {
      acts.add(making(agent(n), n));
      acts.add(new Act.Wait(Duration.ofSeconds(20)));
      acts.add(making(session(n), EACH + n));
    }
    for (int n = 1; n <= EACH; n++) {
      acts.add(making(edge(n), 2 * EACH + n));
    }
    return acts;
  }

  private static Act making(Plan plan, long nonce) {
    return new Act.Write(Person.CAST.get(1), List.of(plan), Way.TOGETHER, nonce, null);
  }

  private static Plan agent(int n) {
    return make(ObjectType.AGENT, JsonObject.of("agent_id", Json.of("agt_" + n)));
  }

  private static Plan session(int n) {
    return make(ObjectType.SESSION, JsonObject.of("session_id", Json.of("ses_" + n)));
  }

  private static Plan edge(int n) {
    return make(
        ObjectType.EDGE,
        JsonObject.of(
            "edge_id", Json.of("edg_" + n),
            "edge_type", Json.of(ActDraw.EDGE_TYPES.get(n - 1)),
            "src_type", Json.of("agent"),
            "src_object_id", Json.of("agt_" + n),
            "dst_type", Json.of("session"),
            "dst_object_id", Json.of("ses_1")));
  }

  private static Plan make(ObjectType type, JsonObject fields) {
    var open = new AccessDraft(null, new Visibility.Everybody(), true, null, null, Set.of(), null);
    return new Plan.Make(type, fields, open);
  }
}
