package dev.quipu.testkit.history;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;

final class InMemoryEngineTest implements EngineContract, SeveralServersContract {

  private final Disk disk = Disk.blank("log_oracle");

  @Override
  public Storage open() {
    return InMemoryStorage.open(disk);
  }
}
