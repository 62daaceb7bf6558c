package dev.quipu.testkit.memory;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.model.id.TenantId;
import java.security.KeyPair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// A world that nobody writes to any more.
record MemoryCut(String logId, KeyPair checkpointKeys, World world, Map<TenantId, Instant> lastUsed)
    implements Cut {

  @Override
  public List<TenantId> logs() {
    return List.copyOf(world.begun());
  }

  @Override
  public Snapshot read(ReadScope scope) {
    return new MemorySnapshot(world.state(scope.tenant()), scope);
  }

  @Override
  public void remembered(BiConsumer<IdempotencyKey, Remembered> each) {
    world.remembered().forEach(each);
  }

  @Override
  public void close() {}
}
