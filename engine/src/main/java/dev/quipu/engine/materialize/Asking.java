package dev.quipu.engine.materialize;

import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Lets a model work on a thread of its own, so that whoever waits for it can stop waiting: a model
/// may take minutes, or never answer, and a tenant that is deleted or a server that stops does not
/// wait for that. Thread-safe; one asks at a time.
final class Asking {

  private final Set<TenantId> unwanted = new HashSet<>();
  private boolean stopped;
  private @Nullable TenantId tenant;
  private @Nullable CompletableFuture<?> current;
  private long began;

  /// What a model is asked for.
  interface Work<T> {
    T call() throws EmbeddingFailure;
  }

  /// What is asked for from now on is for this tenant.
  synchronized void turnTo(TenantId next) {
    tenant = next;
  }

  /// What the model says to it.
  ///
  /// @param left takes what comes when nobody waits for it any more
  /// @throws CancellationException if it is not wanted any more
  <T> T call(Work<T> work, Consumer<T> left) throws EmbeddingFailure {
    var answer = new CompletableFuture<T>();
    begin(answer);
    var thread = Thread.ofVirtual().name("quipu-asking").start(() -> run(work, answer, left));
    try {
      return answer.get();
    } catch (CancellationException e) {
      thread.interrupt();
      throw e;
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw new CancellationException("the thread that follows the logs was interrupted");
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      end();
    }
  }

  private static <T> void run(Work<T> work, CompletableFuture<T> answer, Consumer<T> left) {
    try {
      var made = work.call();
      if (!answer.complete(made)) {
        left.accept(made);
      }
    } catch (EmbeddingFailure | RuntimeException | Error e) {
      answer.completeExceptionally(e); // if nobody waits for it any more, nobody wants to know
    }
  }

  /// As it was thrown on another thread.
  static EmbeddingFailure failure(@Nullable Throwable cause) {
    return switch (cause) {
      case EmbeddingFailure failure -> failure;
      case RuntimeException mistake -> throw mistake;
      case Error error -> throw error;
      case null, default -> throw new IllegalStateException(cause);
    };
  }

  private synchronized void begin(CompletableFuture<?> answer) {
    if (stopped || unwanted.contains(tenant)) {
      throw new CancellationException("nobody wants to know any more");
    }
    current = answer;
    began = System.nanoTime();
  }

  private synchronized void end() {
    current = null;
  }

  /// How long the model has been at what it was asked last; nothing if it has answered.
  synchronized Duration busy() {
    return current == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - began);
  }

  /// For this tenant nothing is asked any more, and nobody waits for what was.
  synchronized void stop(TenantId which) {
    unwanted.add(which);
    if (which.equals(tenant) && current != null) {
      current.cancel(true);
    }
  }

  /// The same for everybody.
  synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.cancel(true);
    }
  }
}
