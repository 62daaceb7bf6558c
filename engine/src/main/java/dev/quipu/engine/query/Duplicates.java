package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.object.Lifecycle;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Finds out which of the best say the same.
///
/// Only what matches the question alike, word by word, in texts of about one length whose sketches
/// allow it is looked at closer, so that most questions read nothing for it. Whoever says `I` means
/// another than somebody else who does, so two speakers never say the same; nor does one on two
/// days who speaks of yesterday. What has been superseded is left where it is: its successor tells
/// of it.
///
/// @param hits what the words weigh
/// @param see looks at several at once
/// @param texts what one says; empty if it is not for the caller
/// @param called what the question calls by its id: that stands for itself
record Duplicates(
    List<WeighedHit> hits,
    Consumer<Collection<ObjectRef>> see,
    Function<Filed, String> texts,
    Set<ObjectRef> called) {

  /// How far apart weights and lengths of two may be that are looked at closer.
  private static final double NEARLY = 0.1;

  /// Lengths differ by so many words at least before a tenth is more: an article, an ending.
  private static final int FEW = 2;

  private record Said(WeighedHit hit, Saying saying) {

    boolean isSameAs(Said other) {
      return areAlike(hit, other.hit)
          && saying.saysSameAs(other.saying)
          && (day(hit).equals(day(other.hit)) || !saying.leansOnItsDay());
    }
  }

  /// Those that say the same, two or more in each list, in the order of the ranking.
  ///
  /// @param among how many of the best are looked at
  List<List<Filed>> of(List<Candidate> ranked, int among) {
    var likely = likely(ranked.subList(0, Math.min(among, ranked.size())));
    var closer = new BitSet();
    for (int i = 1; i < likely.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (areAlike(likely.get(j), likely.get(i))) {
          closer.set(i);
          closer.set(j);
        }
      }
    }
    if (closer.isEmpty()) {
      return List.of();
    }
    var alike = closer.stream().mapToObj(likely::get).toList();
    see.accept(alike.stream().map(hit -> hit.filed().ref()).toList());
    return groups(alike);
  }

  /// Best first.
  private List<WeighedHit> likely(List<Candidate> best) {
    var weighed = new HashMap<IndexDocument.Key, WeighedHit>();
    hits.forEach(hit -> weighed.put(hit.filed().key(), hit));
    return best.stream()
        .map(Candidate::filed)
        .filter(Duplicates::isSaying)
        .filter(filed -> filed.lifecycle() == Lifecycle.ACTIVE && !called.contains(filed.ref()))
        .map(filed -> weighed.get(filed.key()))
        .filter(Objects::nonNull)
        .toList();
  }

  /// Others tell their ids, of which no two are the same.
  private static boolean isSaying(Filed filed) {
    return filed.ref().type() == ObjectType.MEMORY || filed.ref().type() == ObjectType.EVENT;
  }

  private static boolean areAlike(WeighedHit one, WeighedHit two) {
    var here = one.filed();
    var there = two.filed();
    if (!(areNear(one.length(), two.length()) || Math.abs(one.length() - two.length()) <= FEW)
        || !here.sketch().mayHoldOrBeHeldBy(there.sketch())
        || here.ref().type() != there.ref().type()
        || here.ref().equals(there.ref())
        || here.role() != there.role()
        || !here.speaker().equals(there.speaker())) {
      return false;
    }
    for (int word = 0; word < one.weights().length; word++) {
      if (!areNear(one.weights()[word], two.weights()[word])) {
        return false;
      }
    }
    return true;
  }

  private static boolean areNear(double one, double two) {
    return Math.abs(one - two) <= NEARLY * Math.max(one, two);
  }

  /// Each says the same as the first of its list.
  private List<List<Filed>> groups(List<WeighedHit> alike) {
    var groups = new ArrayList<List<Said>>();
    for (var hit : alike) {
      var said = new Said(hit, Saying.of(texts.apply(hit.filed())));
      if (!said.saying().text().isBlank()) {
        groups.stream()
            .filter(group -> group.getFirst().isSameAs(said))
            .findFirst()
            .ifPresentOrElse(
                group -> group.add(said), () -> groups.add(new ArrayList<>(List.of(said))));
      }
    }
    return groups.stream()
        .filter(group -> group.size() > 1)
        .map(group -> group.stream().map(said -> said.hit().filed()).toList())
        .toList();
  }

  private static LocalDate day(WeighedHit hit) {
    return hit.filed().time().atZone(ZoneOffset.UTC).toLocalDate();
  }
}
