package dev.quipu.engine.inspect;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.List;

/// Some of the edges at a node, found in one way. A list of edges is the concatenation of these.
sealed interface Strand {

  /// Names it in cursors.
  String name();

  /// Edges that are objects.
  record Stored() implements Strand {

    @Override
    public String name() {
      return "stored";
    }
  }

  /// What the node says itself.
  record Said(ComputedEdge rule) implements Strand {

    @Override
    public String name() {
      return "said/" + rule.name();
    }
  }

  /// What was made by the node, an event, and says so.
  record Made(ComputedEdge rule) implements Strand {

    @Override
    public String name() {
      return "made/" + rule.name();
    }
  }

  /// What says so and is listed under the node's id.
  record Listed(ComputedEdge rule) implements Strand {

    @Override
    public String name() {
      return "listed/" + rule.name();
    }
  }

  /// The strands at a node, in their order: what is stored, then what points here, then what the
  /// node points at.
  static List<Strand> of(ObjectRef node, EdgeFilter filter) {
    var strands = new ArrayList<Strand>();
    if (node.type() != ObjectType.EMBEDDING) {
      strands.add(new Stored());
    }
    if (filter.takes(1.0)) {
      for (var direction : List.of(Direction.IN, Direction.OUT)) {
        if (filter.directions().contains(direction)) {
          computed(node.type(), direction, filter, strands);
        }
      }
    }
    return strands;
  }

  private static void computed(
      ObjectType node, Direction direction, EdgeFilter filter, List<Strand> into) {
    for (var rule : ComputedEdge.values()) {
      if (!filter.takes(rule.type())) {
        continue;
      }
      if (direction == Direction.OUT && rule.from() == node) {
        into.add(new Said(rule));
      }
      if (direction == Direction.IN && rule.to() == node) {
        if (rule.isAmongEffects()) {
          into.add(new Made(rule));
        }
        if (rule.key() != null) {
          into.add(new Listed(rule));
        }
      }
    }
  }
}
