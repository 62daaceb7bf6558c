package dev.quipu.engine.query;

import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.inspect.EntityView;
import dev.quipu.engine.inspect.SeenEntities;
import dev.quipu.engine.query.Suggestions.Pair;
import dev.quipu.model.Limits;
import dev.quipu.model.payload.EntityId;
import dev.quipu.model.payload.EntityTerms;
import dev.quipu.model.payload.Likeness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds what is called like an entity: through the index, which knows where such names lie, and
/// then name by name. Good for one answer.
final class Likes {

  private static final int MOST = Limits.ENTITIES.maxAlike();

  /// Names of one that are looked at.
  private static final int MAX_NAMES = 20;

  private static final Comparator<Pair> MOST_ALIKE =
      Comparator.<Pair>comparingDouble(pair -> pair.likeness().score())
          .reversed()
          .thenComparing(pair -> pair.other().known().entity().value());

  private final Seeking seeking;
  private final SeenEntities seen;
  private boolean isComplete = true;

  Likes(Seeking seeking, SeenEntities seen) {
    this.seeking = seeking;
    this.seen = seen;
  }

  /// Whether all that lies near was compared, until now.
  boolean isComplete() {
    return isComplete;
  }

  /// Most alike first.
  List<Pair> of(EntityView one) {
    var terms = new TreeSet<String>();
    names(one).forEach(name -> terms.addAll(EntityTerms.alike(one.known().type(), name)));
    var at = seeking.plan().page().at();
    var near =
        seeking
            .index()
            .select(
                at.asKnownAt(),
                List.of(new IndexFilter.ValidAt(at.asOf()), new IndexFilter.Marked(terms)))
            .newest(MOST + 1);
    isComplete = isComplete && near.size() <= MOST;
    var met = new HashSet<EntityId>();
    met.add(one.known().entity());
    var pairs = new ArrayList<Pair>();
    for (var hit : near.subList(0, Math.min(MOST, near.size()))) {
      var other = seen.of(hit.filed().ref());
      var pair = other != null && met.add(other.known().entity()) ? pair(one, other) : null;
      if (pair != null) {
        pairs.add(pair);
      }
    }
    pairs.sort(MOST_ALIKE);
    return pairs;
  }

  private static List<String> names(EntityView view) {
    var names = view.known().allNames();
    return names.subList(0, Math.min(MAX_NAMES, names.size()));
  }

  /// By the two names that are most alike; null if none are.
  private static @Nullable Pair pair(EntityView one, EntityView other) {
    var type = one.known().type();
    if (!other.known().type().equals(type)) {
      return null;
    }
    Pair best = null;
    for (var mine : names(one)) {
      for (var theirs : names(other)) {
        var likeness = Likeness.between(type, mine, theirs);
        if (likeness != null && (best == null || likeness.score() > best.likeness().score())) {
          best = new Pair(one, other, List.of(mine, theirs), likeness);
        }
      }
    }
    return best;
  }
}
