package dev.quipu.engine.index;

/// How busy an index is.
///
/// @param writers that are open
/// @param readers that are open
/// @param bytes on the disk, of the tenants that are open
public record IndexUse(int writers, int readers, long bytes) {

  public static final IndexUse NONE = new IndexUse(0, 0, 0);
}
