package dev.quipu.testkit.index;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.Hit;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.Principal;
import dev.quipu.testkit.fixture.Callers;
import dev.quipu.testkit.fixture.Names;
import java.util.List;

/// Opens the index under test, and says in short what its tests do all the time.
public interface OpensIndex {

  /// An empty one the first time; later, for an index that keeps things, what was left of it.
  SearchIndex openIndex();

  static ReadScope scope(Caller caller) {
    return ReadScope.of(caller, new Reading(Names.DUSK, true, false, false));
  }

  static ReadScope as(Principal who) {
    return scope(Callers.user(Names.ACME, who));
  }

  static void fill(Generation generation, long position, IndexDocument... documents) {
    generation.put(List.of(documents));
    generation.publish(Names.at(position));
  }

  static void fill(SearchIndex index, long position, IndexDocument... documents) {
    fill(index.serving(Names.ACME), position, documents);
  }

  static List<Hit> words(SearchIndex index, ReadScope scope, String text) {
    try (var view = index.read(scope)) {
      return view.select(view.position(), List.of()).words(text, 100).hits();
    }
  }

  static List<Hit> wordsAt(SearchIndex index, ReadScope scope, long position, String text) {
    try (var view = index.read(scope)) {
      return view.select(Names.at(position), List.of()).words(text, 100).hits();
    }
  }

  static List<String> ids(List<Hit> hits) {
    return hits.stream().map(hit -> hit.filed().ref().id()).toList();
  }
}
