package dev.quipu.engine.index;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.model.id.TenantId;
import java.util.Set;

/// Finds documents by their words and by their meaning. What it holds is a function of the log, and
/// can be made again. Vectors have generations of their own, one for each model, so that words
/// never wait for them.
///
/// Every implementation keeps these promises; `SearchIndexContract` checks them:
/// - a view shows the documents that were put before the generation was last published, and does
///   not change while it is open;
/// - a document put again under the same key takes the place of the former;
/// - what a scope does not admit is not returned, not counted, and moves no score;
/// - what is asked at an old position is answered as it was when that position was the last;
/// - equal documents give equal scores, in whatever order and groups they were put, and however the
///   engine has arranged them since;
/// - no tenant sees a document of another;
/// - a generation that is opened again after a crash stands, whole, at a position at which it was
///   published before;
/// - an index that is damaged counts as empty: it is filled again, and never answers wrongly;
/// - a new generation is not seen before it is taken into service, and then at once and whole;
/// - by meaning, no fewer are found than there are, and nothing that passes is nearer than what was
///   found, or the answer says that it is not exact.
///
/// Thread-safe, but that one generation is filled by one thread at a time.
public interface SearchIndex extends AutoCloseable {

  /// The generation of a tenant that answers. A tenant that has none gets an empty one.
  Generation serving(TenantId tenant);

  /// Begins a new generation beside the one that answers. One that was begun before and never taken
  /// into service is dropped.
  Generation begin(TenantId tenant);

  /// Takes a generation that was begun into service, at once, and drops the one before.
  void serve(Generation next);

  /// The vectors of a tenant that a model has made; none at first.
  VectorGeneration vectors(TenantId tenant, EmbeddingModel model);

  /// The models whose vectors of a tenant have been published.
  Set<EmbeddingModel> models(TenantId tenant);

  /// Removes the vectors of a tenant that a model has made.
  void dropVectors(TenantId tenant, EmbeddingModel model);

  /// What the scope sees of the serving generation, and of vectors.
  IndexView read(ReadScope scope);

  /// Removes everything of a tenant.
  void drop(TenantId tenant);

  /// How busy it is at this moment.
  IndexUse use();

  @Override
  void close();
}
