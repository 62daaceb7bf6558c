package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Turns questions into vectors while somebody waits, and so never takes long: a model that does
/// not answer soon is left alone for a while, and then asked again until it answers, whether
/// anybody asks or not. Thread-safe.
final class Questions implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Questions.class.getName());

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /// How seldom a model is asked again that goes on failing.
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

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

  /// What a model has failed with that has not answered since.
  private final Map<EmbeddingModel, EmbeddingFailure> failing = new HashMap<>();

  /// Those that somebody asks again.
  private final Set<EmbeddingModel> retried = new HashSet<>();

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
      var embedded = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      heal(model);
      if (embedded instanceof Vector vector) {
        remember(asked, vector);
        return vector;
      }
      return null;
    } catch (ExecutionException | TimeoutException e) {
      answer.cancel(true);
      fail(open, text, failure(e));
      return null;
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static EmbeddingFailure failure(Exception e) {
    return switch (e) {
      case TimeoutException _ ->
          new EmbeddingFailure.Transient(
              "The model does not turn a question into a vector within "
                  + PATIENCE.toSeconds()
                  + " seconds.",
              PAUSE,
              e);
      case ExecutionException wrapped when wrapped.getCause() instanceof EmbeddingFailure why ->
          why;
      default -> new EmbeddingFailure.Transient("A question could not be made a vector.", PAUSE, e);
    };
  }

  private void fail(OpenModels.Open open, String text, EmbeddingFailure why) {
    var model = open.model();
    switch (why) {
      case EmbeddingFailure.Permanent _ -> models.fail(model.name(), why); // which tells of it
      case EmbeddingFailure.Transient _ -> {
        if (open.equals(models.find(model))) { // else it was closed meanwhile, and is not to blame
          note(model, text, why);
        }
      }
    }
  }

  private synchronized void note(EmbeddingModel model, String text, EmbeddingFailure why) {
    failures++;
    pauses.put(model, System.nanoTime() + PAUSE.toNanos());
    if (failing.put(model, why) == null) {
      LOG.log(
          Level.WARNING, "action=embed_question model=" + model.name() + " outcome=failed", why);
    }
    if (!closed && retried.add(model)) {
      threads.execute(() -> retry(model, text));
    }
  }

  /// A model has answered.
  private synchronized void heal(EmbeddingModel model) {
    failing.remove(model);
    pauses.remove(model);
  }

  /// Asks until there is an answer, or nothing to be asked. Nobody waits for it, so it is told what
  /// is wrong however long the model takes to say so.
  private void retry(EmbeddingModel model, String text) {
    try {
      for (var pause = PAUSE; goesOn(model); pause = longer(pause)) {
        Thread.sleep(pause);
        var open = models.find(model);
        if (open == null) {
          heal(model); // who opens it again tells why it cannot
        } else if (isFailing(model)) {
          ask(open, model, text);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration longer(Duration pause) {
    var twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private void ask(OpenModels.Open open, EmbeddingModel model, String text) {
    try {
      Embedded _ = open.embedder().query(text);
      heal(model);
    } catch (EmbeddingFailure e) {
      fail(open, text, e);
    } catch (RuntimeException e) {
      fail(open, text, failure(e));
    }
  }

  /// Whether a model is to be asked again; if not, whoever it fails next begins anew.
  private synchronized boolean goesOn(EmbeddingModel model) {
    if (closed || !failing.containsKey(model)) {
      retried.remove(model);
      return false;
    }
    return true;
  }

  private synchronized boolean isFailing(EmbeddingModel model) {
    return failing.containsKey(model);
  }

  /// What some model fails with that is asked; null if all have answered what they were asked last.
  synchronized @Nullable EmbeddingFailure failure() {
    return failing.values().stream().findFirst().orElse(null);
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

  synchronized long failures() {
    return failures;
  }

  @Override
  public synchronized void close() {
    closed = true;
    threads.shutdownNow();
  }
}
