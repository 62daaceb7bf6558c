package dev.quipu.bench.query;

import dev.quipu.bench.embedded.Store;
import dev.quipu.bench.process.JavaChild;
import dev.quipu.bench.report.Progress;
import dev.quipu.engine.Engine;
import dev.quipu.model.id.TenantId;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/// Fills and asks many small tenants, in a process of its own with a small heap.
final class TenantsProcess {

  static final int HEAP_MEGABYTES = 1_024;
  static final int MEMORIES = 10;

  /// What a shell allows a process if nobody has said otherwise.
  static final int MOST_FILES = 1_024;

  private static final String READY = "tenants ";

  private TenantsProcess() {}

  /// What it came to.
  ///
  /// @param heap in megabytes, after a collection, with whatever is kept open
  /// @param files that are open
  record Result(int heap, int files, int writers, int readers) {}

  /// @throws IllegalStateException if it did not get through
  static Result run(Path folder, int tenants) throws IOException, InterruptedException {
    var java =
        new JavaChild(TenantsProcess.class.getName(), List.of("-Xmx" + HEAP_MEGABYTES + "m"));
    var command =
        new ArrayList<>(List.of("sh", "-c", "ulimit -n " + MOST_FILES + "; exec \"$@\"", "sh"));
    command.addAll(java.command(folder.toString(), Integer.toString(tenants)));
    var process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      var line = out.readLine();
      if (process.waitFor() != 0 || line == null || !line.startsWith(READY)) {
        throw new IllegalStateException("the tenants did not fit: " + line);
      }
      var words = line.substring(READY.length()).split(" ", -1);
      return new Result(
          Integer.parseInt(words[0]),
          Integer.parseInt(words[1]),
          Integer.parseInt(words[2]),
          Integer.parseInt(words[3]));
    } finally {
      process.destroyForcibly();
    }
  }

  public static void main(String... arguments) throws InterruptedException {
    int tenants = Integer.parseInt(arguments[1]);
    try (var store = Store.open(Path.of(arguments[0]))) {
      fill(store.engine(), tenants, Progress.silent());
      ManagementFactory.getMemoryMXBean().gc();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
      var use = store.engine().indexUse();
      System.out.println(
          READY + heap + " " + openFiles() + " " + use.writers() + " " + use.readers());
    }
  }

  /// Writes tenants and asks each a question.
  static void fill(Engine engine, int tenants, Progress progress) throws InterruptedException {
    var vocabulary = new Vocabulary();
    var questions = new Questions(engine);
    for (int i = 0; i < tenants; i++) {
      progress.say("tenants", i, tenants);
      var told = new Conversations(new TenantId("small_" + i), MEMORIES, vocabulary);
      questions.await(told.tenant(), told.write(engine, Progress.silent()));
    }
    for (int i = 0; i < tenants; i++) {
      progress.say("tenants asked", i, tenants);
      var told = new Conversations(new TenantId("small_" + i), MEMORIES, vocabulary);
      questions.whole(told.owner(i), told.question(new Random(i)));
    }
  }

  /// 0 where there is no such folder.
  private static int openFiles() {
    var files = new File("/proc/self/fd").list();
    return files == null ? 0 : Objects.requireNonNull(files).length;
  }
}
