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

  /// The best by their words, at most so many, best first; ties by id. What each word gave is not
  /// told: see [#weigh].
  WordHits words(String text, int limit);

  /// These hits with the scores that the words of a text give them, and what each word gave; in the
  /// order given. Those that do not pass get none.
  List<Hit> weigh(String text, List<Hit> hits);

  /// How many words the text of a hit has, about; 0 if it does not pass.
  int length(Hit hit);

  /// The latest in the log, at most so many, latest first; ties by id.
  List<Hit> newest(int limit);

  /// Those of these objects that pass, by id.
  List<Hit> of(Collection<ObjectRef> refs);

  /// Those of a session that pass, in the order in which their objects were made: each of the hits
  /// given that is among them, and at most so many on either side of it.
  List<Hit> around(SessionId session, Collection<Hit> hits, int distance);
}
