package dev.quipu.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// strace, where it may be used: it sees what the kernel was really asked to do.
public final class Strace {

  private static final List<String> SYNCS =
      List.of("fsync", "fdatasync", "sync_file_range", "msync");

  private Strace() {}

  /// Whether it is there and may watch a child; some containers forbid that.
  public static boolean works() {
    try {
      var process =
          new ProcessBuilder(
                  "strace",
                  "-f",
                  "--seccomp-bpf",
                  "-c",
                  "-o",
                  "/dev/null",
                  "-e",
                  "trace=fsync",
                  "true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The command, its calls that make things durable counted into a file.
  public static List<String> countingSyncs(Path counts, List<String> command) {
    return with(
        List.of(
            "--seccomp-bpf",
            "-c",
            "-e",
            "trace=" + String.join(",", SYNCS),
            "-o",
            counts.toString()),
        command);
  }

  public static List<String> with(List<String> options, List<String> command) {
    var all = new ArrayList<String>();
    all.add("strace");
    all.add("-f");
    all.addAll(options);
    all.addAll(command);
    return all;
  }

  /// Reads what [#countingSyncs] has written: `% time seconds usecs/call calls [errors] syscall`.
  public static long countedSyncs(Path counts) throws IOException {
    long calls = 0;
    for (var line : Files.readAllLines(counts)) {
      var cells = line.strip().split("\\s+", -1);
      if (cells.length >= 5 && SYNCS.contains(cells[cells.length - 1])) {
        calls += Long.parseLong(cells[3]);
      }
    }
    return calls;
  }
}
