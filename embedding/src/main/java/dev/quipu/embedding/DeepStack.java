package dev.quipu.embedding;

import dev.quipu.engine.embedding.EmbeddingFailure;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Calls what goes deeper than the stack of a common thread.
///
/// The ONNX runtime reads the command line of the process when it begins, by a recursion as deep as
/// that is long, and ours has all jars in it. On a stack of 1 MB, as threads of the JVM have by
/// default, the whole process dies of it without a word. Loading a network is a recursion too.
final class DeepStack {

  private static final long BYTES = 16L << 20;

  /// What is called.
  interface Work<T> {
    T call() throws EmbeddingFailure;
  }

  private DeepStack() {}

  static <T> T call(Work<T> work) throws EmbeddingFailure {
    var task = new FutureTask<>(work::call);
    Thread.ofPlatform().daemon().stackSize(BYTES).name("quipu-model").start(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddingFailure.Transient("Loading a model was interrupted.", Duration.ZERO, e);
    } catch (ExecutionException e) {
      throw DocumentRuns.failure(e.getCause());
    }
  }
}
