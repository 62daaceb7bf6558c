package dev.quipu.server.wiring;

import static dev.quipu.testkit.blob.OpensBlobs.LETTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.blob.FileBlobStore;
import dev.quipu.blob.S3Address;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.id.TenantId;
import dev.quipu.s3.S3BlobStore;
import dev.quipu.server.TestServer;
import dev.quipu.server.config.BlobConfig;
import dev.quipu.server.config.ServerConfig;
import dev.quipu.testkit.fixture.Eventually;
import dev.quipu.testkit.s3.S3Server;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That a server uses the blob store its configuration names.
class BlobWiringTest {

  @TempDir Path folder;

  @Test
  void a_deleted_tenants_blobs_are_gone_from_the_data_folder() throws IOException {
    var home = folder.resolve("blobs");
    try (var blobs = FileBlobStore.open(home)) {
      assertErased(new BlobConfig.Files(home), blobs);
    }
  }

  @Test
  void a_deleted_tenants_blobs_are_gone_from_the_bucket() throws IOException {
    var address = S3Address.parse(S3Server.shared().newAddress()).withKeys("access", "secret");
    try (var blobs = S3BlobStore.open(address, folder.resolve("other"))) {
      assertErased(new BlobConfig.S3(address, folder.resolve("blobs")), blobs);
    }
  }

  private void assertErased(BlobConfig config, BlobStore blobs) throws IOException {
    try (var server = TestServer.start(configured(config))) {
      var made = server.post(TestServer.ADMIN, "/v1/admin/tenants", "{'name':'x','tenant_id':'x'}");
      var tenant = new TenantId("x");
      var id = blobs.put(tenant, new ByteArrayInputStream(LETTER), LETTER.length).id();

      server.delete(TestServer.ADMIN, "/v1/admin/tenants/" + made.number("id"));

      assertThat(Eventually.holds(Duration.ofSeconds(30), () -> isCertified(server))).isTrue();
      assertThat(blobs.has(tenant, id)).isFalse();
    }
  }

  private static boolean isCertified(TestServer server) {
    return server.get(TestServer.ADMIN, "/v1/admin/audit?limit=3").list("entries").stream()
        .anyMatch(entry -> entry.text("action").equals("tenant_erased"));
  }

  private ServerConfig configured(BlobConfig blobs) {
    return TestServer.config(folder, 0, Duration.ofSeconds(30)).with(blobs);
  }
}
