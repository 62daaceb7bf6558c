package dev.quipu.engine.query;

import dev.quipu.engine.index.FilterField;
import dev.quipu.engine.inspect.ReadTime;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.log.LogPosition;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is asked.
///
/// @param text in any language; blank = whatever passes the filters, latest first
/// @param fields one of the values has to stand in each of these
/// @param from when it happened, at the earliest
/// @param to when it happened, before this
/// @param expand how far to follow edges from what was found
/// @param tokenBudget of a block of text that quotes what was found; null = none is made
/// @param explain whether to tell what words were found where
/// @param asAdmin whether an admin's right counts
/// @param objectsOnly whether to leave out everything but the objects
/// @param cursor what the page before gave; null = the first
/// @param knownAfter only what became known after this position; null = all
/// @param ways in which it is looked for
/// @param fold whether what says the same is told under one of them
public record Question(
    String text,
    int topK,
    Map<FilterField, NavigableSet<String>> fields,
    @Nullable Instant from,
    @Nullable Instant to,
    ReadTime time,
    @Nullable Expand expand,
    @Nullable Integer tokenBudget,
    boolean explain,
    boolean asAdmin,
    boolean objectsOnly,
    @Nullable String cursor,
    @Nullable LogPosition knownAfter,
    Ways ways,
    boolean fold) {

  /// In all ways.
  public Question(
      String text,
      int topK,
      Map<FilterField, NavigableSet<String>> fields,
      @Nullable Instant from,
      @Nullable Instant to,
      ReadTime time,
      @Nullable Expand expand,
      @Nullable Integer tokenBudget,
      boolean explain,
      boolean asAdmin,
      boolean objectsOnly,
      @Nullable String cursor,
      @Nullable LogPosition knownAfter) {
    this(
        text,
        topK,
        fields,
        from,
        to,
        time,
        expand,
        tokenBudget,
        explain,
        asAdmin,
        objectsOnly,
        cursor,
        knownAfter,
        Ways.DEFAULT,
        true);
  }

  /// For memories, each by itself, and nothing beside them.
  static Question ofMemories(
      String text, int topK, ReadTime time, @Nullable String cursor, Ways ways) {
    var memories = new TreeSet<>(Set.of(ObjectType.MEMORY.wireName()));
    return new Question(
        text,
        topK,
        Map.of(FilterField.OBJECT_TYPES, memories),
        null,
        null,
        time,
        null,
        null,
        false,
        false,
        true,
        cursor,
        null,
        ways,
        false);
  }

  /// How far to follow edges.
  ///
  /// @param edgeTypes empty = all
  public record Expand(int hops, Set<String> edgeTypes) {

    public Expand {
      edgeTypes = Collections.unmodifiableNavigableSet(new TreeSet<>(edgeTypes));
    }
  }

  public Question {
    var copy = new EnumMap<FilterField, NavigableSet<String>>(FilterField.class);
    fields.forEach(
        (field, values) ->
            copy.put(
                field,
                Collections.unmodifiableNavigableSet(
                    values.stream()
                        .map(field::asked)
                        .collect(Collectors.toCollection(TreeSet::new)))));
    fields = Collections.unmodifiableMap(copy);
  }

  /// The same in other ways.
  Question by(Ways other) {
    return new Question(
        text,
        topK,
        fields,
        from,
        to,
        time,
        expand,
        tokenBudget,
        explain,
        asAdmin,
        objectsOnly,
        cursor,
        knownAfter,
        other,
        fold);
  }

  /// The same, of what became known after a position, seen from another time: a page of it. By
  /// words alone: of what is new, something is the nearest whatever was asked. Nothing is folded:
  /// what is told must not depend on how much of it comes at once.
  public Question since(LogPosition position, ReadTime time, int topK, @Nullable String cursor) {
    return new Question(
        text,
        topK,
        fields,
        from,
        to,
        time,
        null,
        null,
        explain,
        asAdmin,
        true,
        cursor,
        position,
        Ways.WORDS,
        false);
  }

  /// Names the list that its pages are cut of.
  String list() {
    return "query/"
        + text
        + fields
        + from
        + to
        + asAdmin
        + knownAfter
        + ways.list()
        + (fold ? "" : "/each");
  }
}
