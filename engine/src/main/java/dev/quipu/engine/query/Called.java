package dev.quipu.engine.query;

import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.query.Candidate.Parts;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a question calls by its id, of whatever type it may be.
record Called(Set<ObjectRef> refs) {

  /// Ids that are looked for in a question.
  private static final int MOST_IDS = 16;

  /// Takes a whole run at once, so that a text without any end costs one look at each letter.
  private static final Pattern RUN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]*+");

  /// What tells an id from a word, behind its first letter.
  private static final Pattern ID_SIGN = Pattern.compile("[_:0-9]");

  /// Longer than any id, with signs behind it.
  private static final int LONGEST_RUN = 1_000;

  /// How much higher than anything else something stands that is called by its id.
  private static final double HEIGHT = 2;

  static Called in(String text) {
    var refs = new LinkedHashSet<ObjectRef>();
    RUN.matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(run -> run.length() <= LONGEST_RUN && ID_SIGN.matcher(run).find(1))
        .map(run -> run.replaceFirst("[.:-]++$", ""))
        .filter(Identifier::isWellFormed)
        .distinct()
        .limit(MOST_IDS)
        .forEach(
            id ->
                Stream.of(ObjectType.values())
                    .filter(IndexDocument::isFound)
                    .forEach(type -> refs.add(new ObjectRef(type, id))));
    return new Called(refs);
  }

  /// Puts what is called before everything else.
  ///
  /// @param hits what there is of it
  static List<Candidate> first(List<Hit> hits, List<Candidate> ranked) {
    if (hits.isEmpty()) {
      return ranked;
    }
    double height = HEIGHT * Math.max(1, ranked.isEmpty() ? 0 : ranked.getFirst().score());
    var keys = new HashSet<IndexDocument.Key>();
    var all = new ArrayList<Candidate>();
    for (var hit : hits) {
      if (keys.add(hit.filed().key())) {
        all.add(new Candidate(hit.filed(), height, Parts.of("called", height)));
      }
    }
    ranked.stream().filter(each -> !keys.contains(each.filed().key())).forEach(all::add);
    return all;
  }
}
