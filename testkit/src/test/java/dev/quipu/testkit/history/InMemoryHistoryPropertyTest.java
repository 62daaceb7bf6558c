package dev.quipu.testkit.history;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.time.InstantSource;

/// The oracle under the engine, held against the naive model.
final class InMemoryHistoryPropertyTest implements HistoryProperties {

  @Override
  public Storage openEmpty(InstantSource clock) {
    return InMemoryStorage.open(Disk.blank("log_oracle"));
  }
}
