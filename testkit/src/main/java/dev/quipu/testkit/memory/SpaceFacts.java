package dev.quipu.testkit.memory;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.Facts;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The facts of a space, by looking at every row.
record SpaceFacts(Space space, List<LogLine> log) implements Facts {

  private static final Comparator<SpanRow> BY_BEGIN = Comparator.comparing(SpanRow::validFrom);

  @Override
  @SuppressWarnings("unchecked") // each key is answered with what its type parameter says
  public <T> @Nullable T find(FactKey<T> key) {
    return (T) answer(key);
  }

  private @Nullable Object answer(FactKey<?> key) {
    return switch (key) {
      case FactKey.LineOf(var event) ->
          first(log.stream().filter(line -> event.equals(line.eventId())));
      case FactKey.LineAt(var position) ->
          first(log.stream().filter(line -> line.position().equals(position)));
      case FactKey.ObjectOf(var ref) -> first(space.of(ObjectRow.class, ref));
      case FactKey.VersionOf(var ref, var version) ->
          first(space.of(VersionRow.class, ref).filter(row -> row.version() == version));
      case FactKey.SpanAt(var ref, var instant) ->
          first(
              believed(ref)
                  .filter(
                      span ->
                          !span.validFrom().isAfter(instant) && span.validTo().isAfter(instant)));
      case FactKey.SpanAfter(var ref, var instant) ->
          believed(ref)
              .filter(span -> span.validFrom().isAfter(instant))
              .min(BY_BEGIN)
              .orElse(null);
      case FactKey.SpanBefore(var ref, var instant) ->
          believed(ref).filter(span -> !span.validTo().isAfter(instant)).max(BY_BEGIN).orElse(null);
      case FactKey.TombstoneOn(var ref) ->
          first(space.of(TombstoneRow.class, ref).filter(row -> isOpen(row.sysTo())));
      case FactKey.Listed(var row) -> row.equals(space.find(RowKey.of(row)));
      case FactKey.FirstWith(var type, var field, var value) -> first(with(type, field, value));
      case FactKey.AllWith(var type, var field, var value) -> with(type, field, value).toList();
      case FactKey.AudienceKnown(var audience) ->
          space.all(AudienceRow.class).anyMatch(row -> row.audience().equals(audience));
      case FactKey.CounterOf(var kind) ->
          first(space.all(CounterRow.class).filter(row -> row.kind() == kind));
      case FactKey.EdgesOf(var node, var direction, var edgeType) ->
          space
              .all(AdjacentRow.class)
              .filter(row -> row.node().equals(node) && row.direction() == direction)
              .filter(row -> row.edgeType().equals(edgeType))
              .sorted(Comparator.comparing(row -> row.edge().id()))
              .toList();
    };
  }

  private Stream<ObjectRef> with(ObjectType type, String field, String value) {
    return space
        .all(ListKeyRow.class)
        .filter(row -> row.ref().type() == type && row.field().equals(field))
        .filter(row -> row.value().equals(value))
        .sorted(Comparator.comparing(ListKeyRow::created).thenComparing(row -> row.ref().id()))
        .map(ListKeyRow::ref);
  }

  private Stream<SpanRow> believed(ObjectRef ref) {
    return space.of(SpanRow.class, ref).filter(row -> isOpen(row.sysTo()));
  }

  private static boolean isOpen(LogPosition sysTo) {
    return sysTo.equals(LogPosition.FOREVER);
  }

  private static <T> @Nullable T first(Stream<T> rows) {
    return rows.findFirst().orElse(null);
  }
}
