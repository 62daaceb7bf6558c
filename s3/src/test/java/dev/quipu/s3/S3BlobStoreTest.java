package dev.quipu.s3;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.blob.FileBlobStore;
import dev.quipu.blob.S3Address;
import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.blob.BlobStoreContract;
import dev.quipu.testkit.history.BlobErasureContract;
import dev.quipu.testkit.s3.S3Server;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

final class S3BlobStoreTest implements BlobStoreContract, BlobErasureContract {

  @TempDir private Path folder;

  private final S3Address address = keyed(S3Server.shared().newAddress());

  private static S3Address keyed(String address) {
    return S3Address.parse(address).withKeys("access", "secret");
  }

  @Override
  public BlobStore openBlobs() {
    return S3BlobStore.open(address, folder);
  }

  @Override
  public void alter(TenantId tenant, BlobId id, byte[] bytes) {
    try (var client = client()) {
      client.putObject(
          put -> put.bucket(address.bucket()).key(key(tenant, id)), RequestBody.fromBytes(bytes));
    }
  }

  private String key(TenantId tenant, BlobId id) {
    return address.prefix() + "/" + tenant + "/" + id;
  }

  @Test
  void a_blob_is_an_object_under_prefix_and_tenant() throws IOException {
    try (var blobs = openBlobs();
        var client = client()) {
      var id = blobs.put(ACME, new ByteArrayInputStream(LETTER), 100).id();

      var object = client.getObjectAsBytes(get -> get.bucket(address.bucket()).key(key(ACME, id)));
      assertThat(object.asByteArray()).isEqualTo(LETTER);
      assertThat(incoming()).as("nothing stays on this machine").isEmpty();
    }
  }

  @Test
  void more_blobs_than_fit_on_a_page_are_all_shown_and_all_erased() throws IOException {
    try (var blobs = S3BlobStore.open(address, folder, 3)) {
      var put = new ArrayList<Blob>();
      for (int i = 0; i < 10; i++) {
        put.add(blobs.put(ACME, new ByteArrayInputStream(new byte[i]), 100));
      }
      blobs.put(GLOBEX, new ByteArrayInputStream(LETTER), 100);
      var seen = new ArrayList<Blob>();
      blobs.each(
          ACME,
          blob -> {
            seen.add(blob);
            if (seen.size() % 2 == 0) {
              blobs.erase(ACME, blob.id());
            }
          });
      assertThat(seen).containsExactlyInAnyOrderElementsOf(put);

      blobs.eraseAll(ACME);

      assertThat(all(blobs, ACME)).isEmpty();
      assertThat(all(blobs, GLOBEX)).hasSize(1);
    }
  }

  @Test
  void what_a_killed_process_had_on_this_machine_is_swept() throws IOException {
    openBlobs().close();
    Files.write(folder.resolve(".incoming/0123"), LETTER);

    openBlobs().close();

    assertThat(incoming()).isEmpty();
  }

  @Test
  void blobs_that_were_kept_in_files_before_stay_as_they_are() throws IOException {
    try (var before = FileBlobStore.open(folder)) {
      before.put(ACME, new ByteArrayInputStream(LETTER), 100);
    }

    openBlobs().close();

    try (var before = FileBlobStore.open(folder)) {
      assertThat(all(before, ACME)).hasSize(1);
    }
  }

  @Test
  void without_a_prefix_tenants_are_at_the_top_of_the_bucket() throws IOException {
    try (var client = client()) {
      client.createBucket(make -> make.bucket("quipu-bare"));
    }
    var bare = keyed("s3://quipu-bare?endpoint=" + S3Server.shared().endpoint());
    try (var blobs = S3BlobStore.open(bare, folder)) {
      var blob = blobs.put(ACME, new ByteArrayInputStream(LETTER), 100);

      assertThat(all(blobs, ACME)).containsExactly(blob);
    }
  }

  @Test
  void a_bucket_that_is_not_there_is_refused_at_once() {
    var nowhere = keyed("s3://quipu-nowhere?endpoint=" + S3Server.shared().endpoint());

    assertThatThrownBy(() -> S3BlobStore.open(nowhere, folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("quipu-nowhere")
        .hasMessageContaining("no such bucket");
  }

  @Test
  void a_bucket_that_cannot_forget_is_refused() {
    try (var client = client()) {
      client.createBucket(make -> make.bucket("quipu-elephant"));
      client.putBucketVersioning(
          put ->
              put.bucket("quipu-elephant")
                  .versioningConfiguration(set -> set.status(BucketVersioningStatus.ENABLED)));
    }
    var elephant = keyed("s3://quipu-elephant?endpoint=" + S3Server.shared().endpoint());

    assertThatThrownBy(() -> S3BlobStore.open(elephant, folder))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("nothing in it can be erased");
  }

  private List<Path> incoming() throws IOException {
    try (var files = Files.list(folder.resolve(".incoming"))) {
      return files.toList();
    }
  }

  private static List<Blob> all(BlobStore blobs, TenantId tenant) {
    var all = new ArrayList<Blob>();
    blobs.each(tenant, all::add);
    return all;
  }

  private static S3Client client() {
    return S3Client.builder()
        .region(Region.US_EAST_1)
        .endpointOverride(URI.create(S3Server.shared().endpoint()))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("access", "secret")))
        .build();
  }
}
