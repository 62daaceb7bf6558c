package dev.quipu.engine.index;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.model.log.LogPosition;
import java.util.List;

/// A tenant's index at one moment, as far as a scope sees it. To be closed soon. Used by one
/// thread.
public interface IndexView extends AutoCloseable {

  /// What it shows is the log up to here.
  LogPosition position();

  /// Which filling of the index it is.
  int generation();

  /// What was known at a position, narrowed by one filter after the other.
  ///
  /// @param knownAt up to [#position]
  Selection select(LogPosition knownAt, List<IndexFilter> filters);

  /// The same by meaning. The vectors stand as they do when this view is first asked for those of
  /// the model, and do not change while it is open; if they have not come as far as is asked for,
  /// the answer is as far as they have. A model without vectors selects nothing.
  ///
  /// @param knownAt up to [#position]
  VectorSelection select(EmbeddingModel model, LogPosition knownAt, List<IndexFilter> filters);

  @Override
  void close();
}
