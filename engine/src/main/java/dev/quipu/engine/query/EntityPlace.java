package dev.quipu.engine.query;

import dev.quipu.engine.inspect.Lookout;
import dev.quipu.model.log.LogPosition;
import java.util.List;
import java.util.stream.Stream;

/// Where a page of entities begins, beside where it begins in a ranking.
///
/// @param head the position at which entities are seen, which the index need not have come to
/// @param last the id of the last that was told in an order of its own; empty = none
/// @param told how many were told in that order
record EntityPlace(LogPosition head, String last, int told) {

  /// How many words of a cursor it has.
  private static final int WORDS = 3;

  static EntityPlace of(Lookout.Place place) {
    var words = place.place();
    return new EntityPlace(
        new LogPosition(Long.parseLong(words.get(0))),
        words.get(1),
        Integer.parseInt(words.get(2)));
  }

  /// What a cursor says beside it.
  static Lookout.Place rest(Lookout.Place place) {
    var words = place.place();
    return new Lookout.Place(place.at(), words.subList(WORDS, words.size()));
  }

  EntityPlace after(String id, int more) {
    return new EntityPlace(head, id, told + more);
  }

  /// For a cursor.
  List<String> words(List<String> rest) {
    return Stream.concat(Stream.of(head.toString(), last, Integer.toString(told)), rest.stream())
        .toList();
  }
}
