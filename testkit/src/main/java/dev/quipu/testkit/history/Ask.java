package dev.quipu.testkit.history;

import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A question that somebody puts to a memory, at some point of the two clocks. Lists are asked for
/// page by page.
public sealed interface Ask {

  Person who();

  record One(Person who, ObjectRef ref, When when) implements Ask {}

  record Many(Person who, ObjectType type, Map<String, String> fields, When when, int page)
      implements Ask {}

  record Versions(Person who, ObjectRef ref, When when, int page) implements Ask {}

  record Edges(
      Person who, ObjectRef node, Set<Direction> directions, Set<String> types, When when, int page)
      implements Ask {}

  record OneEvent(Person who, EventId event, When when) implements Ask {}

  record ManyEvents(
      Person who, Map<String, String> fields, boolean newestFirst, When when, int page)
      implements Ask {}

  /// A point of the two clocks, told from now and in parts of the log, since questions are drawn
  /// before there is one.
  ///
  /// @param asOf null = nothing is said
  /// @param known as_known_at
  record When(@Nullable AsOf asOf, Known known) {

    ReadTime at(Instant now, LogPosition head) {
      return new ReadTime(
          switch (asOf) {
            case null -> null;
            case AsOf.Ago(var time) -> Plan.before(now, time);
            case AsOf.Exactly(var time) -> time;
          },
          switch (known) {
            case Known.Latest() -> null;
            case Known.Part(var percent) ->
                new ReadTime.KnownAt.Position(new LogPosition(head.value() * percent / 100));
            case Known.Exactly(var position) -> new ReadTime.KnownAt.Position(position);
            case Known.Ago(var time) -> new ReadTime.KnownAt.Time(now.minus(time));
          });
    }
  }

  /// What was true by then.
  sealed interface AsOf {

    record Ago(Duration time) implements AsOf {}

    record Exactly(Instant time) implements AsOf {}
  }

  /// What was known by then.
  sealed interface Known {

    record Latest() implements Known {}

    /// More than 100 is beyond the end of the log.
    record Part(int percent) implements Known {}

    record Exactly(LogPosition position) implements Known {}

    record Ago(Duration time) implements Known {}
  }
}
