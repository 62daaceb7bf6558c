package dev.quipu.server.rest;

import dev.quipu.engine.Engine;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.server.http.Reply;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How a write to an object is answered: by the object as it is then.
record AfterWrite(Engine engine) {

  /// As known right after the write.
  static ReadTime at(Receipt receipt, @Nullable Instant asOf) {
    return new ReadTime(asOf, new ReadTime.KnownAt.Position(receipt.position()));
  }

  /// After a change, which may have changed nothing: then what is wanted was done long ago, and the
  /// object is shown as it is.
  Reply shown(Caller caller, ObjectRef ref, Receipt receipt, @Nullable Instant asOf) {
    var time =
        receipt.status() == Receipt.Status.DUPLICATE ? new ReadTime(asOf, null) : at(receipt, asOf);
    return Idempotency.marked(shown(200, caller, ref, receipt, time), receipt);
  }

  /// The object at a time when what was wanted is done: if its writer may not look at it, it is
  /// told so much and no more.
  Reply shown(int status, Caller caller, ObjectRef ref, Receipt receipt, ReadTime time) {
    try {
      var answer = engine.inspect().object(caller, ref, time);
      return placed(ObjectShapes.reply(status, answer), receipt);
    } catch (NotFound | Forbidden e) {
      return untold(status, ref, receipt);
    }
  }

  /// For a writer that may not look at what it has written.
  static Reply untold(int status, ObjectRef ref, Receipt receipt) {
    return placed(Answers.json(status, made(ref, receipt.position())), receipt);
  }

  /// The answer with the place of the write.
  static Reply placed(Reply reply, Receipt receipt) {
    return reply.with(EventRoutes.LOG_POSITION, receipt.position().toString());
  }

  private static JsonObject made(ObjectRef ref, LogPosition position) {
    return JsonObject.of(
        "object_type", Json.of(ref.type().wireName()),
        "object_id", Json.of(ref.id()),
        "position", Json.of(position.value()));
  }
}
