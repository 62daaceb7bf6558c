package dev.quipu.testkit.blob;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;

/// How the tests of a contract come by what they test.
public interface OpensBlobs {

  byte[] LETTER = "Dear reader, keep this to yourself.".getBytes(UTF_8);

  /// Opens the store under test, which is empty at first. Opening it again finds what was put
  /// before.
  BlobStore openBlobs();

  /// Puts other bytes in the place of what is kept, behind the store's back.
  void alter(TenantId tenant, BlobId id, byte[] bytes);
}
