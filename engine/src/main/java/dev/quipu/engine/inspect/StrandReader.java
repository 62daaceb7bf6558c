package dev.quipu.engine.inspect;

import dev.quipu.engine.storage.EdgeListing;
import dev.quipu.engine.storage.EventListing;
import dev.quipu.engine.storage.ObjectListing;
import dev.quipu.engine.storage.StoredEdge;
import dev.quipu.engine.storage.StoredObject;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.object.EdgeEnds;
import dev.quipu.model.object.ShownObject;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks into the strands of edges at a node, a portion at a time.
record StrandReader(Standpoint point) {

  /// Entries of the log come with their payloads.
  private static final int LARGEST_PORTION_OF_EVENTS = 32;

  /// What was found in one look.
  ///
  /// @param next where the next look begins; null at the end of the strand
  record Look(List<Relation> found, @Nullable List<String> next) {

    static final Look NOTHING = new Look(List.of(), null);
  }

  /// @param place where the look begins; empty = at the start of the strand
  /// @param portion how many candidates are looked at
  Look look(Strand strand, Node node, EdgeFilter filter, List<String> place, int portion) {
    return switch (strand) {
      case Strand.Stored _ -> stored(strand, node, filter, place, portion);
      case Strand.Said(var rule) -> said(strand, rule, node, place, portion);
      case Strand.Made(var rule) -> made(strand, rule, node, place, portion);
      case Strand.Listed(var rule) when rule.from() == ObjectType.EVENT ->
          listedEvents(strand, rule, node, place, Math.min(portion, LARGEST_PORTION_OF_EVENTS));
      case Strand.Listed(var rule) -> listed(strand, rule, node, place, portion);
    };
  }

  private Look stored(
      Strand strand, Node node, EdgeFilter filter, List<String> place, int portion) {
    var after =
        place.isEmpty()
            ? null
            : new EdgeListing.Place(Direction.valueOf(place.get(0)), place.get(1), place.get(2));
    var listing = new EdgeListing(filter.directions(), filter.edgeTypes(), after, portion);
    var edges = point.snapshot().edges(node.ref(), listing, point.at());
    var found =
        edges.stream()
            .map(edge -> relation(strand, edge))
            .filter(edge -> edge.reason().allows() && filter.takes(edge.weight()))
            .toList();
    return new Look(found, edges.size() < portion ? null : placeOf(edges.getLast()));
  }

  private Relation relation(Strand strand, StoredEdge edge) {
    var object = edge.edge().object();
    var span = edge.edge().span();
    var version = edge.edge().version();
    var shown =
        new ShownObject(
            object.ref(),
            object.envelope(),
            version.body(),
            version.version(),
            span.validFrom(),
            span.validTo(),
            point.at().asOf());
    return new Relation(
        edge.adjacent().direction(),
        shown.object(),
        EdgeEnds.of(version.body()),
        edge,
        point.judge(edge.edge()),
        behind(strand, placeOf(edge)));
  }

  private Look said(Strand strand, ComputedEdge rule, Node node, List<String> place, int portion) {
    if (node instanceof Node.Happened(var entry, var _) && !point.isThere(entry)) {
      return Look.NOTHING;
    }
    return numbered(
        strand,
        List.copyOf(rule.targets(node.fields())),
        place,
        portion,
        target -> {
          var reason = reasonOf(target, node);
          return reason.allows() ? new Found(rule, Direction.OUT, node, target, reason) : null;
        });
  }

  /// Who sees a memory sees its embedding.
  private Verdict reasonOf(ObjectRef target, Node source) {
    if (target.equals(source.ref())) {
      return Verdict.ABSENT; // an edge joins two things
    }
    if (target.type() == ObjectType.EMBEDDING) {
      return source.reason();
    }
    var node = point.find(target);
    return node == null ? Verdict.ABSENT : node.reason();
  }

  private Look made(Strand strand, ComputedEdge rule, Node node, List<String> place, int portion) {
    if (!(node instanceof Node.Happened(var entry, var _))) {
      return Look.NOTHING;
    }
    var made =
        entry.effects().stream()
            .map(Effect::object)
            .filter(ref -> ref.type() == rule.from())
            .distinct()
            .toList();
    return numbered(
        strand,
        made,
        place,
        portion,
        ref -> {
          var source = point.find(ref);
          return source != null && rule.targets(source.fields()).contains(node.ref())
              ? new Found(rule, Direction.IN, source, node.ref(), source.reason())
              : null;
        });
  }

