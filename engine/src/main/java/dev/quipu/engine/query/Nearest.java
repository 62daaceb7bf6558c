package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.Near;
import dev.quipu.engine.index.VectorHits;
import dev.quipu.model.id.ObjectRef;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// What lies near to a question, and how near on a scale from 0 to 1.
///
/// The scale is that of the question: 1 is the nearest of all that is eligible, 0 the hundredth,
/// whatever cosines a model gives. Where they differ by less than [#NARROW], it is not stretched
/// over them; where there is no hundredth, 0 lies below the last.
final class Nearest {

  /// How many are found by meaning, whatever is wanted: pages of one answer fit together, and the
  /// scale is the same.
  static final int COUNT = 100;

  private static final double NARROW = 0.05;

  /// How many of the best by words are held against the question if the search was not exact: to
  /// look each up costs more than to find a hundred.
  private static final int CHECKED = 30;

  private final Meant meant;
  private final Function<List<ObjectRef>, List<Hit>> passing;
  private final VectorHits found;
  private final List<Filed> documents;
  private final Map<IndexDocument.Key, Double> cosines = new HashMap<>();
  private final double zero;
  private final double one;

  /// Whether something else may stand above 0.
  private final boolean isOpen;

  private Nearest(Meant meant, Function<List<ObjectRef>, List<Hit>> passing, VectorHits found) {
    this.meant = meant;
    this.passing = passing;
    this.found = found;
    this.documents = held(found.hits().stream().map(Near::filed).toList());
    found.hits().forEach(near -> cosines.put(near.filed().key(), near.cosine()));
    this.one = found.hits().isEmpty() ? 1 : found.hits().getFirst().cosine();
    double last = found.hits().isEmpty() ? 0 : found.hits().getLast().cosine();
    boolean isFull = found.hits().size() == COUNT;
    this.zero = isFull ? Math.min(last, one - NARROW) : last - NARROW;
    this.isOpen = !found.isExact() || (isFull && zero < last);
  }

  /// @param passing those of some objects that pass by the words' account: vectors may be behind
  static Nearest of(Meant meant, Function<List<ObjectRef>, List<Hit>> passing) {
    return new Nearest(meant, passing, meant.vectors().nearest(meant.vector(), COUNT));
  }

  /// Those that still pass, as the words know them.
  private List<Filed> held(List<Filed> near) {
    if (!meant.isBehind()) {
      return near;
    }
    var known = new HashMap<IndexDocument.Key, Filed>();
    passing.apply(near.stream().map(Filed::ref).toList()).stream()
        .map(Hit::filed)
        .forEach(filed -> known.put(filed.key(), filed));
    return near.stream().map(each -> known.get(each.key())).filter(Objects::nonNull).toList();
  }

  /// What lies near, beyond the hundred too.
  ///
  /// @param documents nearest first
  /// @param isAll whether nothing lies behind the last
  record Further(List<Filed> documents, boolean isAll) {

    static final Further NONE = new Further(List.of(), true);
  }

  /// As far as is wanted. Each look goes twice as far as the one before, and what it finds comes
  /// behind what that one has found: a search that is not exact may find another order when it goes
  /// further, and the pages of an answer are to fit together.
  Further further(int wanted) {
    var near = new LinkedHashMap<IndexDocument.Key, Filed>();
    int reach = COUNT;
    var hits = found.hits();
    hits.forEach(hit -> near.put(hit.filed().key(), hit.filed()));
    while (hits.size() == reach && near.size() < wanted) {
      reach *= 2;
      hits = meant.vectors().nearest(meant.vector(), reach).hits();
      hits.forEach(hit -> near.putIfAbsent(hit.filed().key(), hit.filed()));
    }
    return new Further(held(List.copyOf(near.values())), hits.size() < reach);
  }

  /// Those that pass, nearest first.
  List<Filed> documents() {
    return documents;
  }

  boolean isExact() {
    return found.isExact();
  }

  /// How many vectors were compared with the question.
  long visited() {
    return found.visited();
  }

  /// Where the best stand on the scale, nearest first.
  double[] scale() {
    return found.hits().stream().mapToDouble(near -> onScale(near.cosine())).toArray();
  }

  /// How near documents are that were found in any way; in the order given. What is not among the
  /// nearest stands at 0, but the first ones are looked at if one may have been missed.
  ///
  /// @param others the best by words first
  double[] of(List<Filed> others) {
    var unknown =
        isOpen
            ? others.stream()
                .limit(CHECKED)
                .filter(each -> !cosines.containsKey(each.key()))
                .toList()
            : List.<Filed>of();
    var further =
        unknown.isEmpty()
            ? Map.<IndexDocument.Key, Double>of()
            : meant.vectors().nearness(meant.vector(), unknown);
    return others.stream()
        .map(Filed::key)
        .map(key -> cosines.getOrDefault(key, further.getOrDefault(key, zero)))
        .mapToDouble(this::onScale)
        .toArray();
  }

  private double onScale(double cosine) {
    return Math.clamp((cosine - zero) / (one - zero), 0, 1);
  }
}
