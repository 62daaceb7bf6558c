package dev.quipu.bench.crash;

import java.io.IOException;
import java.util.List;

/// One fault, and what was found.
public interface Scenario {

  String name();

  /// Why it cannot be played on this machine; empty if it can.
  String obstacle();

  Result play() throws IOException, InterruptedException;

  /// What came of it.
  ///
  /// @param note what was done, in figures
  /// @param findings what is wrong; empty if all is well
  record Result(String note, List<String> findings) {

    public Result {
      findings = List.copyOf(findings);
    }
  }

  /// All of them.
  static List<Scenario> all(long seed) {
    return List.of(
        new SyncBeforeAnswer(), new FailingSync(seed), new DiskFull(seed), new ReadOnlyFolder());
  }
}
