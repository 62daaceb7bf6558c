package dev.quipu.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/// Files of a disk that can be full.
final class FailingFiles implements Workshop.Directories {

  /// Which new names are refused, by folder and file name.
  private volatile Predicate<String> refused = _ -> false;

  private volatile boolean mergesRefused;
  private final AtomicInteger mergesBrokenOff = new AtomicInteger();

  void refuse(Predicate<String> names) {
    refused = names;
  }

  /// A commit that will fail, once it is decided what belongs to it and it is let go on.
  ///
  /// @param begun opens when it is decided
  /// @param letGo lets it fail
  record DoomedCommit(CountDownLatch begun, CountDownLatch letGo) {}

  DoomedCommit doomCommit() {
    var doomed = new DoomedCommit(new CountDownLatch(1), new CountDownLatch(1));
    refused =
        name -> {
          if (!name.startsWith("now/segments_")) {
            return false;
          }
          doomed.begun.countDown();
          Uninterrupted.await(doomed.letGo);
          return true;
        };
    return doomed;
  }

  /// There is no room left for files that are joined from others.
  void refuseMerges() {
    mergesRefused = true;
  }

  void allowAll() {
    refused = _ -> false;
    mergesRefused = false;
  }

  int mergesBrokenOff() {
    return mergesBrokenOff.get();
  }

  @Override
  public Directory open(Path folder) throws IOException {
    return new FilterDirectory(FSDirectory.open(folder)) {
      @Override
      public IndexOutput createOutput(String name, IOContext context) throws IOException {
        check(name);
        if (mergesRefused && context.context() == IOContext.Context.MERGE) {
          mergesBrokenOff.incrementAndGet();
          throw new IOException("No space left on device");
        }
        return super.createOutput(name, context);
      }

      @Override
      public void rename(String source, String dest) throws IOException {
        check(dest);
        super.rename(source, dest);
      }

      private void check(String name) throws IOException {
        if (refused.test(folder.getFileName() + "/" + name)) {
          throw new IOException("No space left on device");
        }
      }
    };
  }
}
