package dev.quipu.embedding;

import dev.quipu.engine.embedding.Embedded;
import dev.quipu.engine.embedding.EmbeddingFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Runs of a model over documents: one on each of a few threads in the background. Thread-safe.
///
/// Of many texts the last few are begun and not waited for. So the threads have something to do
/// while whoever asks keeps what was made; they ask for the rest next, and find it begun.
final class DocumentRuns implements AutoCloseable {

  /// Characters for each thread at once: whoever asks can turn to something else after each time,
  /// and on a machine that has much to do a page takes half a second.
  private static final int AT_ONCE = 4_096;

  /// Texts for each thread that are not waited for.
  private static final int AHEAD = 2;

  /// Of so few texts for each thread all are.
  private static final int FEW = 8;

  private final ExecutorService threads;
  private final int count;

  /// What was begun for whoever asked last and not waited for, by text.
  private final Map<String, Future<Embedded>> ahead = new HashMap<>();

  private DocumentRuns(ExecutorService threads, int count) {
    this.threads = threads;
    this.count = count;
  }

  static DocumentRuns open(int threads) {
    return new DocumentRuns(
        Executors.newFixedThreadPool(threads, Background.threads("quipu-embedding-")), threads);
  }

  /// One run.
  interface Run {
    Embedded of(String text) throws EmbeddingFailure;
  }

  /// What comes of the first of the texts, of one at least.
  List<Embedded> of(List<String> texts, Run run) throws EmbeddingFailure {
    var runs = begin(texts, run);
    int waited = runs.size() > FEW * count ? runs.size() - AHEAD * count : runs.size();
    boolean made = false;
    try {
      var embedded = new ArrayList<Embedded>(waited);
      for (var each : runs.subList(0, waited)) {
        embedded.add(each.get());
      }
      leave(texts.subList(waited, runs.size()), runs.subList(waited, runs.size()));
      made = true;
      return embedded;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddingFailure.Transient("Embedding was interrupted.", Duration.ZERO, e);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      if (!made) {
        runs.forEach(each -> each.cancel(false));
      }
    }
  }

  /// Begins what is not begun yet, as much as is made at once. What was begun for somebody who does
  /// not come back for it is given up.
  private synchronized List<Future<Embedded>> begin(List<String> texts, Run run) {
    var runs = new ArrayList<Future<Embedded>>(texts.size());
    int held = 0;
    for (var text : texts) {
      if (held > 0 && held + text.length() > count * AT_ONCE) {
        break;
      }
      held += text.length();
      var begun = ahead.remove(text);
      runs.add(begun == null ? threads.submit(() -> run.of(text)) : begun);
    }
    ahead.values().forEach(each -> each.cancel(false));
    ahead.clear();
    return runs;
  }

  private synchronized void leave(List<String> texts, List<Future<Embedded>> runs) {
    for (int i = 0; i < runs.size(); i++) {
      ahead.put(texts.get(i), runs.get(i));
    }
  }

  static EmbeddingFailure failure(@Nullable Throwable cause) {
    return switch (cause) {
      case EmbeddingFailure failure -> failure;
      case RuntimeException mistake -> throw mistake;
      case Error error -> throw error;
      case null, default -> throw new IllegalStateException(cause);
    };
  }

  /// What is running ends first.
  @Override
  public void close() {
    threads.close();
  }
}
