package dev.quipu.engine.ingest;

/// Where randomness comes from; what it gives is recorded before it is used.
public interface Chance {

  /// A new ULID, 26 characters.
  String ulid();

  byte[] bytes(int length);
}
