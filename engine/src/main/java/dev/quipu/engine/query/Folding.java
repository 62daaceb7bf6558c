package dev.quipu.engine.query;

import dev.quipu.engine.index.Filed;
import dev.quipu.engine.index.IndexDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which of what was ranked is told under another that says the same.
///
/// All keep their places in the ranking, so that a page begins where the one before ended even if
/// one of them is no longer for the caller.
///
/// @param under by what they are told under, in the order of the ranking
/// @param away those that are told under another
record Folding(Map<IndexDocument.Key, List<Candidate>> under, Set<IndexDocument.Key> away) {

  static final Folding NONE = new Folding(Map.of(), Set.of());

  /// The first of each group stays, wherever its others stand.
  ///
  /// @param groups of those that say the same
  static Folding of(List<Candidate> ranked, List<List<Filed>> groups) {
    if (groups.isEmpty()) {
      return NONE;
    }
    var groupOf = new HashMap<IndexDocument.Key, List<Filed>>();
    groups.forEach(group -> group.forEach(filed -> groupOf.put(filed.key(), group)));
    var firsts = new HashMap<List<Filed>, IndexDocument.Key>();
    var under = new HashMap<IndexDocument.Key, List<Candidate>>();
    var away = new HashSet<IndexDocument.Key>();
    for (var one : ranked) {
      var key = one.filed().key();
      var group = groupOf.get(key);
      if (group == null) {
        continue;
      }
      var first = firsts.putIfAbsent(group, key);
      if (first != null) {
        under.computeIfAbsent(first, _ -> new ArrayList<>()).add(one);
        away.add(key);
      }
    }
    return new Folding(under, away);
  }

  boolean isAway(Candidate one) {
    return away.contains(one.filed().key());
  }

  List<Candidate> under(Candidate one) {
    return under.getOrDefault(one.filed().key(), List.of());
  }
}
