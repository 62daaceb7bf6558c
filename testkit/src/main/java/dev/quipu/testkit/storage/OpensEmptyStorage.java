package dev.quipu.testkit.storage;

import dev.quipu.engine.storage.Storage;

/// How properties come by a new storage for each try. They close it; what it lay on is the
/// adapter's to remove.
public interface OpensEmptyStorage {

  Storage openEmpty();
}
