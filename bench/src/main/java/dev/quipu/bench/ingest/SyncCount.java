package dev.quipu.bench.ingest;

/// How often the disk was asked to make things durable, for how many events.
///
/// @param how they were counted
public record SyncCount(long syncs, long commits, int events, String how) {

  public double perEvent() {
    return (double) syncs / events;
  }
}
