package dev.quipu.testkit.memory;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.ValidTime;
import dev.quipu.model.view.ViewRow;
import dev.quipu.model.view.ViewRow.AdjacentRow;
import dev.quipu.model.view.ViewRow.AudienceRow;
import dev.quipu.model.view.ViewRow.CounterRow;
import dev.quipu.model.view.ViewRow.Direction;
import dev.quipu.model.view.ViewRow.ListKeyRow;
import dev.quipu.model.view.ViewRow.ObjectRow;
import dev.quipu.model.view.ViewRow.SpanRow;
import dev.quipu.model.view.ViewRow.TombstoneRow;
import dev.quipu.model.view.ViewRow.VersionRow;
import java.time.Instant;
import java.util.List;

/// What a row is found by: its kind and the key that docs/core.md gives for it. Ordered by kind,
/// then part by part, words by their characters.
public record RowKey(int kind, List<Part> parts) implements Comparable<RowKey> {

  private static final int ADJACENT = 6;

  /// A word or a number; in one place of a key there is always the same of the two.
  public record Part(String word, long number) implements Comparable<Part> {

    @Override
    public int compareTo(Part other) {
      int byWord = word.compareTo(other.word);
      return byWord != 0 ? byWord : Long.compare(number, other.number);
    }
  }

  public static RowKey of(ViewRow row) {
    return switch (row) {
      case ObjectRow object -> key(1, type(object.ref()), id(object.ref()));
      case VersionRow version ->
          key(2, type(version.ref()), id(version.ref()), number(version.version()));
      case SpanRow span ->
          key(
              3,
              type(span.ref()),
              id(span.ref()),
              number(span.sysFrom()),
              number(span.validFrom()));
      case TombstoneRow tombstone ->
          key(4, type(tombstone.ref()), id(tombstone.ref()), number(tombstone.sysFrom()));
      case ListKeyRow listed ->
          key(
              5,
              type(listed.ref()),
              word(listed.field()),
              word(listed.value()),
              number(listed.created()),
              id(listed.ref()));
      case AdjacentRow adjacent ->
          key(
              ADJACENT,
              type(adjacent.node()),
              id(adjacent.node()),
              word(adjacent.direction()),
              word(adjacent.edgeType()),
              id(adjacent.edge()));
      case AudienceRow audience ->
          key(7, word(audience.token().value()), word(audience.audience().hex()));
      case CounterRow counter -> key(8, word(counter.kind().wireName()));
    };
  }

  @Override
  public int compareTo(RowKey other) {
    if (kind != other.kind) {
      return Integer.compare(kind, other.kind);
    }
    for (int i = 0; i < Math.min(parts.size(), other.parts.size()); i++) {
      int byPart = parts.get(i).compareTo(other.parts.get(i));
      if (byPart != 0) {
        return byPart;
      }
    }
    return Integer.compare(parts.size(), other.parts.size());
  }

  /// Comes before all rows of a kind that are about an object.
  static RowKey before(Class<? extends ViewRow> kind, ObjectRef ref) {
    return key(kindOf(kind), type(ref), id(ref));
  }

  /// Comes after all of them.
  static RowKey behind(Class<? extends ViewRow> kind, ObjectRef ref) {
    return key(kindOf(kind), type(ref), word(ref.id() + "\0"));
  }

  private static int kindOf(Class<? extends ViewRow> kind) {
    var kinds = List.of(ObjectRow.class, VersionRow.class, SpanRow.class, TombstoneRow.class);
    return kind.equals(AdjacentRow.class) ? ADJACENT : 1 + kinds.indexOf(kind);
  }

  private static RowKey key(int kind, Part... parts) {
    return new RowKey(kind, List.of(parts));
  }

  private static Part type(ObjectRef ref) {
    return word(ref.type().wireName());
  }

  private static Part id(ObjectRef ref) {
    return word(ref.id());
  }

  private static Part word(Direction direction) {
    return word(direction.wireName());
  }

  private static Part word(String word) {
    return new Part(word, 0);
  }

  private static Part number(LogPosition position) {
    return number(position.value());
  }

  private static Part number(Instant instant) {
    return number(ValidTime.toMicros(instant));
  }

  private static Part number(long number) {
    return new Part("", number);
  }
}
