package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Vessel;
import dev.quipu.testkit.storage.StorageContract;
import java.security.KeyPair;

final class InMemoryStorageTest implements StorageContract {

  private final Disk disk = Disk.blank("log_oracle");

  @Override
  public Storage open() {
    return InMemoryStorage.open(disk);
  }

  @Override
  public Vessel openVessel(KeyPair checkpoints) {
    return InMemoryStorage.openVessel(disk, checkpoints);
  }

  @Override
  public boolean failNextCommit(Storage storage) {
    disk.failNextCommit();
    return true;
  }
}