  /// Candidates that are there as a whole: their numbers are their places.
  private Look numbered(
      Strand strand,
      List<ObjectRef> candidates,
      List<String> place,
      int portion,
      Function<ObjectRef, @Nullable Found> look) {
    int begin = place.isEmpty() ? 0 : Integer.parseInt(place.getFirst());
    int end = Math.min(candidates.size(), begin + portion);
    var found = new ArrayList<Relation>();
    for (int i = begin; i < end; i++) {
      var relation = look.apply(candidates.get(i));
      if (relation != null) {
        found.add(relation(relation, behind(strand, List.of(Integer.toString(i + 1)))));
      }
    }
    return new Look(found, end == candidates.size() ? null : List.of(Integer.toString(end)));
  }

  private Look listedEvents(
      Strand strand, ComputedEdge rule, Node node, List<String> place, int portion) {
    var after =
        place.isEmpty() ? LogPosition.START : new LogPosition(Long.parseLong(place.getFirst()));
    var known = point.at().asKnownAt();
    var entries =
        point
            .snapshot()
            .events(new EventListing(after, known, keyed(rule, node), null, null, false, portion));
    var found = new ArrayList<Relation>();
    for (var entry : entries) {
      var source = new Node.Happened(entry, point.judge(entry));
      if (point.isThere(entry)) {
        add(strand, rule, source, node, List.of(entry.position().toString()), found);
      }
    }
    return new Look(
        found, entries.size() < portion ? null : List.of(entries.getLast().position().toString()));
  }

  private Look listed(
      Strand strand, ComputedEdge rule, Node node, List<String> place, int portion) {
    var listing = new ObjectListing(rule.from(), keyed(rule, node), Reads.placeIn(place), portion);
    var objects = point.snapshot().objects(listing, point.at());
    var found = new ArrayList<Relation>();
    for (var stored : objects) {
      var source = new Node.Stored(stored, point.judge(stored));
      add(strand, rule, source, node, placeOf(stored), found);
    }
    return new Look(found, objects.size() < portion ? null : placeOf(objects.getLast()));
  }

  private void add(
      Strand strand,
      ComputedEdge rule,
      Node source,
      Node target,
      List<String> place,
      List<Relation> into) {
    if (source.reason().allows()
        && !source.ref().equals(target.ref())
        && !wasMadeBy(target, source)) {
      var found = new Found(rule, Direction.IN, source, target.ref(), source.reason());
      into.add(relation(found, behind(strand, place)));
    }
  }

  /// What an event has made is found by its effects already.
  private static boolean wasMadeBy(Node target, Node source) {
    return target instanceof Node.Happened(var entry, var _)
        && entry.effects().stream().anyMatch(effect -> effect.object().equals(source.ref()));
  }

  private static Map<String, String> keyed(ComputedEdge rule, Node node) {
    return Map.of(Objects.requireNonNull(rule.key()), node.ref().id());
  }

  private static List<String> placeOf(StoredObject stored) {
    return Reads.cursorAt(ObjectListing.Place.of(stored.object()));
  }

  private static List<String> placeOf(StoredEdge edge) {
    var adjacent = edge.adjacent();
    return List.of(adjacent.direction().name(), adjacent.edgeType(), adjacent.edge().id());
  }

  private static List<String> behind(Strand strand, List<String> place) {
    var behind = new ArrayList<String>();
    behind.add(strand.name());
    behind.addAll(place);
    return behind;
  }

  /// A computed edge that is there.
  private record Found(
      ComputedEdge rule, Direction direction, Node source, ObjectRef target, Verdict reason) {}

  private Relation relation(Found found, List<String> behind) {
    var source = found.source();
    return new Relation(
        found.direction(),
        point.edge(found.rule(), source, found.target()),
        new EdgeEnds(source.ref(), found.target()),
        null,
        found.reason(),
        behind);
  }
}
