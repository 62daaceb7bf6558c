package dev.quipu.lucene;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Waiting to the end: half a commit is none, whoever wants the thread back.
final class Uninterrupted {

  private Uninterrupted() {}

  static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    restore(interrupted);
  }

  static void get(Future<@Nullable Void> future) throws IOException {
    boolean interrupted = false;
    while (true) {
      try {
        future.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        restore(interrupted);
        if (e.getCause() instanceof IOException failure) {
          throw failure;
        }
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
    restore(interrupted);
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
