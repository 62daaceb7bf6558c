package dev.quipu.model.payload;

import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is kept of all observations of one field: enough to answer by every strategy.
///
/// Cells are joined: associative, commutative and idempotent, so neither the order of observations
/// nor how they are grouped makes a difference. Its size does not grow with the number of
/// observations, but with that of different items of arrays and of corrections.
///
/// @param told the winners by each order, most often one and the same, and the latest null
/// @param elements what was put into arrays, by canonical text; also what was cleared since, which
///   keeps its place should it come back
/// @param corrections by id, also those that were withdrawn
/// @param withdrawn ids of corrections, be they known here or not
public record Cell(
    List<Told> told,
    SortedMap<String, Element> elements,
    SortedMap<String, Correction> corrections,
    SortedSet<String> withdrawn) {

  public static final Cell EMPTY =
      new Cell(List.of(), new TreeMap<>(), new TreeMap<>(), new TreeSet<>());

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
    elements = Collections.unmodifiableSortedMap(new TreeMap<>(elements));
    corrections = Collections.unmodifiableSortedMap(new TreeMap<>(corrections));
    withdrawn = Collections.unmodifiableSortedSet(new TreeSet<>(withdrawn));
  }

  /// What an observation says of a field that it speaks of. Keeps the items of every array, so that
  /// any schema can be applied later.
  public static Cell of(Observation observation, String field) {
    var told = told(observation, field);
    return of(told, told.value() instanceof JsonArray(var items) ? items : List.of());
  }

  /// The same for a field that is known to be merged by this strategy: keeps items if they are
  /// asked for, and then takes a value that is no array for the only item of one.
  public static Cell of(Observation observation, String field, MergeStrategy strategy) {
    var told = told(observation, field);
    return of(told, strategy == MergeStrategy.MERGE_ARRAY ? told.items() : List.of());
  }

  public static Cell of(Correction correction) {
    var corrections = new TreeMap<>(Map.of(correction.id(), correction));
    return new Cell(List.of(), new TreeMap<>(), corrections, new TreeSet<>());
  }

  /// Withdraws a correction, for good.
  public static Cell withdrawing(String correctionId) {
    var withdrawn = new TreeSet<>(List.of(correctionId));
    return new Cell(List.of(), new TreeMap<>(), new TreeMap<>(), withdrawn);
  }

  private static Told told(Observation observation, String field) {
    var value = Objects.requireNonNull(observation.fields().get(field), field);
    return new Told(observation.stamp(), value);
  }

  private static Cell of(Told told, List<Json> items) {
    var elements = new TreeMap<String, Element>();
    put(elements, told.stamp(), items);
    return new Cell(List.of(told), elements, new TreeMap<>(), new TreeSet<>());
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
    NavigableSet<Told> kept = new TreeSet<>(LATEST);
    ORDERS.forEach(order -> kept.add(Collections.max(told, order)));
    told.stream().filter(Told::clears).max(LATEST).ifPresent(kept::add);
    return List.copyOf(kept);
  }

  public Cell join(Cell other) {
    var all = Stream.concat(told.stream(), other.told.stream()).toList();
    var items = new TreeMap<>(elements);
    other.elements.forEach((text, element) -> items.merge(text, element, Element::join));
    var set = new TreeMap<>(corrections);
    other.corrections.forEach((id, one) -> set.merge(id, one, Cell::later));
    var gone = new TreeSet<>(withdrawn);
    gone.addAll(other.withdrawn);
    return new Cell(all, items, set, gone);
  }

  private static Correction later(Correction one, Correction other) {
    return Correction.ORDER.compare(one, other) >= 0 ? one : other;
  }

  /// What people have said, without what was observed.
  Cell withoutObservations() {
    return new Cell(List.of(), new TreeMap<>(), corrections, withdrawn);
  }

  /// The correction in force; null if there is none.
  public @Nullable Correction correction() {
    return corrections.values().stream()
        .filter(correction -> !withdrawn.contains(correction.id()))
        .max(Correction.ORDER)
        .orElse(null);
  }

  /// The observation that wins, leaving corrections aside; null if there is none.
  public @Nullable Told winner(MergeStrategy strategy) {
    return told.stream().max(Told.order(strategy)).orElse(null);
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

  /// What was put in since the last null, in the order of when it first was. Counts the winners
  /// even where their items were not kept.
  private List<Element> merged() {
    var all = new TreeMap<>(elements);
    told.forEach(each -> put(all, each.stamp(), each.items()));
    var clearing = told.stream().filter(Told::clears).max(LATEST).map(Told::stamp).orElse(null);
    return all.values().stream()
        .filter(element -> clearing == null || element.isAfter(clearing))
        .sorted(Comparator.comparing(element -> element.first().at())) // stable: then by text
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
