package dev.quipu.bench.crash;

import dev.quipu.bench.child.Call;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// What one writer does: every way of writing that the server knows, in a random order.
public final class Attempts {

  static final String EVENTS = "/v1/events";

  private final String writer;
  private final Random random;
  private int made;

  /// @param writer a name that no other writer of the campaign has
  public Attempts(String writer, long seed) {
    this.writer = writer;
    this.random = new Random(seed);
  }

  /// The object that this writer changes.
  public String agent() {
    return "agt_" + writer;
  }

  public Attempt next() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> single(Naming.NONE);
      case 2 -> single(Naming.EVENT_ID);
      case 3 -> single(Naming.KEY);
      case 4 -> batch(true, random.nextBoolean() ? Naming.KEY : Naming.NONE);
      case 5 -> batch(false, Naming.values()[random.nextInt(3)]);
      case 6, 7 -> lines(Naming.values()[random.nextInt(3)]);
      default -> patch();
    };
  }

  /// How a repetition is told from something new.
  private enum Naming {
    NONE,
    EVENT_ID,
    KEY
  }

  private Attempt single(Naming naming) {
    var mark = mark();
    var call = Call.post(EVENTS, event(mark, naming), key(mark, naming));
    return new Attempt(call, List.of(mark), true, naming != Naming.NONE);
  }

  private Attempt batch(boolean atomic, Naming naming) {
    var marks = marks(1 + random.nextInt(5));
    var body =
        JsonObject.of("events", new JsonArray(events(marks, naming)), "atomic", Json.of(atomic));
    var call = Call.post(EVENTS, body, key(marks.getFirst(), naming));
    return new Attempt(call, marks, atomic, naming != Naming.NONE);
  }

  private Attempt lines(Naming naming) {
    var marks = marks(1 + random.nextInt(40));
    var call = Call.lines(EVENTS, events(marks, naming), key(marks.getFirst(), naming));
    return new Attempt(call, marks, false, naming != Naming.NONE);
  }

  private Attempt patch() {
    var mark = mark();
    var call =
        Call.patch("/v1/objects/agent/" + agent(), JsonObject.of("agent_type", Json.of(mark)));
    return new Attempt(call, List.of(mark), true, false);
  }

  private List<Json> events(List<String> marks, Naming naming) {
    return marks.stream().<Json>map(mark -> event(mark, naming)).toList();
  }

  private JsonObject event(String mark, Naming naming) {
    var event =
        JsonObject.of(
            "event_type", Json.of("message"),
            "agent_id", Json.of(agent()),
            "session_id", Json.of("ses_" + writer),
            "payload",
                JsonObject.of(
                    "mark", Json.of(mark), "text", Json.of("x".repeat(random.nextInt(2_000)))));
    return naming == Naming.EVENT_ID ? event.with("event_id", Json.of("evt_" + mark)) : event;
  }

  private static @Nullable String key(String mark, Naming naming) {
    return naming == Naming.KEY ? "key_" + mark : null;
  }

  private List<String> marks(int count) {
    var marks = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      marks.add(mark());
    }
    return marks;
  }

  private String mark() {
    return "mark_" + writer + "_" + made++;
  }
}
