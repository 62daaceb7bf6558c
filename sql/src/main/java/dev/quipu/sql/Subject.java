package dev.quipu.sql;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.ViewRow;
import java.util.List;

/// What a row says something about, and a question asks about: a question has to be asked again, or
/// to wait, only if a row with the same subject was put.
///
/// @param space 0 for what is not in a space
record Subject(long space, Object about) {

  static List<Subject> of(LogLine line) {
    var position = new Subject(0, line.position());
    var event = line.eventId();
    return event == null ? List.of(position) : List.of(position, new Subject(0, event));
  }

  static List<Subject> of(long space, ViewRow row) {
    return switch (row) {
      case ViewRow.ObjectRow object -> List.of(new Subject(space, object.ref()));
      case ViewRow.VersionRow version -> List.of(new Subject(space, version.ref()));
      case ViewRow.SpanRow span -> List.of(new Subject(space, span.ref()));
      case ViewRow.TombstoneRow tombstone -> List.of(new Subject(space, tombstone.ref()));
      case ViewRow.ListKeyRow key -> {
        var first = new FactKey.FirstWith(key.ref().type(), key.field(), key.value());
        yield List.of(new Subject(space, key), new Subject(space, first));
      }
      case ViewRow.AudienceRow audience -> List.of(new Subject(space, audience.audience()));
      case ViewRow.CounterRow counter -> List.of(new Subject(space, counter.kind()));
      case ViewRow.AdjacentRow adjacent ->
          List.of(new Subject(space, new EdgesAt(adjacent.node())));
    };
  }

  static Subject of(long space, FactKey<?> asked) {
    return switch (asked) {
      case FactKey.LineOf(var event) -> new Subject(0, event);
      case FactKey.LineAt(var position) -> new Subject(0, position);
      case FactKey.ObjectOf(var ref) -> new Subject(space, ref);
      case FactKey.VersionOf(var ref, _) -> new Subject(space, ref);
      case FactKey.SpanAt(var ref, _) -> new Subject(space, ref);
      case FactKey.SpanAfter(var ref, _) -> new Subject(space, ref);
      case FactKey.SpanBefore(var ref, _) -> new Subject(space, ref);
      case FactKey.TombstoneOn(var ref) -> new Subject(space, ref);
      case FactKey.Listed(var row) -> new Subject(space, row);
      case FactKey.FirstWith first -> new Subject(space, first);
      case FactKey.AllWith(var type, var field, var value) ->
          new Subject(space, new FactKey.FirstWith(type, field, value));
      case FactKey.AudienceKnown(var audience) -> new Subject(space, audience);
      case FactKey.CounterOf(var kind) -> new Subject(space, kind);
      case FactKey.EdgesOf(var node, _, _) -> new Subject(space, new EdgesAt(node));
    };
  }

  /// The edges at a node, of any type.
  private record EdgesAt(ObjectRef node) {}
}
