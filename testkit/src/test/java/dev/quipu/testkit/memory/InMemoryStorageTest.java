package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.storage.StorageContract;

final class InMemoryStorageTest implements StorageContract {

  private final Disk disk = Disk.blank("log_oracle");

  @Override
  public Storage open() {
    return InMemoryStorage.open(disk);
  }

  @Override
  public boolean failNextCommit(Storage storage) {
    disk.failNextCommit();
    return true;
  }
}
