package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.EmbeddedTexts;
import dev.quipu.engine.embedding.Embedder;
import dev.quipu.engine.embedding.EmbeddingCounts;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Models;
import dev.quipu.engine.embedding.VectorStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The models that are ready to be asked. Opened by the thread that makes vectors, never by one
/// that somebody waits for. Thread-safe.
final class OpenModels implements AutoCloseable {

  private static final Logger LOG = System.getLogger(OpenModels.class.getName());

  /// A model that cannot be had is tried again so often: somebody may have put its file there.
  static final Duration TRY_AGAIN = Duration.ofSeconds(30);

  private final Models models;
  private final VectorStore store;
  private final Map<String, Open> open = new HashMap<>();
  private final Map<String, Failed> failed = new HashMap<>();

  /// Counts of models that were closed.
  private EmbeddingCounts earlier = new EmbeddingCounts(0, 0, 0);

  private boolean closed;

  /// @param texts makes vectors of what is to be found, and keeps them
  record Open(Embedder embedder, EmbeddedTexts texts) {

    EmbeddingModel model() {
      return embedder.model();
    }
  }

  /// @param again when it may be tried again, by the machine's nanoseconds
  private record Failed(EmbeddingFailure why, long again) {}

  OpenModels(Models models, VectorStore store) {
    this.models = models;
    this.store = store;
  }

  /// Null if it is not ready.
  synchronized @Nullable Open find(String name) {
    return open.get(name);
  }

  /// Null if it is not ready, or is another model by now.
  @Nullable Open find(EmbeddingModel model) {
    var found = find(model.name());
    return found != null && found.model().equals(model) ? found : null;
  }

  /// The model, made ready if need be; null if it cannot be had now.
  @Nullable Open make(String name) {
    var known = find(name);
    if (known != null || !mayTry(name)) {
      return known;
    }
    try {
      var embedder = models.open(name);
      return keep(name, new Open(embedder, new EmbeddedTexts(store, embedder)));
    } catch (EmbeddingFailure e) {
      fail(name, e);
      return null;
    }
  }

  private synchronized boolean mayTry(String name) {
    var before = failed.get(name);
    return !closed
        && models.names().contains(name)
        && (before == null || System.nanoTime() - before.again >= 0);
  }

  private synchronized @Nullable Open keep(String name, Open made) {
    if (closed) {
      made.embedder.close();
      return null;
    }
    failed.remove(name);
    open.put(name, made);
    LOG.log(Level.INFO, "action=open_model model=" + name + " outcome=ready");
    return made;
  }

  /// A model has failed. If it was for good it is closed, and opened again after a while.
  synchronized void fail(String name, EmbeddingFailure why) {
    var before = failed.put(name, new Failed(why, System.nanoTime() + TRY_AGAIN.toNanos()));
    if (before == null || !before.why.getMessage().equals(why.getMessage())) {
      LOG.log(Level.WARNING, "action=embed model=" + name + " outcome=failed", why);
    }
    if (why instanceof EmbeddingFailure.Permanent) {
      shut(open.remove(name));
    }
  }

  /// A model has done what it was asked for.
  synchronized void succeed(String name) {
    failed.remove(name);
  }

  /// Why a model is not ready; null if nothing is known against it.
  synchronized @Nullable EmbeddingFailure failure(String name) {
    var known = failed.get(name);
    return known == null ? null : known.why;
  }

  /// Closes those that nobody needs.
  synchronized void keepOnly(Collection<String> needed) {
    for (var name : List.copyOf(open.keySet())) {
      if (!needed.contains(name)) {
        shut(open.remove(name));
      }
    }
  }

  synchronized EmbeddingCounts counts() {
    return open.values().stream()
        .map(each -> each.texts.counts())
        .reduce(earlier, EmbeddingCounts::plus);
  }

  private void shut(@Nullable Open one) {
    if (one != null) {
      earlier = earlier.plus(one.texts.counts());
      one.embedder.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    keepOnly(List.of());
  }
}
