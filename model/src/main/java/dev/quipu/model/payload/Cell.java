package dev.quipu.model.payload;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// What is kept of all observations of one field: enough to answer by every strategy.
///
/// Cells are joined: associative, commutative and idempotent, so neither the order of observations
/// nor how they are grouped makes a difference. Its size does not grow with the number of
/// observations, but with that of different items of arrays and of corrections.
///
/// Whoever makes one hands over its collections, and leaves them as they are from then on.
///
/// @param told the winners by each order, most often one and the same, and the latest null
/// @param elements what was put into arrays, by canonical text; also what was cleared since
/// @param corrections by id, also those that were withdrawn
/// @param withdrawn ids of corrections, be they known here or not
public record Cell(
    List<Told> told,
    SortedMap<String, Element> elements,
    SortedMap<String, Correction> corrections,
    SortedSet<String> withdrawn) {

  private static final SortedMap<String, Element> NO_ELEMENTS = Collections.emptySortedMap();
  private static final SortedMap<String, Correction> NO_CORRECTIONS = Collections.emptySortedMap();
  private static final SortedSet<String> NONE_WITHDRAWN = Collections.emptySortedSet();

  public static final Cell EMPTY = new Cell(List.of(), NO_ELEMENTS, NO_CORRECTIONS, NONE_WITHDRAWN);

  private static final Comparator<Told> LATEST = Told.order(MergeStrategy.LAST_WRITE);

  private static final List<Comparator<Told>> ORDERS =
      List.of(
          LATEST,
          Told.order(MergeStrategy.HIGHEST_PRIORITY),
          Told.order(MergeStrategy.MOST_SPECIFIC));

  /// An observation that did not win.
  ///
  /// @param by in what the winner is ahead; null if a correction has won
  public record Loser(Told told, @Nullable Criterion by) {}

  public Cell {
    told = kept(told);
    // Most have none of these, and there are many cells.
    elements = elements.isEmpty() ? NO_ELEMENTS : Collections.unmodifiableSortedMap(elements);
    corrections =
        corrections.isEmpty() ? NO_CORRECTIONS : Collections.unmodifiableSortedMap(corrections);
    withdrawn = withdrawn.isEmpty() ? NONE_WITHDRAWN : Collections.unmodifiableSortedSet(withdrawn);
  }

  /// What an observation says of a field that it speaks of. Keeps the items of every array, so that
  /// any schema can be applied later; a value that is no array is one only where that is known.
  public static Cell of(Observation observation, String field) {
    var value = Objects.requireNonNull(observation.fields().get(field), field);
    var told = new Told(observation.stamp(), value);
    boolean kept = value instanceof JsonArray || observation.merged().contains(field);
    var elements = new TreeMap<String, Element>();
    put(elements, told.stamp(), kept ? told.items() : List.of());
    return new Cell(List.of(told), elements, NO_CORRECTIONS, NONE_WITHDRAWN);
  }

  public static Cell of(Correction correction) {
    var corrections = new TreeMap<>(Map.of(correction.id(), correction));
    return new Cell(List.of(), NO_ELEMENTS, corrections, NONE_WITHDRAWN);
  }

  /// Withdraws a correction, for good.
  public static Cell withdrawing(String correctionId) {
    var withdrawn = new TreeSet<>(List.of(correctionId));
    return new Cell(List.of(), NO_ELEMENTS, NO_CORRECTIONS, withdrawn);
  }

  private static void put(Map<String, Element> elements, Stamp stamp, List<Json> items) {
    for (var item : items) {
      elements.merge(Canonical.text(item), new Element(item, stamp), Element::join);
    }
  }

  private static List<Told> kept(Collection<Told> told) {
    if (told.size() < 2) {
      return List.copyOf(told);
    }
    var kept = new TreeSet<>(LATEST);
    for (var order : ORDERS) {
      kept.add(Collections.max(told, order));
    }
    var clearing = clearing(told);
    if (clearing != null) {
      kept.add(clearing);
    }
    return List.copyOf(kept);
  }

  /// The latest that clears the field; null if none does.
  private static @Nullable Told clearing(Collection<Told> told) {
    Told latest = null;
    for (var each : told) {
      if (each.clears() && (latest == null || LATEST.compare(each, latest) > 0)) {
        latest = each;
      }
    }
    return latest;
  }

  public Cell join(Cell other) {
    return new Cell(
        both(told, other.told),
        joined(elements, other.elements, Element::join),
        joined(corrections, other.corrections, Cell::later),
        joined(withdrawn, other.withdrawn));
  }

  private static List<Told> both(List<Told> one, List<Told> other) {
    var both = new ArrayList<Told>(one.size() + other.size());
    both.addAll(one);
    both.addAll(other);
    return both;
  }

  private static <T> SortedMap<String, T> joined(
      SortedMap<String, T> one, SortedMap<String, T> other, BinaryOperator<T> join) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    var joined = new TreeMap<>(one);
    other.forEach((key, value) -> joined.merge(key, value, join));
    return joined;
  }

  private static SortedSet<String> joined(SortedSet<String> one, SortedSet<String> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    var joined = new TreeSet<>(one);
    joined.addAll(other);
    return joined;
  }

  /// Whether joining another would change nothing that is ever shown. When an item was first put in
  /// is not shown: what is told late of an item that is known since is no news of later times.
  boolean knows(Cell other) {
    return kept(both(told, other.told)).equals(told)
        && other.elements.entrySet().stream().allMatch(this::knows)
        && other.corrections.values().stream().allMatch(this::knows)
        && withdrawn.containsAll(other.withdrawn);
  }

  private boolean knows(Correction correction) {
    var known = corrections.get(correction.id());
    return known != null && later(known, correction).equals(known);
  }

  private boolean knows(Map.Entry<String, Element> entry) {
    var element = elements.get(entry.getKey());
    return element != null && element.join(entry.getValue()).latest().equals(element.latest());
  }

  private static Correction later(Correction one, Correction other) {
    return Correction.ORDER.compare(one, other) >= 0 ? one : other;
  }

  /// What people have said, without what was observed.
  Cell withoutObservations() {
    return new Cell(List.of(), NO_ELEMENTS, corrections, withdrawn);
  }

  /// The correction in force; null if there is none.
  public @Nullable Correction correction() {
    return corrections.isEmpty() ? null : correctionInForce();
  }

  private @Nullable Correction correctionInForce() {
    return corrections.values().stream()
        .filter(correction -> !withdrawn.contains(correction.id()))
        .max(Correction.ORDER)
        .orElse(null);
  }

  /// The observation that wins, leaving corrections aside; null if there is none.
  public @Nullable Told winner(MergeStrategy strategy) {
    return told.isEmpty() ? null : Collections.max(told, Told.order(strategy));
  }

  /// Those that are kept and did not win, the latest first. Others lost as well: what is kept are
  /// the winners by some order.
  public List<Loser> losers(MergeStrategy strategy) {
    var winner = winner(strategy);
    boolean corrected = correction() != null;
    return told.reversed().stream()
        .filter(each -> corrected || !each.equals(winner))
        .map(each -> new Loser(each, corrected ? null : lostBy(strategy, winner, each)))
        .toList();
  }

  /// What became of something that was told and is not kept.
  public Loser lost(Told told, MergeStrategy strategy) {
    return new Loser(told, correction() != null ? null : lostBy(strategy, winner(strategy), told));
  }

  private static @Nullable Criterion lostBy(
      MergeStrategy strategy, @Nullable Told winner, Told loser) {
    return winner == null ? null : strategy.decidedBy(winner.stamp(), loser.stamp());
  }

  /// On what the value rests; null if nothing was said of the field, or all of it is withdrawn.
  public @Nullable Grounds grounds(MergeStrategy strategy) {
    var correction = correction();
    if (correction != null) {
      return new Grounds.Corrected(correction);
    }
    if (strategy == MergeStrategy.MERGE_ARRAY) {
      var merged = merged();
      if (!merged.isEmpty()) {
        return new Grounds.Merged(merged);
      }
    }
    var winner = winner(strategy);
    return winner == null ? null : new Grounds.Observed(winner);
  }

  /// Whether something that a value rests on was said here.
  public boolean bears(Grounds grounds) {
    return switch (grounds) {
      case Grounds.Corrected(var correction) -> corrections.containsKey(correction.id());
      case Grounds.Observed(var winner) -> told.contains(winner);
      case Grounds.Merged(var items) ->
          items.stream().map(Element::latest).anyMatch(this::hasHeard);
    };
  }

  private boolean hasHeard(Stamp stamp) {
    return told.stream().anyMatch(each -> each.stamp().equals(stamp))
        || elements.values().stream().anyMatch(each -> each.latest().equals(stamp));
  }

  /// As it was told, not converted; null if there is none, or the field was cleared.
  public @Nullable Json value(MergeStrategy strategy) {
    var value =
        switch (grounds(strategy)) {
          case null -> null;
          case Grounds.Corrected(var correction) -> correction.value();
          case Grounds.Observed(var winner) -> winner.value();
          case Grounds.Merged(var items) ->
              new JsonArray(items.stream().map(Element::value).toList());
        };
    return value == JsonNull.NULL ? null : value;
  }

  /// What was put in since the last null, in the order of its text; also the winners that were told
  /// by themselves, whose items are not kept.
  private List<Element> merged() {
    var all = new TreeMap<>(elements);
    for (var each : told) {
      if (!(each.value() instanceof JsonArray)) {
        put(all, each.stamp(), each.items());
      }
    }
    var clearing = clearing(told);
    return all.values().stream()
        .filter(element -> clearing == null || element.isAfter(clearing.stamp()))
        .toList();
  }

  /// `{"s": stamps, "o": told, "e": elements, "c": corrections, "w": withdrawn}`; see [CellJson].
  public JsonObject toJson() {
    return CellJson.write(this);
  }

  /// Reads what [#toJson] has written.
  public static Cell read(JsonObject json, String field) {
    return CellJson.readCell(json, field);
  }
}
