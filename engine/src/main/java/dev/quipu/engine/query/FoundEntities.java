package dev.quipu.engine.query;

import dev.quipu.engine.inspect.EntityView;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.At;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of entities that were looked for.
///
/// @param search how it was searched; null if names were looked up and nothing was searched
/// @param wordsPosition the position of the log that the index has shown; that of the answer if it
///   was not asked
/// @param at the point that they are seen at
/// @param nextCursor null at the end
public record FoundEntities(
    List<Found> entities,
    Evidence.@Nullable Search search,
    LogPosition wordsPosition,
    At at,
    @Nullable String nextCursor) {

  public FoundEntities {
    entities = List.copyOf(entities);
  }

  /// One of them.
  ///
  /// @param score null if nothing was ranked
  /// @param called whether it was ever called what was looked for
  public record Found(EntityView view, @Nullable Double score, boolean called) {}
}
