package dev.quipu.model.view;

import dev.quipu.model.access.Audience;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.List;

/// What a rule may ask about the past. The type parameter is the answer's type; no answer is null.
///
/// "Believed" means: not closed on the system clock.
public sealed interface FactKey<T> {

  /// The line of the log with this event id.
  record LineOf(EventId event) implements FactKey<LogLine> {}

  /// The line of the log at this position.
  record LineAt(LogPosition position) implements FactKey<LogLine> {}

  record ObjectOf(ObjectRef ref) implements FactKey<ObjectRow> {}

  record VersionOf(ObjectRef ref, int version) implements FactKey<VersionRow> {}

  /// The believed rectangle whose valid interval contains the instant.
  record SpanAt(ObjectRef ref, Instant instant) implements FactKey<SpanRow> {}

  /// The believed rectangle that begins first after the instant.
  record SpanAfter(ObjectRef ref, Instant instant) implements FactKey<SpanRow> {}

  /// The believed rectangle that ends last, of those that end at the instant or before.
  record SpanBefore(ObjectRef ref, Instant instant) implements FactKey<SpanRow> {}

  /// The tombstone in force.
  record TombstoneOn(ObjectRef ref) implements FactKey<TombstoneRow> {}

  /// Whether some version of the object is already listed under this value.
  record Listed(ListKeyRow row) implements FactKey<Boolean> {}

  /// The first object that was ever listed under this value.
  record FirstWith(ObjectType type, String field, String value) implements FactKey<ObjectRef> {}

  /// All objects that were ever listed under this value, in the order of their making; an empty
  /// list if there are none.
  record AllWith(ObjectType type, String field, String value) implements FactKey<List<ObjectRef>> {}

  /// Whether the audience's tokens are already written down.
  record AudienceKnown(Audience audience) implements FactKey<Boolean> {}

  record CounterOf(ObjectType kind) implements FactKey<CounterRow> {}

  /// The edges of a type that leave or reach a node, deleted ones included; an empty list if there
  /// are none.
  record EdgesOf(ObjectRef node, Direction direction, String edgeType)
      implements FactKey<List<AdjacentRow>> {}
}
