package dev.quipu.engine.query;

import dev.quipu.engine.inspect.EntityView;
import dev.quipu.model.payload.Likeness;
import dev.quipu.model.view.At;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Entities that may be one, for people to look at.
///
/// @param isComplete whether everything was compared that may be alike; if not, there are too many
///   with names that are nearly so
/// @param nextCursor null at the end
public record Suggestions(
    List<Pair> pairs, boolean isComplete, At at, @Nullable String nextCursor) {

  public Suggestions {
    pairs = List.copyOf(pairs);
  }

  /// Two of them.
  ///
  /// @param names of each, by which they are alike
  public record Pair(EntityView one, EntityView other, List<String> names, Likeness likeness) {

    public Pair {
      names = List.copyOf(names);
    }
  }
}
