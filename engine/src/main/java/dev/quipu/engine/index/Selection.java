package dev.quipu.engine.index;

import dev.quipu.model.id.ObjectRef;
import java.util.Collection;
import java.util.List;

/// The documents of a view that pass its filters. Statistics of words are taken over everything
/// that the scope sees at that position, whether it passes or not.
public interface Selection {

  /// How many documents the scope sees at that position.
  long visible();

  /// How many are left after each filter, in their order.
  List<Long> left();

  /// How many pass all filters.
  default long eligible() {
    return left().isEmpty() ? visible() : left().getLast();
  }

  /// The best by their words, at most so many, best first; ties by id.
  WordHits words(String text, int limit);

  /// What each word of a text weighs in these documents; in the order given. In one that does not
  /// pass nothing weighs anything.
  List<WeighedHit> weigh(String text, List<Filed> documents);

  /// In which field each word of a text was found, and what that gave; for each document, in the
  /// order given.
  List<List<Hit.Matched>> explain(String text, List<Filed> documents);

  /// The latest in the log, at most so many, latest first; ties by id.
  List<Hit> newest(int limit);

  /// Those of these objects that pass, by id.
  List<Hit> of(Collection<ObjectRef> refs);

  /// What passes and stands beside these documents in their sessions, in the order in which objects
  /// were made: at most so many before and after each; in the order given.
  List<Hit.Beside> beside(List<Filed> documents, int distance);
}
