package dev.quipu.testkit.history;

import dev.quipu.engine.compile.Command;
import dev.quipu.model.access.AccessDraft;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventDraft;
import dev.quipu.model.view.VersionTag;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A command whose times are told from now, since a history is drawn before its clock runs.
public sealed interface Plan {

  /// Something happened.
  ///
  /// @param ago how long ago it happened; negative = ahead; null = nothing is said
  record Say(EventDraft draft, @Nullable Duration ago) implements Plan {}

  record Make(ObjectType type, JsonObject fields, AccessDraft access) implements Plan {}

  /// Something changed.
  ///
  /// @param ago from when on it holds; negative = later; null = nothing is said
  record Alter(ObjectRef ref, JsonObject patch, @Nullable Integer ifVersion, @Nullable Duration ago)
      implements Plan {}

  record Remove(ObjectRef ref, @Nullable Integer ifVersion) implements Plan {}

  record Undo(ObjectRef ref) implements Plan {}

  /// Some time before now. Every other time is a full hour, so that some meet to the microsecond.
  static Instant before(Instant now, Duration ago) {
    var exactly = now.minus(ago);
    return ago.toSeconds() % 2 == 0 ? exactly : exactly.truncatedTo(ChronoUnit.HOURS);
  }

  private static @Nullable Set<VersionTag> only(@Nullable Integer version) {
    return version == null ? null : Set.of(VersionTag.of(version));
  }

  default Command at(Instant now) {
    return switch (this) {
      case Say(var d, var ago) ->
          new Command.Append(
              new EventDraft(
                  d.eventId(),
                  d.workspaceId(),
                  d.agentId(),
                  d.sessionId(),
                  d.eventType(),
                  ago == null ? null : before(now, ago),
                  d.logicalTs(),
                  d.parentEventId(),
                  d.causalRefs(),
                  d.payload(),
                  d.source(),
                  d.importance(),
                  d.version(),
                  d.access(),
                  d.contentHash()));
      case Make(var type, var fields, var access) -> new Command.Create(type, fields, access);
      case Alter(var ref, var patch, var version, var ago) ->
          new Command.Patch(ref, patch, only(version), ago == null ? null : before(now, ago));
      case Remove(var ref, var version) -> new Command.Delete(ref, only(version));
      case Undo(var ref) -> new Command.Restore(ref);
    };
  }
}
