package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.EmbeddedTexts;
import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.engine.index.VectorDocument;
import dev.quipu.model.id.TenantId;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Vectors of a portion that are being made, on a thread of their own.
final class Making implements AutoCloseable {

  private final VectorPortion portion;
  private final long began = System.nanoTime();
  private final FutureTask<@Nullable List<VectorDocument>> task;
  private volatile boolean unwanted;

  private Making(VectorPortion portion, EmbeddedTexts texts, TenantId tenant, LongPredicate over) {
    this.portion = portion;
    this.task =
        new FutureTask<>(() -> portion.with(texts, tenant, () -> unwanted || over.test(took())));
  }

  /// @param over whether the time is over, by how long it took so far
  static Making begin(
      VectorPortion portion, EmbeddedTexts texts, TenantId tenant, LongPredicate over) {
    var making = new Making(portion, texts, tenant, over);
    Thread.ofVirtual().name("quipu-making").start(making.task);
    return making;
  }

  VectorPortion portion() {
    return portion;
  }

  /// How long it took so far, in nanoseconds.
  long took() {
    return System.nanoTime() - began;
  }

  /// Waits for them; null if there was no time to make all of them.
  @Nullable List<VectorDocument> made() throws EmbeddingFailure {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the thread that follows the logs was interrupted");
    } catch (ExecutionException e) {
      throw Asking.failure(e.getCause());
    }
  }

  /// Waits until nobody is at it any more: no longer than the model takes for what it was asked
  /// last.
  @Override
  public void close() {
    unwanted = true;
    boolean interrupted = false;
    while (!task.isDone()) {
      try {
        task.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        break; // whoever goes on has it made again, and is told
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
