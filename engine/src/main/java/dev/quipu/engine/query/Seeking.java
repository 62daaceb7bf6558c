package dev.quipu.engine.query;

import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.index.IndexFilter;
import dev.quipu.engine.index.IndexView;
import dev.quipu.engine.index.Selection;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.engine.inspect.Lookout;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What may answer a question, best first: index, vectors and store, looked at from one point. Good
/// for one answer.
final class Seeking {

  /// Why who waits for vectors gets no answer. A question that the model does not know has none
  /// that could be waited for.
  private static final Set<VectorUse> LACKING =
      EnumSet.of(VectorUse.NONE, VectorUse.NOT_YET, VectorUse.UNAVAILABLE);

  /// The same for who wants nothing else.
  private static final Set<VectorUse> LACKING_ALL =
      EnumSet.of(VectorUse.NONE, VectorUse.NOT_YET, VectorUse.UNAVAILABLE, VectorUse.NOT_KNOWN);

  private final Plan plan;
  private final Question question;
  private final At at;
  private final IndexView index;
  private final Lookout.View view;
  private final Weights weights;
  private final Sense sense;
  private final @Nullable Meant meant;
  private final Sightings sightings;

  Seeking(Plan plan, IndexView index, Lookout.View view, Weights weights, Sense sense) {
    this.plan = plan;
    this.question = plan.question();
    this.at = plan.page().at();
    this.index = index;
    this.view = view;
    this.weights = weights;
    this.sense = sense;
    this.meant = sense instanceof Sense.Sought sought ? meant(sought) : null;
    this.sightings = new Sightings(view, at);
  }

  /// What the vectors are held against; null if there are none yet.
  private @Nullable Meant meant(Sense.Sought sought) {
    var asked = sought.upTo();
    var upTo = asked == null || asked.isAfter(at.asKnownAt()) ? at.asKnownAt() : asked;
    var filters = plan.filters().stream().map(Plan.Step::filter).toList();
    var vectors = index.select(sought.model(), upTo, filters);
    var reached = upTo.isAfter(vectors.position()) ? vectors.position() : upTo;
    return reached.equals(LogPosition.START)
        ? null
        : new Meant(
            sought.model(),
            sought.vector(),
            sought.known(),
            vectors,
            reached,
            at.asKnownAt().isAfter(reached));
  }

  Plan plan() {
    return plan;
  }

  IndexView index() {
    return index;
  }

  Lookout.View view() {
    return view;
  }

  Sightings sightings() {
    return sightings;
  }

  @Nullable Meant meant() {
    return meant;
  }

  /// The position that the vectors have to come to first, since an answer before this one was
  /// ranked by them there; null if they stand well.
  @Nullable LogPosition missing() {
    var wanted = sense instanceof Sense.Sought sought ? sought.upTo() : null;
    boolean isThere = wanted == null || (meant != null && !wanted.isAfter(meant.upTo()));
    return isThere ? null : wanted;
  }

  private VectorUse use() {
    return switch (sense) {
      case Sense.Sought _ -> meant == null ? VectorUse.NOT_YET : VectorUse.USED;
      case Sense.Absent(var why) -> why;
    };
  }

  /// Refuses a question that wants vectors where there are none.
  void requireVectors() {
    if (lacking().contains(use()) && meaningful() > 0) {
      throw Senses.unavailable();
    }
  }

  /// Why words alone are no answer. A later page is ranked as the first one was, whoever waits.
  private Set<VectorUse> lacking() {
    var ways = question.ways();
    if (!ways.byWords() || (ways.given() != null && question.text().isBlank())) {
      return LACKING_ALL;
    }
    return ways.awaitsVectors() && plan.page().vectors() == null ? LACKING : Set.of();
  }

  /// How much passes the question's filters that could be found by vectors: if nothing does, there
  /// is nothing to be found, with them or without.
  private long meaningful() {
    var types = new TreeSet<String>();
    VectorDocument.TYPES.forEach(type -> types.add(type.wireName()));
    return select(Stream.of(new IndexFilter.OneOf(FilterField.OBJECT_TYPES, types))).eligible();
  }

  /// What share of that has its vectors by now; null if they have not been looked at.
  private @Nullable Double covered() {
    if (meant == null) {
      return null;
    }
    long could = meant.isBehind() ? meaningful() : 0;
    return could == 0 ? 1.0 : Math.min(1.0, (double) meant.vectors().eligible() / could);
  }

  /// What passes the question's filters.
  Selection select() {
    return select(Stream.of());
  }

  /// The same that passes others as well.
  private Selection select(Stream<IndexFilter> more) {
    var filters = plan.filters().stream().<IndexFilter>map(Plan.Step::filter);
    return index.select(at.asKnownAt(), Stream.concat(filters, more).toList());
  }

  /// @param want how many are looked at, at least
  Ranking rank(Selection selection, int want) {
    var asked =
        new Ranking.Asked(question.text(), question.ways().byWords(), meant, question.fold());
    return Ranking.of(
        asked,
        selection,
        time -> select(Stream.of(new IndexFilter.Within(time.from(), time.to()))),
        sightings,
        weights,
        plan.page().window(),
        want);
  }

  /// How it was searched.
  Evidence.Search search(Selection selection, boolean isExact, long visited) {
    return new Evidence.Search(isExact, selection.eligible(), visited, use(), covered());
  }

  /// By which vectors it is ranked.
  VectorsPin pin() {
    return meant == null ? new VectorsPin.Without(use()) : meant.pin();
  }

  /// A trace may be sent with any offset.
  static int bounded(long want) {
    return (int) Math.min(want, Integer.MAX_VALUE / 2);
  }
}
