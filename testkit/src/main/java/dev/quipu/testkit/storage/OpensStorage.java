package dev.quipu.testkit.storage;

import dev.quipu.engine.storage.Storage;

/// How the tests of a contract come by what they test.
public interface OpensStorage {

  /// Opens the storage under test, which is empty at first. Opening it again finds what was
  /// committed before.
  Storage open();

  /// Sees to it that the next commit fails as a whole, as a disk would make it; returns whether it
  /// could. The tests that need this are skipped otherwise.
  default boolean failNextCommit(Storage storage) {
    return false;
  }
}
