package dev.quipu.engine.inspect;

import dev.quipu.model.Limits;
import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.EventId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.ComputedEdge;
import dev.quipu.model.object.EdgeType;
import dev.quipu.model.view.ViewRow.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads along edges, stored and computed ones alike. Thread-safe.
public final class Graph {

  private final Reads reads;
  private final long maxPageBytes;

  public Graph(ReadPorts ports) {
    this.reads = new Reads(ports);
    this.maxPageBytes = ports.limits().maxPageBytes();
  }

  /// The edges at an object, those whose other end the caller sees too.
  public Page<Relation> edges(
      Caller caller, ObjectRef node, EdgeFilter filter, ReadTime time, Page.Request page) {
    var list = "edges/" + node + filter;
    var reasons = new ArrayList<Verdict>();
    var result =
        reads.read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var point = new Standpoint(snapshot, start.at(), caller, reading);
              var from = point.require(node);
              reasons.add(from.reason());
              var found = new Relations(point).page(from, filter, start.place(), page.limit() + 1);
              return reads.page(
                  page, start, list, caller, found, Relation::place, relation -> relation);
            });
    result.items().forEach(relation -> reasons.add(relation.reason()));
    reads.noteAll(caller, reasons, list);
    return result;
  }

  /// The computed edge with this id; null if there is none for the caller.
  public @Nullable Answer<ComputedView> computed(Caller caller, String id, ReadTime time) {
    var answer =
        reads.<@Nullable Answer<ComputedView>>read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              var view = computed(new Standpoint(snapshot, at, caller, reading), id);
              return view == null ? null : new Answer<>(view, at);
            });
    if (answer != null) {
      reads.note(caller, answer.value().source().reason(), "object/edge/" + id);
    }
    return answer;
  }

  static @Nullable ComputedView computed(Standpoint point, String id) {
    var named = ComputedEdge.named(id);
    return named == null ? null : view(point, named);
  }

  private static @Nullable ComputedView view(Standpoint point, ComputedEdge.Named named) {
    var source = point.find(named.source());
    if (source == null
        || !named.rule().targets(source.fields()).contains(named.target())
        || point.find(named.target()) == null) {
      return null;
    }
    return new ComputedView(point.edge(named.rule(), source, named.target()), source);
  }

  /// What is reached from some objects, nearest first.
  ///
  /// @param cursor what the page before gave; null = the first
  public Expansion expand(
      Caller caller, Expansion.Wanted wanted, ReadTime time, @Nullable String cursor) {
    var list = "expand/" + wanted.start() + wanted.hops() + wanted.filter();
    var page = new Page.Request(cursor, wanted.maxNodes());
    var result =
        reads.read(
            caller,
            time,
            (snapshot, reading) -> {
              var start = reads.start(page, list, caller, time, snapshot, reading);
              var point = new Standpoint(snapshot, start.at(), caller, reading);
              return new Expanding(point, wanted, maxPageBytes, start.place())
                  .run(place -> reads.cursor(start, place, caller, list));
            });
    var reasons = new ArrayList<Verdict>();
    result.nodes().forEach(node -> reasons.add(node.node().reason()));
    result.edges().forEach(edge -> reasons.add(edge.relation().reason()));
    reads.noteAll(caller, reasons, list);
    return result;
  }

  /// A shortest way from one object to another.
  public Answer<Path> path(Caller caller, Path.Wanted wanted, ReadTime time) {
    return noted(
        caller,
        time,
        "path/" + wanted.from() + "/" + wanted.to(),
        point -> new PathSearch(point, wanted).run(),
        path -> {
          var reasons = new ArrayList<Verdict>();
          path.nodes().forEach(node -> reasons.add(node.reason()));
          path.edges().forEach(edge -> reasons.add(edge.reason()));
          return reasons;
        });
  }

  /// What speaks for an object and what against it.
  public Answer<Tallies> tallies(Caller caller, ObjectRef ref, ReadTime time) {
    return noted(
        caller,
        time,
        "tallies/" + ref,
        point -> {
          var node = point.require(ref);
          return new Tallies(
              tally(point, node, EdgeType.SUPPORTS),
              tally(point, node, EdgeType.CONTRADICTS),
              node.reason());
        },
        Tallies::reasons);
  }

  private static Tallies.Tally tally(Standpoint point, Node node, EdgeType type) {
    var relations = new Relations(point).all(node, EdgeFilter.of(Direction.IN, type));
    long count = 0;
    double weight = 0;
    var first = new ArrayList<Relation>();
    while (relations.hasNext()) {
      var relation = relations.next();
      count++;
      weight += relation.weight();
      if (first.size() < Limits.GRAPH.maxTold()) {
        first.add(relation);
      }
    }
    return new Tallies.Tally(count, weight, first);
  }

  /// What led to an event, and what it led to.
  ///
  /// @param limit of the events before it, and of those after it
  public Answer<Causality> causality(Caller caller, EventId event, int limit, ReadTime time) {
    return noted(
        caller,
        time,
        "causality/" + event,
        point -> new CausalWalk(point, limit).around(event),
        Causality::reasons);
  }

  private <T> Answer<T> noted(
      Caller caller,
      ReadTime time,
      String what,
      Function<Standpoint, T> work,
      Function<T, List<Verdict>> reasons) {
    var answer =
        reads.read(
            caller,
            time,
            (snapshot, reading) -> {
              var at = reads.at(time, snapshot, reading);
              return new Answer<>(work.apply(new Standpoint(snapshot, at, caller, reading)), at);
            });
    reads.noteAll(caller, reasons.apply(answer.value()), what);
    return answer;
  }
}
