package dev.quipu.engine.query;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.SeenEntities;
import dev.quipu.engine.query.FoundEntities.Found;
import dev.quipu.model.Limits;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.payload.EntityId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A page of entities in an order that the index does not have: all that match are looked at, so
/// they must not be too many.
///
/// @param start where the page begins
record SortedEntities(EntityQuestion asked, EntityPlace start) {

  private static final int MOST = Limits.ENTITIES.maxSorted();

  /// Of those that the index finds, and that are called so.
  FoundEntities answer(Seeking seeking, SeenEntities seen) {
    var selection = seeking.select();
    var called = Set.<EntityId>of();
    var all = new ArrayList<EntityView>();
    if (!asked.text().isBlank()) {
      var named = seen.called(asked.text(), MOST);
      called = named.keySet();
      all.addAll(named.values());
    }
    for (var ref : found(selection)) {
      var view = seen.of(ref);
      if (view != null) {
        all.add(view);
      }
    }
    var page = seeking.plan().page();
    var cut = cut(all, called);
    return new FoundEntities(
        cut.found(),
        seeking.search(selection, true, all.size()),
        seeking.index().position(),
        seen.at(),
        cut.next() == null
            ? null
            : seeking
                .view()
                .cursor(page.at(), cut.next().words(page.next(0, seeking.pin())), asked.list()));
  }

  /// Of those that are called so, and of no others.
  FoundEntities answer(Lookout.View view, SeenEntities seen, String name) {
    var named = seen.called(name, MOST + 1);
    if (named.size() > MOST) {
      throw tooMany();
    }
    var cut = cut(named.values(), named.keySet());
    return new FoundEntities(
        cut.found(),
        null,
        seen.at().asKnownAt(),
        seen.at(),
        cut.next() == null
            ? null
            : view.cursor(seen.at(), cut.next().words(List.of()), asked.list()));
  }

  private Set<ObjectRef> found(Selection selection) {
    boolean byWords = !asked.text().isBlank();
    var hits = byWords ? selection.words(asked.text(), MOST + 1).hits() : newest(selection);
    if (hits.size() > MOST) {
      throw tooMany();
    }
    var refs = new LinkedHashSet<ObjectRef>();
    hits.forEach(hit -> refs.add(hit.filed().ref()));
    return refs;
  }

  private static List<Hit> newest(Selection selection) {
    if (selection.eligible() > MOST) {
      throw tooMany();
    }
    return selection.newest(MOST);
  }

  private static Invalid tooMany() {
    return new Invalid(
        "/sort",
        "sort.too_many",
        "More than "
            + MOST
            + " may match, and they would all have to be looked at. Narrow them by entity_types or"
            + " filters, or leave sort out.");
  }

  /// @param next null at the end
  private record Cut(List<Found> found, @Nullable EntityPlace next) {}

  private Cut cut(Collection<EntityView> all, Set<EntityId> called) {
    var met = new HashSet<EntityId>();
    var passing = new ArrayList<JudgedEntity>();
    for (var view : all) {
      var judged = met.add(view.known().entity()) ? asked.judge(view) : null;
      if (judged != null) {
        passing.add(judged);
      }
    }
    passing.sort(asked.order());
    int from = from(passing);
    int to = Math.min(passing.size(), from + asked.limit());
    var page = passing.subList(from, to);
    return new Cut(
        page.stream().map(one -> new Found(one.view(), null, called.contains(one.id()))).toList(),
        to == passing.size() ? null : start.after(page.getLast().id().value(), page.size()));
  }

  /// Behind the last that was told; should the caller not see that any more, behind as many as
  /// were.
  private int from(List<JudgedEntity> passing) {
    for (int i = 0; i < passing.size(); i++) {
      if (passing.get(i).id().value().equals(start.last())) {
        return i + 1;
      }
    }
    return Math.min(start.told(), passing.size());
  }
}
