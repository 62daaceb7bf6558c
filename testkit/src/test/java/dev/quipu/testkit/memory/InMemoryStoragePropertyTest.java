package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.storage.AccessFilterProperties;
import dev.quipu.testkit.storage.StorageProperties;

/// The oracle against itself proves little about it, but that histories and questions can be told
/// twice.
final class InMemoryStoragePropertyTest implements AccessFilterProperties, StorageProperties {

  @Override
  public Storage openEmpty() {
    return InMemoryStorage.open(Disk.blank("log_oracle"));
  }
}
