package dev.quipu.model.payload;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonBoolean;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What was said of an entity being another: of each the latest word counts. Joined like all that
/// is known of it.
///
/// @param into the entities that it was said to be, by their ids
/// @param from the entities that were said to be it
public record Merges(SortedMap<String, Word> into, SortedMap<String, Word> from) {

  public static final Merges NONE = new Merges(new TreeMap<>(), new TreeMap<>());

  /// What was said.
  ///
  /// @param position of the entry that said so
  /// @param holds whether it said that it is so, or took that back
  public record Word(long position, boolean holds) {}

  public Merges {
    into = Collections.unmodifiableSortedMap(new TreeMap<>(into));
    from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
  }

  public static Merges into(EntityId survivor, Word word) {
    return new Merges(new TreeMap<>(Map.of(survivor.value(), word)), new TreeMap<>());
  }

  public static Merges from(EntityId merged, Word word) {
    return new Merges(new TreeMap<>(), new TreeMap<>(Map.of(merged.value(), word)));
  }

  public Merges join(Merges other) {
    return new Merges(joined(into, other.into), joined(from, other.from));
  }

  private static SortedMap<String, Word> joined(
      SortedMap<String, Word> one, SortedMap<String, Word> other) {
    var all = new TreeMap<>(one);
    other.forEach((id, word) -> all.merge(id, word, Merges::later));
    return all;
  }

  private static Word later(Word one, Word other) {
    return one.position() >= other.position() ? one : other;
  }

  /// The entities that it is, by what was said last.
  public List<EntityId> survivors() {
    return holding(into);
  }

  /// The entities that are it.
  public List<EntityId> merged() {
    return holding(from);
  }

  private static List<EntityId> holding(SortedMap<String, Word> words) {
    return words.entrySet().stream()
        .filter(each -> each.getValue().holds())
        .map(each -> new EntityId(each.getKey()))
        .toList();
  }

  JsonObject toJson() {
    return JsonObject.of("into", json(into), "from", json(from));
  }

  private static JsonObject json(SortedMap<String, Word> words) {
    var members = new LinkedHashMap<String, Json>();
    words.forEach(
        (id, word) ->
            members.put(id, JsonArray.of(Json.of(word.position()), Json.of(word.holds()))));
    return new JsonObject(members);
  }

  static Merges read(JsonObject json) {
    return new Merges(words(json.object("into")), words(json.object("from")));
  }

  private static SortedMap<String, Word> words(@Nullable JsonObject json) {
    var words = new TreeMap<String, Word>();
    if (json != null) {
      json.members()
          .forEach(
              (id, value) -> {
                if (value instanceof JsonArray(var items)
                    && items.getFirst() instanceof JsonNumber position
                    && items.getLast() instanceof JsonBoolean(var holds)) {
                  words.put(id, new Word(position.asLong(), holds));
                }
              });
    }
    return words;
  }
}
