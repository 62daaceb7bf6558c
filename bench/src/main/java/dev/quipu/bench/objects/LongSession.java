package dev.quipu.bench.objects;

import dev.quipu.bench.ingest.Messages;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.Engine;
import dev.quipu.engine.ingest.Outcome;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.SessionId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.object.DerivedId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.stream.IntStream;

/// A session of messages. Every fifth of them supports the first one, which so becomes a hub, and
/// moves a state on by a version.
///
/// @param hub the memory of the first message
/// @param state what was moved on
record LongSession(SessionId session, int events, ObjectRef hub, ObjectRef state) {

  private static final int EVERY = 5;
  private static final int BATCH = 2_000;

  static LongSession write(Engine engine, String name, int events, Progress progress) {
    var session = new SessionId(name);
    var hub = DerivedId.memoryOf(event(session, 0));
    var states = new ArrayList<ObjectRef>();
    for (int from = 0; from < events; from += BATCH) {
      progress.say("events of " + name, from, events);
      var batch =
          IntStream.range(from, Math.min(from + BATCH, events))
              .mapToObj(number -> message(session, hub, number))
              .toList();
      for (var outcome : engine.ingest().submitEach(Messages.WRITER, batch, null, 0)) {
        if (!(outcome instanceof Outcome.Written(Receipt receipt))) {
          throw new IllegalStateException("a message was not written: " + outcome);
        }
        receipt.objects().stream()
            .map(effect -> effect.object())
            .filter(ref -> ref.type() == ObjectType.STATE && states.isEmpty())
            .forEach(states::add);
      }
    }
    return new LongSession(session, events, hub, states.getFirst());
  }

  /// The memory of one of the messages.
  ObjectRef memory(int number) {
    return DerivedId.memoryOf(event(session, number));
  }

  private static EventId event(SessionId session, int number) {
    return new EventId(session.value() + "." + number);
  }

  private static Submission message(SessionId session, ObjectRef hub, int number) {
    var payload = JsonObject.of("text", Json.of("Message " + number + " about the weather."));
    if (number > 0 && number % EVERY == 0) {
      payload = payload.with("state", state(number)).with("edges", JsonArray.of(supporting(hub)));
    }
    var event = event(session, number);
    var hash = Hash.of(event.value().getBytes(StandardCharsets.UTF_8));
    return Messages.saying(event, session, payload, hash);
  }

  private static JsonObject state(int number) {
    return JsonObject.of(
        "type", Json.of("blackboard"), "key", Json.of("count"), "value", Json.of(number));
  }

  private static JsonObject supporting(ObjectRef hub) {
    return JsonObject.of(
        "edge_type", Json.of("supports"),
        "dst_type", Json.of(hub.type().wireName()),
        "dst_object_id", Json.of(hub.id()));
  }
}
