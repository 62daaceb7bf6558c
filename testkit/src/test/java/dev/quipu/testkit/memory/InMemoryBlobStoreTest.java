package dev.quipu.testkit.memory;

import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.blob.BlobStoreContract;
import dev.quipu.testkit.history.BlobErasureContract;

final class InMemoryBlobStoreTest implements BlobStoreContract, BlobErasureContract {

  private final Disk disk = Disk.blank("log_oracle");

  @Override
  public BlobStore openBlobs() {
    return InMemoryBlobStore.open(disk);
  }

  @Override
  public void alter(TenantId tenant, BlobId id, byte[] bytes) {
    disk.blobs().get(tenant).put(id, bytes);
  }
}
