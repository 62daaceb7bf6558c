package dev.quipu.bench.ingest;

import dev.quipu.bench.embedded.Store;
import java.nio.file.Path;

/// A child that writes and ends, so that strace counts nothing else: `FOLDER WRITERS EVENTS`.
/// Prints how many commits there were.
public final class LoadProcess {

  private LoadProcess() {}

  public static void main(String... args) throws InterruptedException {
    var groups = new Groups();
    try (var store = Store.open(Path.of(args[0]), groups)) {
      new ClosedLoop(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Messages::submission)
          .run(store.engine());
    }
    System.out.println(groups.sizes().size());
  }
}
