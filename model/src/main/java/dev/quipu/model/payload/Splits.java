package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.JsonString;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which observations speak of another entity than the one that they were made for: of each the
/// latest word counts. Joined like all that is known of an entity.
///
/// @param words by the ids of observations
public record Splits(SortedMap<String, Word> words) {

  public static final Splits NONE = new Splits(new TreeMap<>());

  /// What was said of an observation.
  ///
  /// @param position of the entry that said so
  /// @param told position of the entry that holds the observation
  /// @param of the entity that it speaks of
  /// @param name what that is called
  public record Word(long position, long told, EntityId of, String name) {}

  public Splits {
    words = Collections.unmodifiableSortedMap(new TreeMap<>(words));
  }

  public static Splits of(Map<String, Word> words) {
    return new Splits(new TreeMap<>(words));
  }

  public Splits join(Splits other) {
    if (other.words.isEmpty()) {
      return this;
    }
    var all = new TreeMap<>(words);
    other.words.forEach((id, word) -> all.merge(id, word, Splits::later));
    return new Splits(all);
  }

  private static Word later(Word one, Word other) {
    return one.position() >= other.position() ? one : other;
  }

  /// The entity that an observation speaks of.
  public EntityId entityOf(Observation observation) {
    var word = words.get(observation.id());
    return word == null ? observation.entity() : word.of();
  }

  /// What the entity is called that an observation was found to speak of; null if it speaks of the
  /// one that it was made for.
  public @Nullable String nameFor(Observation observation) {
    var word = words.get(observation.id());
    return word == null || word.of().equals(observation.entity()) ? null : word.name();
  }

  /// The observations that were found to speak of an entity, by the positions of their entries.
  public SortedMap<Long, List<String>> foundOf(EntityId entity) {
    var found = new TreeMap<Long, List<String>>();
    words.forEach(
        (id, word) -> {
          if (word.of().equals(entity)) {
            found.merge(word.told(), List.of(id), Splits::both);
          }
        });
    return found;
  }

  private static List<String> both(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  JsonObject toJson() {
    var members = new LinkedHashMap<String, Json>();
    words.forEach(
        (id, word) ->
            members.put(
                id,
                JsonArray.of(
                    Json.of(word.position()),
                    Json.of(word.told()),
                    Json.of(word.of().value()),
                    Json.of(word.name()))));
    return new JsonObject(members);
  }

  static Splits read(JsonObject json) {
    var words = new TreeMap<String, Word>();
    json.members()
        .forEach(
            (id, value) -> {
              if (value instanceof JsonArray(var items)
                  && items.get(0) instanceof JsonNumber position
                  && items.get(1) instanceof JsonNumber told
                  && items.get(2) instanceof JsonString(var entity)
                  && items.get(3) instanceof JsonString(var name)) {
                words.put(
                    id, new Word(position.asLong(), told.asLong(), new EntityId(entity), name));
              }
            });
    return new Splits(words);
  }
}
