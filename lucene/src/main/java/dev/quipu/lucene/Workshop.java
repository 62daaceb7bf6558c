package dev.quipu.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.lucene.store.Directory;

/// What all generations of all tenants share: the bounds, and the count of what is open.
final class Workshop {

  /// Opens a folder of files; tests put something that fails between.
  interface Directories {
    Directory open(Path folder) throws IOException;
  }

  private final IndexBounds bounds;
  private final String logId;
  private final Directories directories;
  private final SharedMerges merges;
  private final VisibleSets visibleSets;
  private final AtomicInteger writers = new AtomicInteger();
  private final AtomicInteger readers = new AtomicInteger();
  private final Set<LuceneFilling<?>> open = ConcurrentHashMap.newKeySet();

  Workshop(IndexBounds bounds, String logId, Directories directories) {
    this.bounds = bounds;
    this.logId = logId;
    this.directories = directories;
    this.merges = new SharedMerges(bounds.mergeThreads());
    this.visibleSets = new VisibleSets(bounds.cacheBytes());
  }

  IndexBounds bounds() {
    return bounds;
  }

  String logId() {
    return logId;
  }

  Directory directory(Path folder) throws IOException {
    return directories.open(folder);
  }

  SharedMerges merges() {
    return merges;
  }

  VisibleSets visibleSets() {
    return visibleSets;
  }

  AtomicInteger writers() {
    return writers;
  }

  AtomicInteger readers() {
    return readers;
  }

  Set<LuceneFilling<?>> open() {
    return open;
  }

  /// Before a writer is opened: closes those that were used longest ago. One that is in the middle
  /// of being filled is left alone, even if there are then a few too many.
  void makeRoomForWriters(LuceneFilling<?> needy) {
    makeRoom(needy, writers, bounds.writers() - 2, LuceneFilling::rest);
  }

  /// Before a reader is opened, likewise. Views that are open keep theirs until they are closed.
  void makeRoomForReaders(LuceneFilling<?> needy) {
    makeRoom(needy, readers, bounds.readers() - 2, LuceneFilling::sleep);
  }

  private void makeRoom(
      LuceneFilling<?> needy, AtomicInteger count, int most, Consumer<LuceneFilling<?>> closing) {
    if (count.get() <= most) {
      return;
    }
    var byUse =
        open.stream()
            .filter(generation -> generation != needy)
            .sorted(Comparator.comparingLong(LuceneFilling::lastUsed))
            .toList();
    for (var generation : byUse) {
      if (count.get() <= most) {
        return;
      }
      closing.accept(generation);
    }
  }
}
