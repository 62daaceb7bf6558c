package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The point on the two clocks that a caller asked for: `as_of` and `as_known_at`, each of which
/// may be left out.
///
/// @param after a position that the log has to have come to before anything is read; null = as it
///   is
public record ReadTime(
    @Nullable Instant asOf, @Nullable KnownAt asKnownAt, @Nullable LogPosition after) {

  public static final ReadTime NOW = new ReadTime(null, null);

  public ReadTime(@Nullable Instant asOf, @Nullable KnownAt asKnownAt) {
    this(asOf, asKnownAt, null);
  }

  /// A point that is known exactly.
  public static ReadTime known(At at) {
    return new ReadTime(at.asOf(), new KnownAt.Position(at.asKnownAt()));
  }

  /// What was known: at a place in the log, or at a time.
  public sealed interface KnownAt {

    record Position(LogPosition position) implements KnownAt {}

    record Time(Instant time) implements KnownAt {}
  }

  /// Settles the point against the head that is read. `as_known_at` alone means: as it looked then.
  ///
  /// Nobody can tell what will be known: a position behind the head is refused, and so is a time
  /// ahead of our clock, unless the caller's clock may just be a little ahead of ours.
  At resolve(Snapshot snapshot, Instant clock, Duration skew) {
    var head = snapshot.head();
    // After a clock that stepped back, what was just written still counts as past.
    var now = clock.isBefore(head.visibleTime()) ? head.visibleTime() : clock;
    var position =
        switch (asKnownAt) {
          case null -> head.position();
          case KnownAt.Position(var given) when given.isAfter(head.position()) ->
              throw new Invalid(
                  "/as_known_at",
                  "position.future",
                  "The log ends at position " + head.position() + "; ask for one up to there.");
          case KnownAt.Position(var given) -> given;
          case KnownAt.Time(var time) when time.isAfter(now.plus(skew)) ->
              throw new Invalid(
                  "/as_known_at", "time.future", "Ask for a time up to now, or leave it out.");
          case KnownAt.Time(var time) -> snapshot.positionAt(time);
        };
    if (asKnownAt == null) {
      return new At(asOf == null ? now : asOf, position);
    }
    if (asOf != null) {
      return new At(asOf, position);
    }
    var then = snapshot.visibleTimeOf(position);
    return new At(then == null ? Instant.EPOCH : then, position);
  }

  /// The time that `as_known_at` was asked for by; null if by none.
  @Nullable Instant asked() {
    return asKnownAt instanceof KnownAt.Time(var time) ? time : null;
  }

  /// Whether what was asked for is the point that a list is pinned to; what was left out agrees
  /// with any.
  boolean agreesWith(Cursors.Cursor pinned, Snapshot snapshot) {
    var position = pinned.at().asKnownAt();
    boolean known =
        switch (asKnownAt) {
          case null -> true;
          case KnownAt.Position(var given) -> given.equals(position);
          case KnownAt.Time(var given) ->
              given.equals(pinned.asked()) || snapshot.positionAt(given).equals(position);
        };
    return known && (asOf == null || asOf.equals(pinned.at().asOf()));
  }
}
