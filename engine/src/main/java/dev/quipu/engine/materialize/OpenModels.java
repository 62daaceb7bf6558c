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

  /// One that asks for no pause at all gets this one.
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final Models models;
  private final VectorStore store;
  private final Asking asking;
  private final Duration again;
  private final Map<String, Open> open = new HashMap<>();
  private final Map<String, Failed> failed = new HashMap<>();

  /// Counts of models that were closed.
  private EmbeddingCounts earlier = new EmbeddingCounts(0, 0, 0);

  private long failures;
  private boolean closed;

  /// @param texts makes vectors of what is to be found, and keeps them
  record Open(Embedder embedder, EmbeddedTexts texts) {

    EmbeddingModel model() {
      return embedder.model();
    }
  }

  /// @param again when it may be tried again, by the machine's nanoseconds
  private record Failed(EmbeddingFailure why, long again) {}

  /// @param again how long a model that cannot be had is left alone
  OpenModels(Models models, VectorStore store, Asking asking, Duration again) {
    this.models = models;
    this.store = store;
    this.asking = asking;
    this.again = again;
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
    if (known != null || !models.names().contains(name) || !pause(name).isZero()) {
      return known;
    }
    try {
      var embedder = asking.call(() -> models.open(name), Embedder::close);
      var texts = new EmbeddedTexts(store, new AskedEmbedder(embedder, asking));
      return keep(name, new Open(embedder, texts));
    } catch (EmbeddingFailure e) {
      fail(name, e);
      return null;
    }
  }

  /// How long a model is left alone from now on, after it has failed.
  synchronized Duration pause(String name) {
    var before = failed.get(name);
    long left = before == null ? 0 : before.again - System.nanoTime();
    return left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
  }

  private synchronized @Nullable Open keep(String name, Open made) {
    if (closed) {
      made.embedder.close();
      return null;
    }
    open.put(name, made); // what was held against it stays until it has done something
    LOG.log(Level.INFO, "action=open_model model=" + name + " outcome=ready");
    return made;
  }

  /// A model has failed. If it was for good it is closed, and opened again after a while.
  synchronized void fail(String name, EmbeddingFailure why) {
    failures++;
    var before = failed.put(name, new Failed(why, System.nanoTime() + pauseAfter(why).toNanos()));
    if (before == null || !before.why.getMessage().equals(why.getMessage())) {
      LOG.log(Level.WARNING, "action=embed model=" + name + " outcome=failed", why);
    }
    if (why instanceof EmbeddingFailure.Permanent) {
      shut(open.remove(name));
    }
  }

  private Duration pauseAfter(EmbeddingFailure why) {
    return switch (why) {
      case EmbeddingFailure.Permanent _ -> again;
      case EmbeddingFailure.Transient later ->
          later.retryAfter().compareTo(SHORTEST) < 0
              ? shorter(SHORTEST, again)
              : later.retryAfter();
    };
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  synchronized long failures() {
    return failures;
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

  /// Not while others wait: a model that is closed first ends what it is at.
  private void shut(@Nullable Open one) {
    if (one != null) {
      earlier = earlier.plus(one.texts.counts());
      Thread.ofVirtual().name("quipu-model-close").start(one.embedder::close);
    }
  }

  @Override
  public void close() {
    List<Open> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(open.values());
      open.clear();
    }
    left.forEach(one -> one.embedder.close());
  }
}
