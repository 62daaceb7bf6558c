package dev.quipu.engine.storage;

/// How busy a storage is. Telemetry.
///
/// @param retries how often something was tried again since it was opened
/// @param outages how often a read or a commit was refused because the storage was not there
public record StorageUse(Readers readers, long retries, long outages) {

  /// Of a storage that waits for nobody.
  public static final StorageUse NONE = new StorageUse(new Readers(0, 0, 0, 0), 0, 0);

  /// Connections for reading.
  ///
  /// @param waiting how many wait for one
  /// @param most how many there may be
  public record Readers(int active, int idle, int waiting, int most) {}
}
