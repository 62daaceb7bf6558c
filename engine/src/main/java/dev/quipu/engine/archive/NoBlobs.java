package dev.quipu.engine.archive;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Stands for blobs that nobody has named: there are none, and none can be put.
public final class NoBlobs implements BlobStore {

  @Override
  public Blob put(TenantId tenant, InputStream content, long maxBytes) {
    throw new Conflict(
        "blobs.nowhere", "There are blobs, and nothing says where they are to be kept.");
  }

  @Override
  public @Nullable InputStream open(TenantId tenant, BlobId id) {
    return null;
  }

  @Override
  public boolean has(TenantId tenant, BlobId id) {
    return false;
  }

  @Override
  public void erase(TenantId tenant, BlobId id) {}

  @Override
  public void eraseAll(TenantId tenant) {}

  @Override
  public void each(TenantId tenant, Consumer<Blob> consumer) {}

  @Override
  public void close() {}
}
