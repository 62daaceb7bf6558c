package dev.quipu.sql;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.view.At;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the edges at a node.
final class EdgeReads {

  private static final String SELECT =
      "SELECT "
          + String.join(
              ", ", ViewTables.ADJACENT, ViewTables.OBJECT, ViewTables.SPAN, ViewTables.VERSION)
          + """
          FROM adjacent a CROSS JOIN object o CROSS JOIN span s CROSS JOIN version v
            CROSS JOIN object n
          WHERE a.space = ? AND a.node_type = ? AND a.node_id = ? AND a.direction = ?
            AND o.space = +a.space AND o.type = ? AND o.id = a.edge_id
            AND n.space = +a.space AND n.type = a.other_type AND n.id = a.other_id
          """;
  private static final String OF_ANY_TYPE = "AND (a.edge_type, a.edge_id) > (?, ?)";
  private static final String OF_ONE_TYPE = "AND a.edge_type = ? AND a.edge_id > ?";
  private static final String ORDER = " ORDER BY a.edge_type, a.edge_id LIMIT ? + 0";

  private static final String NODES = "SELECT o.id FROM object o ";

  /// A subquery for each node, not a join, which a planner might do for all nodes there are.
  private static final String WITH_ANY =
      """
       AND (SELECT 1 FROM adjacent a CROSS JOIN object n
        WHERE a.space = o.space AND a.node_type = o.type AND a.node_id = o.id
          AND n.space = +a.space AND n.type = ? AND n.id = a.edge_id
      """;

  private static final Comparator<Direction> BY_NAME = Comparator.comparing(Direction::wireName);

  private final Session session;
  private final Standing standing;
  private final ObjectReads objects;
  private final AccessFilter filter;

  EdgeReads(Session session, Standing standing, ObjectReads objects, AccessFilter filter) {
    this.session = session;
    this.standing = standing;
    this.objects = objects;
    this.filter = filter;
  }

  List<StoredEdge> list(ObjectRef node, EdgeListing listing, At at) {
    var inForce = objects.inForce(at);
    var found = new ArrayList<StoredEdge>();
    if (!objects.isPresent(node, inForce)) {
      return found;
    }
    var after = listing.after();
    for (var direction : listing.directions().stream().sorted(BY_NAME).toList()) {
      if (after != null && BY_NAME.compare(direction, after.direction()) < 0) {
        continue;
      }
      boolean goesOn = after != null && direction == after.direction();
      var ends = new Ends(node, direction, goesOn ? after : null, inForce);
      if (listing.edgeTypes().isEmpty()) {
        found.addAll(ends.ofAnyType(listing.limit() - found.size()));
      }
      for (var type : new TreeSet<>(listing.edgeTypes())) {
        found.addAll(ends.ofType(type, listing.limit() - found.size()));
      }
    }
    return found;
  }

  Set<ObjectRef> nodesWithAny(Collection<ObjectRef> nodes) {
    var found = new HashSet<ObjectRef>();
    for (var batch : ObjectReads.Batch.of(nodes)) {
      objects
          .of(batch, NODES, filter.on("o") + WITH_ANY + filter.on("n") + " LIMIT 1) = 1")
          .with(filter::bind)
          .text(ObjectType.EDGE.wireName())
          .with(filter::bind)
          .all(row -> new ObjectRef(batch.type(), row.text()))
          .forEach(found::add);
    }
    return found;
  }

  /// The ends of edges that point one way from a node.
  private final class Ends {

    private final ObjectRef node;
    private final Direction direction;
    private final EdgeListing.@Nullable Place after;
    private final InForce inForce;

    Ends(ObjectRef node, Direction direction, EdgeListing.@Nullable Place after, InForce inForce) {
      this.node = node;
      this.direction = direction;
      this.after = after;
      this.inForce = inForce;
    }

    List<StoredEdge> ofAnyType(int limit) {
      return after == null
          ? select(OF_ANY_TYPE, "", "", limit)
          : select(OF_ANY_TYPE, after.edgeType(), after.edgeId(), limit);
    }

    List<StoredEdge> ofType(String type, int limit) {
      if (after == null || type.compareTo(after.edgeType()) > 0) {
        return select(OF_ONE_TYPE, type, "", limit);
      }
      return type.equals(after.edgeType())
          ? select(OF_ONE_TYPE, type, after.edgeId(), limit)
          : List.of();
    }

    private List<StoredEdge> select(String which, String edgeType, String edgeId, int limit) {
      if (limit <= 0) {
        return List.of();
      }
      var sql =
          SELECT
              + which
              + filter.on("o")
              + inForce.joined()
              + filter.on("n")
              + inForce.presentAsOther()
              + ORDER;
      return session
          .sql(sql)
          .number(standing.space())
          .text(node.type().wireName())
          .text(node.id())
          .text(direction.wireName())
          .text(ObjectType.EDGE.wireName())
          .text(edgeType)
          .text(edgeId)
          .with(filter::bind)
          .with(inForce::bindJoined)
          .with(filter::bind)
          .with(inForce::bindPresent)
          .number(limit)
          .all(EdgeReads::edge);
    }
  }

  private static StoredEdge edge(Row row) {
    var adjacent = ViewTables.adjacent(row);
    var object = ViewTables.object(row);
    var span = ViewTables.span(row);
    return new StoredEdge(adjacent, new StoredObject(object, span, ViewTables.version(row)));
  }
}
