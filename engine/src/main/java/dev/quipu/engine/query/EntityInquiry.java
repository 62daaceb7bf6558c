package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.engine.inspect.SeenEntities;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityTerms;
import dev.quipu.model.view.At;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Entities that are looked for through the index.
///
/// The index narrows as far as it can, by terms that more have than pass; what passes is decided by
/// the snapshot that the caller sees. That is read at the head of the log: an entity that is told
/// is told as it stands, however far the index has come.
///
/// @param place that the cursor leads to; null = it is the first page
record EntityInquiry(EntityQuestion asked, int maxLookedAt, @Nullable EntityPlace place)
    implements Inquiry<FoundEntities> {

  /// So many entities at most are looked for one by one.
  private static final int MOST_NAMED = 1_000;

  @Override
  public Question question() {
    return asked.question();
  }

  @Override
  public String list() {
    return asked.list();
  }

  @Override
  public Page page(Lookout.Place cursor) {
    return Page.of(EntityPlace.rest(cursor));
  }

  /// Where this page begins.
  private EntityPlace start(Lookout.View view) {
    return place == null ? new EntityPlace(view.at(asked.time()).asKnownAt(), "", 0) : place;
  }

  private SeenEntities seen(Lookout.View view, Page page) {
    return view.entities(new At(page.at().asOf(), start(view).head()));
  }

  @Override
  public List<Plan.Step> further(Lookout.View view, IndexView index, Page page) {
    var types = new TreeSet<String>();
    asked.types().forEach(type -> types.add(EntityTerms.type(type)));
    if (types.isEmpty()) {
      types.add(EntityTerms.ENTITY);
    }
    var steps = new ArrayList<>(List.of(step("entity_types", types)));
    var rarest = rarest(seen(view, page), index, page, steps.getFirst());
    if (rarest != null) {
      steps.add(rarest);
    }
    return steps;
  }

  /// The field filter that leaves least. One only: the others may hold by what another aspect says.
  /// So may the words that are looked for, hence with a text it is all aspects of those few
  /// entities that pass; null if there is no such filter, or they are not few.
  private Plan.@Nullable Step rarest(
      SeenEntities seen, IndexView index, Page page, Plan.Step ofTypes) {
    Selection least = null;
    Plan.Step rarest = null;
    for (var filter : asked.filters()) {
      var term = filter.term(seen, asked.types());
      if (term != null) {
        var step = step("filters", new TreeSet<>(List.of(term)));
        var left =
            index.select(
                page.at().asKnownAt(),
                List.of(
                    new IndexFilter.ValidAt(page.at().asOf()), ofTypes.filter(), step.filter()));
        if (least == null || left.eligible() < least.eligible()) {
          least = left;
          rarest = step;
        }
      }
    }
    if (least == null || asked.text().isBlank()) {
      return rarest;
    }
    return least.eligible() > MOST_NAMED ? null : step("filters", entities(least));
  }

  private static TreeSet<String> entities(Selection selection) {
    var terms = new TreeSet<String>();
    for (var hit : selection.newest(MOST_NAMED)) {
      var entity = Aspect.entityOf(hit.filed().ref());
      if (entity != null) {
        terms.add(EntityTerms.of(entity));
      }
    }
    return terms;
  }

  private static Plan.Step step(String name, TreeSet<String> terms) {
    terms.add(EntityTerms.ANYTHING);
    return new Plan.Step(
        name, JsonObject.of("any_of", Json.of(terms.size())), new IndexFilter.Marked(terms));
  }

  @Override
  public FoundEntities answer(Seeking seeking) {
    var view = seeking.view();
    var seen = seen(view, seeking.plan().page());
    return asked.isSorted()
        ? new SortedEntities(asked, start(view)).answer(seeking, seen)
        : new RankedEntities(asked, start(view), maxLookedAt).answer(seeking, seen);
  }
}
