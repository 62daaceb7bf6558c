package dev.quipu.lucene;

import java.time.Duration;

/// How much an index may take of the machine, all tenants together.
///
/// @param writers that are open at once; a tenant being filled has one, or two if it has a past
/// @param readers that are open at once, likewise
/// @param mergeThreads that join small files into larger ones
/// @param bufferMegabytes of a writer, after which what was put goes to a file
/// @param cacheBytes for what has been found out about who sees what
/// @param commitEvery how long what was published stays without being synced
/// @param commitBytes after how much text it is synced sooner
/// @param exactUpTo how many vectors that pass are all looked at in full; of more those that come
///   into question by seven bits a number, for whose sake large segments have graphs
public record IndexBounds(
    int writers,
    int readers,
    int mergeThreads,
    int bufferMegabytes,
    long cacheBytes,
    Duration commitEvery,
    long commitBytes,
    int exactUpTo) {

  public static final IndexBounds DEFAULT =
      new IndexBounds(64, 512, 2, 8, 64L << 20, Duration.ofSeconds(30), 64L << 20, 10_000);

  public IndexBounds {
    if (writers < 2 || readers < 2 || mergeThreads < 1 || bufferMegabytes < 1) {
      throw new IllegalArgumentException("an index needs two writers, two readers and a thread");
    }
  }

  public IndexBounds withOpen(int writers, int readers) {
    return new IndexBounds(
        writers,
        readers,
        mergeThreads,
        bufferMegabytes,
        cacheBytes,
        commitEvery,
        commitBytes,
        exactUpTo);
  }

  public IndexBounds withExactUpTo(int vectors) {
    return new IndexBounds(
        writers,
        readers,
        mergeThreads,
        bufferMegabytes,
        cacheBytes,
        commitEvery,
        commitBytes,
        vectors);
  }
}
