package dev.quipu.engine.query;

import static java.util.stream.Collectors.toCollection;

import dev.quipu.engine.query.Evidence.Found;
import dev.quipu.model.id.ObjectRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Chooses what is quoted where there is no room for all: by maximal marginal relevance.
///
/// What is taken next has the highest `score / best score − 0.5 × likeness to the most alike that
/// is taken`. So the best comes first, and five ways to say one thing do not take the place of
/// another. What has been superseded is taken only behind what took its place. A pure function of
/// its arguments. Used once.
final class ContextChoice {

  /// What likeness to something that is quoted already takes away.
  static final double ALIKE = 0.5;

  /// How many of the best are weighed so; the rest is taken as it stands.
  static final int AMONG = 100;

  /// @param under the place of the line that it is quoted under, which took its place; -1 = none
  record Line(Found found, Quotation quotation, int under) {}

  /// @param lines best first, what was superseded directly under its successor
  /// @param truncated whether something did not fit
  record Chosen(List<Line> lines, boolean truncated) {}

  private final List<Found> objects;
  private final Supplier<Likeness> likeness;
  private final String question;

  /// By place in the answer: the place of what stands for it, if it was superseded; else -1.
  private final int[] under;

  private final Map<Integer, Quotation> taken = new HashMap<>();
  private long left;
  private boolean truncated;

  /// @param question what is asked: the best is quoted where it answers, if it has to be cut
  ContextChoice(List<Found> objects, String question, long room, Supplier<Likeness> likeness) {
    this.objects = objects;
    this.question = question;
    this.likeness = likeness;
    this.left = room;
    this.under = new int[objects.size()];
  }

  Chosen choose() {
    var open = quotable();
    if (open.isEmpty()) {
      return new Chosen(List.of(), false);
    }
    if (!tookAll(open)) {
      take(open.removeFirst(), true);
      takeDiverse(open.stream().filter(place -> place < AMONG).collect(toCollection(TreeSet::new)));
      open.stream()
          .filter(place -> place >= AMONG)
          .filter(this::mayFollow)
          .forEach(place -> take(place, false));
    }
    var lines = new ArrayList<Line>();
    addUnder(-1, -1, lines);
    return new Chosen(lines, truncated);
  }

  /// The places of all but those that were superseded by something which is not in the answer.
  private List<Integer> quotable() {
    var places = new HashMap<ObjectRef, Integer>();
    var open = new ArrayList<Integer>();
    for (int i = 0; i < objects.size(); i++) {
      var found = objects.get(i);
      var by = found.supersededBy();
      var above = by == null ? null : places.get(by);
      under[i] = above == null ? -1 : above;
      if (found.superseded() == null || above != null) {
        open.add(i);
        places.put(found.node().ref(), i);
        for (var duplicate : found.duplicates()) {
          places.put(duplicate.node().ref(), i);
        }
      }
    }
    return open;
  }

  private boolean tookAll(List<Integer> open) {
    var quotations = open.stream().map(place -> Quotation.of(words(place))).toList();
    long all =
        IntStream.range(0, open.size())
            .mapToLong(i -> size(i + 1, open.get(i), quotations.get(i)))
            .sum();
    if (all > left) {
      return false;
    }
    IntStream.range(0, open.size()).forEach(i -> taken.put(open.get(i), quotations.get(i)));
    return true;
  }

  private void takeDiverse(SortedSet<Integer> open) {
    var alike = likeness.get();
    double best = objects.getFirst().score();
    double share = best > 0 ? ALIKE : 0; // where nothing has a score, the order says it all
    var closest = new double[objects.size()];
    var last = taken.isEmpty() ? null : taken.keySet().iterator().next();
    while (!open.isEmpty()) {
      Integer next = null;
      double most = Double.NEGATIVE_INFINITY;
      for (var place : open) {
        if (last != null && share > 0) {
          closest[place] = Math.max(closest[place], alike.between(place, last));
        }
        double worth = (best > 0 ? objects.get(place).score() / best : 0) - share * closest[place];
        if (mayFollow(place) && worth > most) {
          next = place;
          most = worth;
        }
      }
      if (next == null) {
        return;
      }
      open.remove(next);
      last = take(next, false) ? next : null;
    }
  }

  /// Whether what took its place is quoted.
  private boolean mayFollow(int place) {
    return under[place] < 0 || taken.containsKey(under[place]);
  }

  /// Whether it fits.
  private boolean take(int place, boolean mayBeCut) {
    long room = left - size(taken.size() + 1, place, null);
    var quotation =
        mayBeCut
            ? Excerpt.of(words(place), room, Excerpt.asked(question))
            : Optional.of(Quotation.of(words(place))).filter(whole -> whole.bytes() <= room);
    truncated |= quotation.isEmpty() || quotation.get().truncated();
    quotation.ifPresent(
        quoted -> {
          taken.put(place, quoted);
          left = room - quoted.bytes();
        });
    return quotation.isPresent();
  }

  private String words(int place) {
    return Wording.of(objects.get(place).node());
  }

  /// How long a line is. Lines are numbered in the end, but as many numbers as lines are needed in
  /// any case; that of a successor is taken to be the longest.
  private long size(int number, int place, @Nullable Quotation quotation) {
    var head =
        ContextBlock.head(
            number, objects.get(place).node().ref(), under[place] < 0 ? 0 : objects.size());
    return ContextBlock.length(head) + (quotation == null ? 0 : quotation.bytes()) + 1;
  }

  /// Those that stand under a place in the answer, which has become a line, each with its own.
  private void addUnder(int place, int line, List<Line> lines) {
    for (int i = place + 1; i < objects.size(); i++) {
      if (under[i] == place && taken.containsKey(i)) {
        lines.add(new Line(objects.get(i), Objects.requireNonNull(taken.get(i)), line));
        addUnder(i, lines.size() - 1, lines);
      }
    }
  }
}
