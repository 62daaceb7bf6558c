package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An edge as seen from one of its ends, be it stored or computed.
///
/// @param edge the nine fields of seed 001
/// @param stored null if it is computed
/// @param reason why the caller may see it: the edge, or the end that says it
/// @param place where a list goes on behind it
public record Relation(
    Direction direction,
    JsonObject edge,
    EdgeEnds ends,
    @Nullable StoredEdge stored,
    Verdict reason,
    List<String> place) {

  public Relation {
    place = List.copyOf(place);
  }

  public String id() {
    return String.valueOf(edge.text("edge_id"));
  }

  public double weight() {
    return edge.get("weight") instanceof JsonNumber number ? number.value() : 1;
  }

  /// What it joins the node to.
  public ObjectRef other() {
    return direction == Direction.OUT ? ends.target() : ends.source();
  }
}
