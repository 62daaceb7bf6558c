package dev.quipu.model.payload;

import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.object.EdgeType;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/// The relationship between a payload's own entity and one that a rule finds in it.
///
/// @param type the wire name of an [EdgeType] that merely states something
public record Link(String type, Direction direction) {

  /// Which of the two it points at.
  public enum Direction {
    /// From the payload's own entity to the other: an invoice is `ISSUED_BY` a company.
    FROM_SELF,
    /// From the other to the payload's own: a company is `PARTY_TO` a contract.
    TO_SELF;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final Shape<Link> SHAPE =
      object(
          fields -> {
            var type = fields.required("type", word(types(), EdgeType::wireName));
            var direction =
                fields.required("direction", word(Direction.values(), Direction::wireName));
            fields.refuseOthers();
            return fields.build(() -> new Link(type.wireName(), direction));
          });

  public Link {
    var known = EdgeType.of(type);
    if (known == null || !isStatement(known)) {
      throw new IllegalArgumentException("not a relationship between entities: " + type);
    }
  }

  public EdgeType edgeType() {
    return Objects.requireNonNull(EdgeType.of(type), type);
  }

  JsonObject toJson() {
    return JsonObject.of("type", Json.of(type), "direction", Json.of(direction.wireName()));
  }

  /// The types that a rule may use, for messages and shapes.
  public static EdgeType[] types() {
    return Stream.of(EdgeType.values()).filter(Link::isStatement).toArray(EdgeType[]::new);
  }

  /// What an edge of the other types says has consequences for its ends: a target becomes stale, a
  /// source is a summary. No rule of a capability shall bring them about.
  private static boolean isStatement(EdgeType type) {
    return !type.supersedes()
        && type != EdgeType.SUMMARIZES
        && type != EdgeType.EMBEDDED_AS
        && type != EdgeType.CAUSED_BY
        && type != EdgeType.DERIVED_FROM;
  }
}
