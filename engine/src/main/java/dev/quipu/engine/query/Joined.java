package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.EdgeType;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What edges join to the best: somebody has said that they belong together, so the answer may
/// stand in the one though the words stand in the other.
///
/// What took the place of something is not joined to it in this sense: see [Successors].
///
/// @param called those of the lenders that the question calls by their ids
/// @param strengths of the strongest edge from each lender to whatever it lends to
/// @param documents of what is lent to: all pass the filters
record Joined(
    Set<ObjectRef> called,
    Map<ObjectRef, Map<ObjectRef, Double>> strengths,
    List<Filed> documents) {

  /// Best ones whose edges are looked at.
  private static final int BEST = 5;

  /// What one lends to: more would be noise around something that is joined to everything.
  private static final int MOST_OF_ONE = 16;

  /// @param ranked best first
  /// @param called what the question calls by its id, found or not
  static Joined to(
      List<Candidate> ranked, Set<ObjectRef> called, Selection selection, Sightings sightings) {
    var lenders = new LinkedHashSet<>(called);
    ranked.stream().limit(BEST).forEach(best -> lenders.add(best.filed().ref()));
    sightings.seeEdges(lenders);
    var strengths = new HashMap<ObjectRef, Map<ObjectRef, Double>>();
    for (var lender : lenders) {
      var ends = new HashMap<ObjectRef, Double>();
      sightings.storedEdges(lender).stream()
          .filter(edge -> !isSuccession(edge) && IndexDocument.isFound(edge.other().type()))
          .forEach(edge -> ends.merge(edge.other(), Math.min(1, edge.weight()), Math::max));
      strengths.put(lender, ends);
    }
    var ends = strengths.values().stream().flatMap(each -> each.keySet().stream()).distinct();
    var passing = ends.toList();
    var documents =
        passing.isEmpty()
            ? List.<Filed>of()
            : selection.of(passing).stream().map(Hit::filed).toList();
    return new Joined(called, strengths, documents).narrowed();
  }

  /// To those that pass, and of these to the strongest that each lends to.
  private Joined narrowed() {
    var passing = documents.stream().map(Filed::ref).collect(Collectors.toSet());
    var narrowed = new HashMap<ObjectRef, Map<ObjectRef, Double>>();
    strengths.forEach(
        (lender, ends) ->
            narrowed.put(
                lender,
                ends.entrySet().stream()
                    .filter(end -> passing.contains(end.getKey()))
                    .sorted(
                        Map.Entry.<ObjectRef, Double>comparingByValue()
                            .reversed()
                            .thenComparing(
                                Map.Entry::getKey, Comparator.comparing(ObjectRef::toString)))
                    .limit(MOST_OF_ONE)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))));
    var taken =
        narrowed.values().stream()
            .flatMap(ends -> ends.keySet().stream())
            .collect(Collectors.toSet());
    return new Joined(
        called,
        narrowed,
        documents.stream().filter(document -> taken.contains(document.ref())).toList());
  }

  private static boolean isSuccession(Relation edge) {
    var type = EdgeType.of(String.valueOf(edge.edge().text("edge_type")));
    return type != null && type.supersedes();
  }

  /// Whether something is lent to.
  boolean holds(Filed filed) {
    return strengths.values().stream().anyMatch(ends -> ends.containsKey(filed.ref()));
  }

  /// @param lent what a lender gives
  /// @param most the score of the lender: nothing is raised above what raised it
  private record Loan(double lent, double most) {}

  /// Best first. Of several who lend the one that gives most counts.
  ///
  /// @param ranked with all that is lent to
  List<Candidate> raised(List<Candidate> ranked, Ranker ranker) {
    double top = ranked.isEmpty() || ranked.getFirst().score() <= 0 ? 1 : ranked.getFirst().score();
    var scores = new HashMap<ObjectRef, Double>();
    ranked.forEach(one -> scores.putIfAbsent(one.filed().ref(), one.score()));
    var loans = new HashMap<ObjectRef, Loan>();
    strengths.forEach(
        (lender, ends) -> {
          double score = called.contains(lender) ? top : scores.getOrDefault(lender, 0.0);
          ends.forEach(
              (end, strength) ->
                  loans.merge(
                      end,
                      new Loan(ranker.weights().joined() * strength * score, score),
                      (one, other) -> one.lent >= other.lent ? one : other));
        });
    return ranked.stream()
        .map(
            one -> {
              var loan = loans.get(one.filed().ref());
              return loan == null ? one : ranker.joined(one, loan.lent, loan.most);
            })
        .filter(one -> one.score() > 0)
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }

  /// What has to be weighed beside what was found.
  List<Filed> beyond(Collection<Filed> found) {
    var known = found.stream().map(Filed::key).collect(Collectors.toSet());
    return documents.stream().filter(document -> !known.contains(document.key())).toList();
  }
}
