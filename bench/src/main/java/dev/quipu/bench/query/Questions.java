package dev.quipu.bench.query;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.engine.query.Question;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.server.rest.AnswerShapes;
import dev.quipu.wire.JsonWriter;
import java.time.Duration;
import java.util.Map;

/// Asks an engine as the server does, up to the bytes of the answer.
record Questions(Engine engine) {

  private static final JsonWriter JSON = new JsonWriter();
  private static final int TOP = 10;

  byte[] whole(Caller caller, String text) {
    return answer(caller, text, false);
  }

  byte[] objectsOnly(Caller caller, String text) {
    return answer(caller, text, true);
  }

  private byte[] answer(Caller caller, String text, boolean objectsOnly) {
    var evidence = engine.ask().ask(caller, question(text, objectsOnly));
    return JSON.compact(AnswerShapes.json("qry_bench", evidence, false));
  }

  /// How many documents have one of the words.
  long visited(Caller caller, String text) {
    return engine.ask().ask(caller, question(text, true)).search().visited();
  }

  private static Question question(String text, boolean objectsOnly) {
    return new Question(
        text,
        TOP,
        Map.of(),
        null,
        null,
        ReadTime.NOW,
        null,
        null,
        false,
        false,
        objectsOnly,
        null,
        null);
  }

  /// Waits until the index has come to a position.
  void await(TenantId tenant, LogPosition position) throws InterruptedException {
    if (!engine.indexing().await(tenant, position, Duration.ofMinutes(30))) {
      throw new IllegalStateException("the index does not follow");
    }
  }
}
