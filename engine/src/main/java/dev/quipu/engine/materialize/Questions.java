package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Turns questions into vectors while somebody waits, and so never takes long: a model that does
/// not answer soon is left alone for a while. Thread-safe.
final class Questions implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /// Questions that are remembered: pages, batches and standing questions ask the same again.
  private static final int REMEMBERED = 512;

  private final OpenModels models;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Asked, Vector> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Vector> eldest) {
          return size() > REMEMBERED;
        }
      };

  private long failures;
  private long pausesUntil = System.nanoTime();

  private record Asked(EmbeddingModel model, String text) {}

  Questions(OpenModels models) {
    this.models = models;
  }

  /// Null if there is none to be had.
  @Nullable Vector vectorOf(EmbeddingModel model, String text) {
    var asked = new Asked(model, text);
    var known = remembered(asked);
    var open = known == null && !pauses() ? models.find(model) : null;
    if (open == null) {
      return known;
    }
    var answer = threads.submit(() -> open.embedder().query(text));
    try {
      if (answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) instanceof Vector vector) {
        remember(asked, vector);
        return vector;
      }
      return null;
    } catch (ExecutionException | TimeoutException e) {
      answer.cancel(true);
      if (e.getCause() instanceof EmbeddingFailure.Permanent failure) {
        models.fail(model.name(), failure);
      }
      pause();
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private synchronized @Nullable Vector remembered(Asked asked) {
    return remembered.get(asked);
  }

  private synchronized void remember(Asked asked, Vector vector) {
    remembered.put(asked, vector);
  }

  private synchronized boolean pauses() {
    return System.nanoTime() - pausesUntil < 0;
  }

  private synchronized void pause() {
    failures++;
    pausesUntil = System.nanoTime() + PAUSE_NANOS;
  }

  synchronized long failures() {
    return failures;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
