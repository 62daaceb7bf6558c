package dev.quipu.bench.ingest;

import dev.quipu.bench.process.JavaChild;
import dev.quipu.bench.process.Scratch;
import dev.quipu.bench.process.Strace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// How often the disk was asked to make things durable, for how many events.
///
/// @param counted by the kernel's own calls; otherwise commits and checkpoints as we believe they
///   happen
public record SyncCount(long syncs, long commits, int events, boolean counted) {

  public double perEvent() {
    return (double) syncs / events;
  }

  /// Runs a child that opens a new folder, writes, and closes it; all of its fsyncs count.
  public static SyncCount of(int writers, int events) throws IOException, InterruptedException {
    try (var scratch = Scratch.open()) {
      var load =
          JavaChild.of(LoadProcess.class)
              .command(
                  scratch.resolve("data").toString(),
                  Integer.toString(writers),
                  Integer.toString(events));
      boolean counted = Strace.works();
      var counts = scratch.resolve("counts");
      long commits = run(counted ? Strace.countingSyncs(counts, load) : load);
      // Without strace: one for each commit, and some for opening and closing.
      long syncs = counted ? Strace.countedSyncs(counts) : commits;
      return new SyncCount(syncs, commits, events, counted);
    }
  }

  private static long run(List<String> command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("the load failed: " + command + "\n" + output);
    }
    return Long.parseLong(output.strip());
  }
}
