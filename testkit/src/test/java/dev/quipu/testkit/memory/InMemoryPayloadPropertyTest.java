package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.Storage;
import dev.quipu.testkit.payload.PayloadProperties;
import java.time.InstantSource;

/// The oracle under the engine, with random payloads.
final class InMemoryPayloadPropertyTest implements PayloadProperties {

  @Override
  public Storage openEmpty(InstantSource clock, String name) {
    return InMemoryStorage.open(Disk.blank("log_" + name));
  }

  @Override
  public int many() {
    return FEW;
  }
}
