package dev.quipu.files;

import dev.quipu.engine.files.FileSource;
import dev.quipu.engine.files.FileText;
import dev.quipu.engine.files.Unreadable;
import dev.quipu.model.failure.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The processes that read documents. They are started when they are needed, read several files one
/// after the other, and are ended when one has done them harm or nothing is left to do.
/// Thread-safe.
///
/// What becomes of a file does not depend on those before it: if a process breaks down that has
/// read others, the file is tried once more, in a new one.
final class Children implements AutoCloseable {

  private final ChildProgram program;
  private final Path folder;
  private final Duration patience;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("quipu-files-timer").unstarted(task));

  private final Deque<Child> idle = new ArrayDeque<>();
  private final Set<Child> all = new HashSet<>();
  private boolean closed;

  private Children(ChildProgram program, Path folder, Duration patience) {
    this.program = program;
    this.folder = folder;
    this.patience = patience;
  }

  /// @param folder for what is needed while a file is read; nobody else's
  static Children open(ChildProgram program, Path folder, Duration patience) {
    Scratch.sweep(folder, Child.PREFIX);
    return new Children(program, folder, patience);
  }

  /// @throws IOException only what the source throws
  FileText read(Sort.Document sort, FileSource source) throws Unreadable, IOException {
    var used = takeIdle();
    if (used != null) {
      try {
        return readBy(used, sort, source);
      } catch (Child.Gone e) {
        if (e.verdict().kind() == Unreadable.Kind.TIMED_OUT) {
          throw e.verdict(); // as long again would be too long
        }
      }
    }
    try {
      return readBy(start(), sort, source);
    } catch (Child.Gone e) {
      if (e.hasHeard() && !isClosed()) {
        throw e.verdict();
      }
      throw unavailable(null);
    }
  }

  private FileText readBy(Child child, Sort.Document sort, FileSource source)
      throws Child.Gone, Unreadable, IOException {
    int file = child.next();
    var watch =
        timer.schedule(() -> child.giveUp(file), patience.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return child.read(sort, source);
    } finally {
      watch.cancel(false);
      giveBack(child);
    }
  }

  private synchronized @Nullable Child takeIdle() {
    for (var child = idle.poll(); child != null; child = idle.poll()) {
      if (child.isFresh()) {
        return child;
      }
      all.remove(child);
    }
    return null;
  }

  private synchronized Child start() {
    if (closed) {
      throw unavailable(null);
    }
    try {
      var child = Child.start(program, folder);
      all.add(child);
      return child;
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private synchronized void giveBack(Child child) {
    if (child.isFresh() && !closed) {
      idle.push(child);
    } else {
      all.remove(child);
      child.close();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private static Unavailable unavailable(@Nullable IOException cause) {
    return new Unavailable(
        "files.unavailable",
        "Documents cannot be read at this moment.",
        Duration.ofSeconds(5),
        cause);
  }

  @Override
  public synchronized void close() {
    closed = true;
    timer.shutdownNow();
    all.forEach(Child::close);
  }
}
