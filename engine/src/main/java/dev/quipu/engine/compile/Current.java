package dev.quipu.engine.compile;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.SpanAfter;
import dev.quipu.model.view.FactKey.SpanAt;
import dev.quipu.model.view.FactKey.SpanBefore;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.ObjectRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is believed before an entry, without regard to who may see it.
record Current(Facts facts) {

  @Nullable ObjectRow object(ObjectRef ref) {
    return facts.find(new ObjectOf(ref));
  }

  /// Whether there is such an object, and it is not deleted.
  boolean isThere(ObjectRef ref) {
    var object = object(ref);
    return object != null && !isDeleted(object);
  }

  boolean isDeleted(ObjectRow object) {
    return object.everDeleted() && facts.find(new TombstoneOn(object.ref())) != null;
  }

  /// Whether it is there and holds at an instant. An event has no end.
  boolean isInForce(ObjectRef ref, Instant instant) {
    var object = object(ref);
    if (object == null || isDeleted(object)) {
      return false;
    }
    var expiry = object.envelope().expiresAt();
    return (expiry == null || expiry.isAfter(instant))
        && (ref.type() == ObjectType.EVENT || facts.find(new SpanAt(ref, instant)) != null);
  }

  /// Whether it holds at an instant, or is to hold later.
  boolean holdsFrom(ObjectRef ref, Instant instant) {
    return facts.find(new SpanAt(ref, instant)) != null
        || facts.find(new SpanAfter(ref, instant)) != null;
  }

  /// The body in force at an instant, or else the last that was before it; null if there is none.
  @Nullable JsonObject bodyBefore(ObjectRef ref, Instant instant) {
    var here = body(ref, instant);
    var before = here == null ? facts.find(new SpanBefore(ref, instant)) : null;
    var version = before == null ? null : facts.find(new VersionOf(ref, before.version()));
    return version == null ? here : version.body();
  }

  /// The body in force at an instant; null if none is.
  @Nullable JsonObject body(ObjectRef ref, Instant instant) {
    var span = facts.find(new SpanAt(ref, instant));
    var version = span == null ? null : facts.find(new VersionOf(ref, span.version()));
    return version == null ? null : version.body();
  }
}
