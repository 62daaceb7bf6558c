package dev.quipu.engine.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Change;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The past as a list of rows and a map of lines: facts that a test can see through.
final class PlainFacts implements Facts {

  private final List<ViewRow> rows = new ArrayList<>();
  private final Map<EventId, LogLine> lines = new HashMap<>();

  void add(LogLine line) {
    lines.put(line.eventId(), line);
  }

  /// What no rule does yet.
  void replace(ViewRow before, ViewRow after) {
    rows.set(rows.indexOf(before), after);
  }

  /// As strict as a storage: what is put must be new, what is replaced must be there.
  void apply(Changes changes) {
    for (var change : changes.changes()) {
      switch (change) {
        case Change.Put(var row) -> {
          assertThat(rows).as("put twice").doesNotContain(row);
          rows.add(row);
        }
        case Change.Replace(var before, var after) -> {
          assertThat(rows).as("replaced without being there").contains(before);
          rows.set(rows.indexOf(before), after);
        }
      }
    }
  }

  <R extends ViewRow> Stream<R> all(Class<R> kind) {
    return rows.stream().filter(kind::isInstance).map(kind::cast);
  }

  /// The believed rectangles of an object, in the order of their time.
  List<SpanRow> believed(ObjectRef ref) {
    return all(SpanRow.class)
        .filter(span -> span.ref().equals(ref) && span.sysTo().equals(LogPosition.FOREVER))
        .sorted(Comparator.comparing(SpanRow::validFrom))
        .toList();
  }

  @Override
  @SuppressWarnings("unchecked") // each key is answered with what its type parameter says
  public <T> @Nullable T find(FactKey<T> key) {
    return (T) answer(key);
  }

  private @Nullable Object answer(FactKey<?> key) {
    return switch (key) {
      case FactKey.LineOf(var event) -> lines.get(event);
      case FactKey.LineAt(var position) ->
          first(lines.values().stream().filter(line -> line.position().equals(position)));
      case FactKey.ObjectOf(var ref) ->
          first(all(ObjectRow.class).filter(row -> row.ref().equals(ref)));
      case FactKey.VersionOf(var ref, var version) ->
          first(
              all(VersionRow.class)
                  .filter(row -> row.ref().equals(ref) && row.version() == version));
      case FactKey.SpanAt(var ref, var instant) ->
          first(
              believed(ref).stream()
                  .filter(
                      span ->
                          !span.validFrom().isAfter(instant) && span.validTo().isAfter(instant)));
      case FactKey.SpanAfter(var ref, var instant) ->
          first(believed(ref).stream().filter(span -> span.validFrom().isAfter(instant)));
      case FactKey.SpanBefore(var ref, var instant) ->
          believed(ref).reversed().stream()
              .filter(span -> !span.validTo().isAfter(instant))
              .findFirst()
              .orElse(null);
      case FactKey.TombstoneOn(var ref) ->
          first(
              all(TombstoneRow.class)
                  .filter(row -> row.ref().equals(ref) && row.sysTo().equals(LogPosition.FOREVER)));
      case FactKey.Listed(var row) -> rows.contains(row);
      case FactKey.FirstWith(var type, var field, var value) ->
          first(
              all(ListKeyRow.class)
                  .filter(row -> row.ref().type() == type)
                  .filter(row -> row.field().equals(field) && row.value().equals(value))
                  .map(ListKeyRow::ref));
      case FactKey.AllWith(var type, var field, var value) ->
          all(ListKeyRow.class)
              .filter(row -> row.ref().type() == type)
              .filter(row -> row.field().equals(field) && row.value().equals(value))
              .map(ListKeyRow::ref)
              .toList();
      case FactKey.AudienceKnown(var audience) ->
          all(AudienceRow.class).anyMatch(row -> row.audience().equals(audience));
      case FactKey.CounterOf(var kind) ->
          first(all(CounterRow.class).filter(row -> row.kind() == kind));
      case FactKey.EdgesOf(var node, var direction, var edgeType) ->
          all(AdjacentRow.class)
              .filter(row -> row.node().equals(node) && row.direction() == direction)
              .filter(row -> row.edgeType().equals(edgeType))
              .sorted(Comparator.comparing(row -> row.edge().id()))
              .toList();
    };
  }

  private static <T> @Nullable T first(Stream<T> found) {
    return found.findFirst().orElse(null);
  }
}
