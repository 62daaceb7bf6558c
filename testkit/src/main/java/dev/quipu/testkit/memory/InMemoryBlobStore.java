package dev.quipu.testkit.memory;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.blob.Intake;
import dev.quipu.engine.blob.VerifiedStream;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The oracle of [BlobStore]: a map of maps.
public final class InMemoryBlobStore implements BlobStore {

  private final Map<TenantId, Map<BlobId, byte[]>> kept;

  private InMemoryBlobStore(Map<TenantId, Map<BlobId, byte[]>> kept) {
    this.kept = kept;
  }

  public static InMemoryBlobStore open(Disk disk) {
    return new InMemoryBlobStore(disk.blobs());
  }

  /// An empty one.
  public static InMemoryBlobStore open() {
    return new InMemoryBlobStore(new ConcurrentHashMap<>());
  }

  @Override
  public Blob put(TenantId tenant, InputStream content, long maxBytes) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var blob = Intake.pour(content, maxBytes, (portion, length) -> bytes.write(portion, 0, length));
    of(tenant).put(blob.id(), bytes.toByteArray());
    return blob;
  }

  @Override
  public @Nullable InputStream open(TenantId tenant, BlobId id) {
    var bytes = of(tenant).get(id);
    return bytes == null ? null : new VerifiedStream(new ByteArrayInputStream(bytes), id, "memory");
  }

  @Override
  public boolean has(TenantId tenant, BlobId id) {
    return of(tenant).containsKey(id);
  }

  @Override
  public void erase(TenantId tenant, BlobId id) {
    of(tenant).remove(id);
  }

  @Override
  public void eraseAll(TenantId tenant) {
    kept.remove(tenant);
  }

  @Override
  public void each(TenantId tenant, Consumer<Blob> consumer) {
    of(tenant).forEach((id, bytes) -> consumer.accept(new Blob(id, bytes.length)));
  }

  private Map<BlobId, byte[]> of(TenantId tenant) {
    return kept.computeIfAbsent(tenant, _ -> new ConcurrentHashMap<>());
  }

  @Override
  public void close() {}
}
