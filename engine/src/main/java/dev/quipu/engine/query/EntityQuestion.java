package dev.quipu.engine.query;

import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.ReadTime;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which entities are looked for.
///
/// @param text in any language; blank = all that pass the filters
/// @param name only those that were ever called so; null = whatever they are called
/// @param types that they are of; empty = all
/// @param sort empty = the best first, or the latest if there is no text
/// @param cursor what the page before gave; null = the first
/// @param ways in which a text is looked for
public record EntityQuestion(
    String text,
    @Nullable String name,
    NavigableSet<String> types,
    List<FieldFilter> filters,
    List<EntityOrder> sort,
    ReadTime time,
    int limit,
    @Nullable String cursor,
    Ways ways) {

  public EntityQuestion {
    types = Collections.unmodifiableNavigableSet(new TreeSet<>(types));
    filters = List.copyOf(filters);
    sort = List.copyOf(sort);
  }

  /// Whether all that match have to be known before the first can be told.
  boolean isSorted() {
    return sort.stream().anyMatch(order -> order.by() != EntityOrder.By.RELEVANCE);
  }

  /// In the order that was asked for, and then by id.
  Comparator<JudgedEntity> order() {
    return sort.stream()
        .map(EntityOrder::comparator)
        .reduce((_, _) -> 0, Comparator::thenComparing)
        .thenComparing(one -> one.id().value());
  }

  /// The entity with what is judged; null if it does not pass.
  @Nullable JudgedEntity judge(EntityView view) {
    if (!types.isEmpty() && !types.contains(view.known().type())) {
      return null;
    }
    var snapshot = view.snapshot();
    return filters.stream().allMatch(filter -> filter.admits(snapshot))
        ? new JudgedEntity(view, snapshot)
        : null;
  }

  /// The same as the index is asked: by words alone if it is sorted, since by meaning everything is
  /// more or less near.
  Question question() {
    return Question.ofMemories(text, limit, time, cursor, isSorted() ? Ways.WORDS : ways);
  }

  /// Names the list that its pages are cut of.
  String list() {
    return "entities/" + text + "/" + name + types + filters + sort + ways.list();
  }
}
