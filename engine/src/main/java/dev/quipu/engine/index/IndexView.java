package dev.quipu.engine.index;

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

  @Override
  void close();
}
