package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.WeighedHit;
import dev.quipu.engine.index.WordHits.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Puts the newer of two messages first where they give the same thing two values.
///
/// Two of the best are such a pair when one speaker said both in one conversation, the newer one
/// matches a good share of what the older one matches of the question, and [Values] sees two values
/// with at least two signs that they are of one thing: words of the question near both values, and
/// a word of change in the newer one. The newer one moves to the place right above the older one;
/// all others keep their order, and the set of the best stays the same. A message is overtaken once
/// at most; one that overtook may be overtaken in turn, so that of three values the last comes out
/// on top.
///
/// @param hits what the words weigh
/// @param texts what is said in one of the best
/// @param among how many are the best
record Restatements(
    List<Word> words, List<WeighedHit> hits, Function<Filed, String> texts, int among) {

  private static final int SIGNS = 2;
  private static final double SAME_THING = 0.3;

  List<Candidate> apply(List<Candidate> ranked) {
    int size = Math.min(among, ranked.size());
    var best = new ArrayList<>(ranked.subList(0, size));
    var asked = words.stream().filter(word -> !word.isName()).map(Word::text).toList();
    var read = new HashMap<IndexDocument.Key, Values>();
    Function<Candidate, Values> values =
        one -> read.computeIfAbsent(one.filed().key(), _ -> Values.of(texts.apply(one.filed())));
    var overtaken = new HashSet<IndexDocument.Key>();
    for (var newer : List.copyOf(best)) {
      for (int i = 0; i < best.indexOf(newer); i++) {
        var older = best.get(i);
        if (!overtaken.contains(older.filed().key())
            && areOfOneThing(older.filed(), newer.filed())
            && values.apply(newer).restate(values.apply(older), asked, SIGNS)
            && !values.apply(newer).isOfAnother(values.apply(older), asked)) {
          best.remove(newer);
          best.add(i, newer.raisedTo(older, "restates"));
          overtaken.add(older.filed().key());
          break;
        }
      }
    }
    best.addAll(ranked.subList(size, ranked.size()));
    return best;
  }

  private boolean areOfOneThing(Filed older, Filed newer) {
    var before = hitOf(older);
    var after = hitOf(newer);
    if (before == null
        || after == null
        || older.session() == null
        || !older.session().equals(newer.session())
        || older.role() == null
        || older.role() != newer.role()
        || !older.speaker().equals(newer.speaker())
        || Filed.OLDEST_FIRST.compare(older, newer) >= 0
        || isPage(before)
        || isPage(after)) {
      return false;
    }
    double both = 0;
    double ofOlder = 0;
    for (int i = 0; i < words.size(); i++) {
      if (!words.get(i).isName()) {
        both += Math.min(before.weights()[i], after.weights()[i]);
        ofOlder += before.weights()[i];
      }
    }
    return both > 0 && both >= SAME_THING * ofOlder;
  }

  private @Nullable WeighedHit hitOf(Filed document) {
    return hits.stream().filter(hit -> hit.filed().equals(document)).findFirst().orElse(null);
  }

  /// Pages are full of values of many things; a message states one or two.
  private static boolean isPage(WeighedHit hit) {
    return hit.length() > Weights.DEFAULT.longText();
  }
}
