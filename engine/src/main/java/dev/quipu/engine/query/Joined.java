package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.Relation;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.object.EdgeType;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Brings in what edges join to the best, and raises what is there already: somebody has said that
/// they belong together, so the answer may stand in the one though the words stand in the other.
///
/// What took the place of something is not joined to it in this sense: see [Successors].
record Joined(Selection selection, Sightings sightings, Ranker ranker) {

  /// Best ones whose edges are looked at.
  private static final int BEST = 5;

  /// What one lends to: more would be noise around something that is joined to everything.
  private static final int MOST_OF_ONE = 16;

  private static final Comparator<Relation> STRONGEST_FIRST =
      Comparator.comparingDouble(Relation::weight).reversed().thenComparing(Relation::id);

  /// @param lent the most that a neighbour gives
  /// @param most the score of that neighbour: nothing is raised above what raised it
  private record Loan(double lent, double most) {

    Loan max(Loan other) {
      return lent >= other.lent ? this : other;
    }
  }

  /// Best first.
  ///
  /// @param called what the question calls by its id, found or not
  List<Candidate> with(List<Candidate> ranked, Collection<ObjectRef> called) {
    var lenders = new LinkedHashMap<ObjectRef, Double>();
    double top = ranked.isEmpty() ? 1 : ranked.getFirst().score();
    called.forEach(ref -> lenders.put(ref, top));
    ranked.stream()
        .limit(BEST)
        .forEach(best -> lenders.putIfAbsent(best.filed().ref(), best.score()));
    sightings.seeEdges(lenders.keySet());
    var loans = new HashMap<ObjectRef, Loan>();
    lenders.forEach((ref, score) -> lend(ref, score, loans));
    return loans.isEmpty() ? ranked : raised(ranked, loans);
  }

  private void lend(ObjectRef lender, double score, Map<ObjectRef, Loan> loans) {
    sightings.storedEdges(lender).stream()
        .filter(edge -> !isSuccession(edge) && IndexDocument.isFound(edge.other().type()))
        .sorted(STRONGEST_FIRST)
        .limit(MOST_OF_ONE)
        .forEach(
            edge -> {
              double lent = ranker.weights().joined() * score * Math.min(1, edge.weight());
              loans.merge(edge.other(), new Loan(lent, score), Loan::max);
            });
  }

  private static boolean isSuccession(Relation edge) {
    var type = EdgeType.of(String.valueOf(edge.edge().text("edge_type")));
    return type != null && type.supersedes();
  }

  private List<Candidate> raised(List<Candidate> ranked, Map<ObjectRef, Loan> loans) {
    var known = ranked.stream().map(one -> one.filed().ref()).toList();
    var others = loans.keySet().stream().filter(ref -> !known.contains(ref)).toList();
    var brought =
        selection.of(others).stream()
            .map(hit -> new Candidate(hit.filed(), 0, Candidate.Parts.NONE));
    return Stream.concat(ranked.stream(), brought)
        .map(
            one -> {
              var loan = loans.get(one.filed().ref());
              return loan == null ? one : ranker.joined(one, loan.lent(), loan.most());
            })
        .filter(one -> one.score() > 0)
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }
}
