package dev.quipu.s3;

import dev.quipu.blob.Broken;
import dev.quipu.blob.Incoming;
import dev.quipu.blob.S3Address;
import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.blob.VerifiedStream;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Object;

/// Blobs in a bucket: `<prefix>/<tenant>/<id>`.
///
/// A put is written to a file of this machine first, since its key is known only at its end.
public final class S3BlobStore implements BlobStore {

  /// What S3 takes in one go; there is no need for more.
  private static final long MAX_PUT = 5L << 30;

  /// What S3 shows and deletes in one go.
  private static final int PAGE = 1000;

  private final S3Bucket bucket;
  private final S3Address address;
  private final Incoming incoming;
  private final int page;

  private S3BlobStore(S3Bucket bucket, S3Address address, Incoming incoming, int page) {
    this.bucket = bucket;
    this.address = address;
    this.incoming = incoming;
    this.page = page;
  }

  /// Opens a bucket that is there.
  ///
  /// @param folder for what is on its way in; what an earlier process left there is removed
  /// @throws dev.quipu.model.failure.Unavailable if there is no such bucket, it is closed to us, or
  ///   cannot forget
  public static S3BlobStore open(S3Address address, Path folder) {
    return open(address, folder, PAGE);
  }

  static S3BlobStore open(S3Address address, Path folder, int page) {
    Incoming incoming;
    try {
      incoming = Incoming.open(folder);
    } catch (IOException e) {
      throw Broken.folder(folder, e);
    }
    return new S3BlobStore(S3Bucket.open(address), address, incoming, page);
  }

  @Override
  public Blob put(TenantId tenant, InputStream content, long maxBytes) throws IOException {
    try (var arrived = incoming.take(content, Math.min(maxBytes, MAX_PUT))) {
      var blob = arrived.blob();
      var sha256 = Base64.getEncoder().encodeToString(Hash.ofHex(blob.id().value()).bytes());
      bucket.put(key(tenant, blob.id()), arrived::content, blob.length(), sha256);
      return blob;
    }
  }

  @Override
  public @Nullable InputStream open(TenantId tenant, BlobId id) {
    var key = key(tenant, id);
    var content = bucket.get(key);
    return content == null
        ? null
        : new VerifiedStream(content, id, "s3://" + address.bucket() + "/" + key);
  }

  @Override
  public boolean has(TenantId tenant, BlobId id) {
    return bucket.has(key(tenant, id));
  }

  @Override
  public void erase(TenantId tenant, BlobId id) {
    bucket.delete(key(tenant, id));
  }

  @Override
  public void eraseAll(TenantId tenant) {
    var home = home(tenant);
    for (var objects = bucket.page(home, "", page);
        !objects.isEmpty();
        objects = bucket.page(home, "", page)) {
      bucket.delete(objects);
    }
  }

  @Override
  public void each(TenantId tenant, Consumer<Blob> consumer) {
    var home = home(tenant);
    for (var objects = bucket.page(home, "", page);
        !objects.isEmpty();
        objects = bucket.page(home, objects.getLast().key(), page)) {
      for (var object : objects) {
        show(object, home, consumer);
      }
    }
  }

  private static void show(S3Object object, String home, Consumer<Blob> consumer) {
    var name = object.key().substring(home.length());
    if (BlobId.isWellFormed(name)) {
      consumer.accept(new Blob(new BlobId(name), object.size()));
    }
  }

  private String key(TenantId tenant, BlobId id) {
    return home(tenant) + id.value();
  }

  private String home(TenantId tenant) {
    return (address.prefix().isEmpty() ? "" : address.prefix() + "/") + tenant.value() + "/";
  }

  @Override
  public void close() {
    bucket.close();
  }
}
