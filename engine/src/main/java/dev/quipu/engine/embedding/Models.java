package dev.quipu.engine.embedding;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The models that can be had here, by their names ([EmbeddingModel#name]). Thread-safe.
public interface Models {

  /// The one that is to make vectors; null = none is.
  @Nullable String chosen();

  Set<String> names();

  /// What texts one of them understands, whether it is ready or not.
  Letters letters(String name);

  /// How many numbers the vectors of one have; 0 if it has to be asked first, or there is no such
  /// model.
  int dimension(String name);

  /// Makes one ready, which may take a second, and minutes if there is something to be made first;
  /// an interrupt ends that. Whoever opens it closes it.
  ///
  /// @throws EmbeddingFailure if it cannot be had
  Embedder open(String name) throws EmbeddingFailure;
}
