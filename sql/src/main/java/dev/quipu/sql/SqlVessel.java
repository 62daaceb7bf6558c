package dev.quipu.sql;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Vessel;

/// A storage with a mark in its database that keeps others away.
final class SqlVessel implements Vessel {

  private final SqlStorage storage;

  SqlVessel(SqlStorage storage) {
    this.storage = storage;
  }

  @Override
  public Storage storage() {
    return storage;
  }

  @Override
  public void release() {
    storage.endFilling();
  }

  @Override
  public void close() {
    storage.close();
  }
}
