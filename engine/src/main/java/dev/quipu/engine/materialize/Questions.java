package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  /// Until when a model is left alone.
  private final Map<EmbeddingModel, Long> pauses = new HashMap<>();

  private boolean closed;

  private record Asked(EmbeddingModel model, String text) {}

  Questions(OpenModels models) {
    this.models = models;
  }

  /// Null if there is none to be had.
  @Nullable Vector vectorOf(EmbeddingModel model, String text) {
    var asked = new Asked(model, text);
    var known = remembered(asked);
    var open = known == null && mayAsk(model) ? models.find(model) : null;
    if (open == null) {
      return known;
    }
    var answer = ask(open, text);
    if (answer == null) {
      return null;
    }
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
      if (open.equals(models.find(model))) { // else it was closed meanwhile, and is not to blame
        pause(model);
      }
      return null;
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /// Null if it is too late for questions.
  private synchronized @Nullable Future<Embedded> ask(OpenModels.Open open, String text) {
    return closed ? null : threads.submit(() -> open.embedder().query(text));
  }

  private synchronized @Nullable Vector remembered(Asked asked) {
    return remembered.get(asked);
  }

  private synchronized void remember(Asked asked, Vector vector) {
    remembered.put(asked, vector);
  }

  private synchronized boolean mayAsk(EmbeddingModel model) {
    var until = pauses.get(model);
    return !closed && (until == null || System.nanoTime() - until >= 0);
  }

  private synchronized void pause(EmbeddingModel model) {
    failures++;
    pauses.put(model, System.nanoTime() + PAUSE_NANOS);
  }

  synchronized long failures() {
    return failures;
  }

  @Override
  public synchronized void close() {
    closed = true;
    threads.shutdownNow();
  }
}
