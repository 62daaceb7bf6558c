package dev.quipu.engine.query;

import dev.quipu.engine.index.Selection;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.SeenEntities;
import dev.quipu.engine.query.FoundEntities.Found;
import dev.quipu.model.Limits;
import dev.quipu.model.payload.Aspect;
import dev.quipu.model.payload.EntityId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A page of entities, best first: those that are called what was asked for, which are looked up,
/// and then as they rank. Good for one answer.
final class RankedEntities {

  private final EntityQuestion asked;
  private final EntityPlace start;
  private final int maxLookedAt;
  private final List<Found> page = new ArrayList<>();
  private int looked;

  RankedEntities(EntityQuestion asked, EntityPlace start, int maxLookedAt) {
    this.asked = asked;
    this.start = start;
    this.maxLookedAt = maxLookedAt;
  }

  FoundEntities answer(Seeking seeking, SeenEntities seen) {
    seeking.requireVectors();
    var selection = seeking.select();
    SortedMap<EntityId, EntityView> called =
        asked.text().isBlank()
            ? new TreeMap<>(EntityId.ORDER)
            : seen.called(asked.text(), Limits.ENTITIES.maxSorted());
    var last = tellCalled(called);
    int offset = seeking.plan().page().offset();
    // one more tells whether there is another page
    var walk = new Walk(seeking, selection, seen, called.keySet(), offset);
    int next = page.size() > asked.limit() ? offset : walk.on();
    boolean isFull = page.size() > asked.limit();
    var told = isFull ? page.subList(0, asked.limit()) : page;
    return new FoundEntities(
        told,
        seeking.search(selection, walk.isExact, walk.visited),
        seeking.index().position(),
        seen.at(),
        isFull || next >= 0 ? cursor(seeking, last, Math.max(0, next)) : null);
  }

  private String cursor(Seeking seeking, String last, int offset) {
    var at = seeking.plan().page();
    var place = start.after(last, 0);
    return seeking
        .view()
        .cursor(at.at(), place.words(at.next(offset, seeking.pin())), asked.list());
  }

  /// Tells those that are called so, by id, and one more than the page holds; gives the last that
  /// it holds.
  private String tellCalled(SortedMap<EntityId, EntityView> called) {
    var last = start.last();
    for (var view : called.values()) {
      var id = view.known().entity().value();
      var judged = id.compareTo(start.last()) > 0 ? asked.judge(view) : null;
      if (judged != null) {
        page.add(new Found(view, null, true));
        if (page.size() > asked.limit()) {
          return last;
        }
        last = id;
      }
    }
    return last;
  }

  /// Along the ranking.
  private final class Walk {

    private final Seeking seeking;
    private final Selection selection;
    private final SeenEntities seen;
    private final Set<EntityId> called;
    private final Set<EntityId> before = new HashSet<>();
    private int place;
    private boolean isExact = true;
    private long visited;

    Walk(
        Seeking seeking, Selection selection, SeenEntities seen, Set<EntityId> called, int offset) {
      this.seeking = seeking;
      this.selection = selection;
      this.seen = seen;
      this.called = called;
      this.place = offset;
    }

    /// Until one more is found than the page holds, or enough was looked at; gives where the next
    /// page begins, below 0 if there is none.
    int on() {
      int want = Seeking.bounded((long) place + asked.limit() + 2);
      while (true) {
        var ranking = seeking.rank(selection, want);
        isExact = ranking.isExact();
        visited = ranking.visited();
        var candidates = ranking.candidates();
        if (before.isEmpty()) {
          candidates.stream().limit(place).forEach(this::pass);
        }
        while (place < candidates.size()) {
          var candidate = candidates.get(place);
          var found = find(candidate);
          if (found != null) {
            page.add(found);
            if (page.size() > asked.limit()) {
              return place;
            }
          }
          pass(candidate);
          place++;
          if (looked >= maxLookedAt) {
            return place;
          }
        }
        if (ranking.isAll()) {
          return -1;
        }
        want = Seeking.bounded(2L * want);
      }
    }

    private void pass(Candidate candidate) {
      var entity = Aspect.entityOf(candidate.filed().ref());
      if (entity != null) {
        before.add(entity);
      }
    }

    /// Null if it does not pass, or was told already, by this aspect or by another.
    private @Nullable Found find(Candidate candidate) {
      var ref = candidate.filed().ref();
      var entity = Aspect.entityOf(ref);
      if (entity == null || before.contains(entity)) {
        return null;
      }
      looked++;
      var view = seen.of(ref);
      if (view == null || called.contains(view.known().entity())) {
        return null;
      }
      return asked.judge(view) == null || wasMet(view.known().entity())
          ? null
          : new Found(view, candidate.score(), false);
    }

    /// Whether one that came before was found to be this one. What was said to be this one may have
    /// been found to be yet another.
    private boolean wasMet(EntityId entity) {
      return seen.names(entity).stream()
          .filter(before::contains)
          .map(seen::of)
          .anyMatch(other -> other != null && other.known().entity().equals(entity));
    }
  }
}
