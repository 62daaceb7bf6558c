package dev.quipu.engine.index;

import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.SessionId;
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

  /// The latest in the log, at most so many, latest first; ties by id.
  List<Hit> newest(int limit);

  /// Those of these objects that pass.
  List<Hit> of(Collection<ObjectRef> refs);

  /// Those of a session that pass, in the order in which their objects were made. At most so many
  /// around each of the hits given.
  List<Hit> around(SessionId session, Collection<Hit> hits, int distance);
}
