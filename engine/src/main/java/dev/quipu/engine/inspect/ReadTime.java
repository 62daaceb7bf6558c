package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The point on the two clocks that a caller asked for: `as_of` and `as_known_at`, each of which
/// may be left out.
public record ReadTime(@Nullable Instant asOf, @Nullable KnownAt asKnownAt) {

  public static final ReadTime NOW = new ReadTime(null, null);

  /// What was known: at a place in the log, or at a time.
  public sealed interface KnownAt {

    record Position(LogPosition position) implements KnownAt {}

    record Time(Instant time) implements KnownAt {}
  }

  /// Settles the point against the head that is read. `as_known_at` alone means: as it looked then.
  At resolve(Snapshot snapshot, Instant clock) {
    var head = snapshot.head();
    if (asKnownAt == null) {
      // After a clock that stepped back, what was just written still counts as past.
      var now = clock.isBefore(head.visibleTime()) ? head.visibleTime() : clock;
      return new At(asOf == null ? now : asOf, head.position());
    }
    var position =
        switch (asKnownAt) {
          case KnownAt.Position(var given) -> given;
          case KnownAt.Time(var time) -> snapshot.positionAt(time);
        };
    if (position.isAfter(head.position())) {
      throw new Invalid(
          "/as_known_at",
          "position.future",
          "The log ends at position " + head.position() + "; ask for one up to there.");
    }
    if (asOf != null) {
      return new At(asOf, position);
    }
    var then = snapshot.visibleTimeOf(position);
    return new At(then == null ? Instant.EPOCH : then, position);
  }

  /// Whether what was asked for is the point that a list is pinned to; what was left out agrees
  /// with any.
  boolean agreesWith(At pinned, Snapshot snapshot) {
    boolean known =
        switch (asKnownAt) {
          case null -> true;
          case KnownAt.Position(var given) -> given.equals(pinned.asKnownAt());
          // A time ahead of the clock means the head, which may have moved on since the first page.
          case KnownAt.Time(var given) -> !pinned.asKnownAt().isAfter(snapshot.positionAt(given));
        };
    return known && (asOf == null || asOf.equals(pinned.asOf()));
  }
}
