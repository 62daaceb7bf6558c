package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.Iso8601;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.Lifecycle;
import dev.quipu.model.object.StateType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells why an agent does not get on: what its states say, as far as the caller sees them.
/// Thread-safe.
public final class Obstacles {

  private static final Set<String> HELD_UP = Set.of("blocked", "waiting", "failed");
  private static final Set<String> OVER = Set.of("completed", "failed");
  private static final int PORTION = 200;

  private final Reads reads;
  private final int max;

  public Obstacles(ReadPorts ports) {
    this.reads = new Reads(ports);
    this.max = ports.limits().maxPage();
  }

  /// A state that holds an agent up.
  ///
  /// @param why for people
  public record Obstacle(ObjectView state, String why) {}

  /// What holds an agent up, at most a full page of it.
  public Answer<List<Obstacle>> of(Caller caller, ObjectRef agent, ReadTime time) {
    var reasons = new ArrayList<Verdict>();
    var answer =
        reads.<@Nullable Answer<List<Obstacle>>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var point = new Standpoint(snapshot, at, caller, reading);
              var view = point.view(snapshot.object(agent, at));
              if (view == null && !isMentioned(agent, point)) {
                return null;
              }
              if (view != null) {
                reasons.add(view.reason());
              }
              return new Answer<>(new Search(point).of(agent), at);
            });
    if (answer == null) {
      throw agent.type().absent();
    }
    answer.value().forEach(obstacle -> reasons.add(obstacle.state().reason()));
    reads.noteAll(caller, reasons, "blocked/" + agent);
    return answer;
  }

  /// Whether the caller sees something that names the agent. Its record may be another's, who used
  /// the name first.
  private static boolean isMentioned(ObjectRef agent, Standpoint point) {
    var fields = Map.of("agent_id", agent.id());
    return Stream.of(ObjectType.SESSION, ObjectType.STATE, ObjectType.MEMORY)
            .map(type -> new Listed(point, new ObjectListing(type, fields, null, 1)))
            .anyMatch(list -> list.next() != null)
        || point
            .snapshot()
            .events(
                new EventListing(
                    LogPosition.START, point.at().asKnownAt(), fields, null, null, false, 1))
            .stream()
            .anyMatch(entry -> point.judge(entry).allows());
  }

  private final class Search {

    private final Standpoint point;
    private final List<Obstacle> found = new ArrayList<>();
    private final Map<String, Boolean> over = new HashMap<>();
    private final Set<String> looked = new HashSet<>();
    private JsonObject budget = JsonObject.EMPTY;

    Search(Standpoint point) {
      this.point = point;
    }

    List<Obstacle> of(ObjectRef agent) {
      for (var type :
          List.of(StateType.FAILURE_MARKER, StateType.EXECUTION_STATUS, StateType.TOOL_STACK)) {
        lookAt(Map.of("agent_id", agent.id(), "state_type", type.wireName()));
      }
      for (var status : List.of("running", "paused")) {
        var sessions = listed(ObjectType.SESSION, Map.of("agent_id", agent.id(), "status", status));
        for (var session = sessions.next();
            session != null && hasRoom();
            session = sessions.next()) {
          budgets(session.stored());
        }
      }
      return found;
    }

    /// Of a session and of those above it, whose budgets it spends too, whether they are over or
    /// not.
    private void budgets(StoredObject session) {
      var type = StateType.BUDGET_STATE.wireName();
      var owner = session.object().envelope().owner();
      var next = session;
      for (int depth = 0; next != null && depth < Limits.DEEPEST_SESSION; depth++) {
        var id = next.object().ref().id();
        budget = next.version().body();
        if (looked.add(id)) {
          over.put(id, false);
          lookAt(Map.of("session_id", id, "state_type", type));
        }
        var parent = budget.text("parent_session_id");
        next =
            parent != null
                    && point.find(new ObjectRef(ObjectType.SESSION, parent))
                        instanceof Node.Stored(var above, var _)
                    && above.object().envelope().owner().equals(owner)
                ? above
                : null;
      }
    }

    private boolean hasRoom() {
      return found.size() < max;
    }

    private void lookAt(Map<String, String> fields) {
      var states = listed(ObjectType.STATE, fields);
      for (var state = states.next(); state != null && hasRoom(); state = states.next()) {
        var body = state.stored().version().body();
        var why =
            Lifecycle.of(body) == Lifecycle.ACTIVE && !isOver(body.text("session_id"))
                ? why(body, budget, point.at().asOf())
                : null;
        if (why != null) {
          found.add(new Obstacle(state, why));
        }
      }
    }

    /// What is left of a session that is over holds nobody up. One that the caller does not see
    /// tells it nothing.
    private boolean isOver(@Nullable String session) {
      return session != null && over.computeIfAbsent(session, this::isSeenToBeOver);
    }

    private boolean isSeenToBeOver(String session) {
      return point.find(new ObjectRef(ObjectType.SESSION, session)) instanceof Node.Stored found
          && OVER.contains(String.valueOf(found.stored().version().body().text("status")));
    }

    private Listed listed(ObjectType type, Map<String, String> fields) {
      return new Listed(point, new ObjectListing(type, fields, null, PORTION));
    }
  }

  /// Why a state holds its agent up; null if it does not.
  ///
  /// @param session that its budget is of, if it is one
  private static @Nullable String why(JsonObject state, JsonObject session, Instant asOf) {
    var key = String.valueOf(state.text("state_key"));
    var value = state.get("state_value");
    var type = String.valueOf(state.text("state_type"));
    if (type.equals(StateType.FAILURE_MARKER.wireName())) {
      return value == null || value == JsonNull.NULL ? null : key + " failed";
    }
    if (type.equals(StateType.EXECUTION_STATUS.wireName())) {
      var status = statusOf(value);
      return status != null && HELD_UP.contains(status) ? key + " is " + status : null;
    }
    if (type.equals(StateType.TOOL_STACK.wireName())) {
      return "running".equals(statusOf(value)) ? "waiting for tool " + key : null;
    }
    return value instanceof JsonObject budget
            && budget.get("used") instanceof JsonNumber used
            && budget.get("limit") instanceof JsonNumber limit
            && Math.max(used.asLong(), key.equals("time_ms") ? passed(session, asOf) : 0)
                >= limit.asLong()
        ? "the session's budget of " + limit + " " + key + " is used up"
        : null;
  }

  /// Milliseconds since a session began.
  private static long passed(JsonObject session, Instant asOf) {
    var start = session.text("start_ts");
    var begin = start == null ? null : Iso8601.parse(start);
    return begin == null ? 0 : Duration.between(begin, asOf).toMillis();
  }

  private static @Nullable String statusOf(@Nullable Json value) {
    return switch (value) {
      case JsonString(var word) -> word;
      case JsonObject object -> object.text("status");
      case null, default -> null;
    };
  }
}
