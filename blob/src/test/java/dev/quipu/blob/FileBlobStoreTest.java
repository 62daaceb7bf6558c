package dev.quipu.blob;

import static dev.quipu.testkit.fixture.Names.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.blob.BlobStoreContract;
import dev.quipu.testkit.history.BlobErasureContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileBlobStoreTest implements BlobStoreContract, BlobErasureContract {

  @TempDir private Path parent;

  private Path folder() {
    return parent.resolve("blobs");
  }

  @Override
  public BlobStore openBlobs() {
    return FileBlobStore.open(folder());
  }

  @Override
  public void alter(TenantId tenant, BlobId id, byte[] bytes) {
    try {
      Files.write(fileOf(tenant.value(), id), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path fileOf(String home, BlobId id) {
    return folder().resolve(home).resolve(id.value().substring(0, 2)).resolve(id.value());
  }

  @Test
  void a_blob_is_a_file_that_only_its_owner_can_open() throws IOException {
    try (var blobs = openBlobs()) {
      var file = fileOf("acme", blobs.put(ACME, new ByteArrayInputStream(LETTER), 100).id());

      assertThat(file).hasBinaryContent(LETTER);
      assertThat(permissions(file)).isEqualTo("rw-------");
      for (var above = file.getParent(); !above.equals(parent); above = above.getParent()) {
        assertThat(permissions(above)).isEqualTo("rwx------");
      }
    }
  }

  @Test
  void names_of_tenants_differ_also_where_capitals_do_not_count() throws IOException {
    try (var blobs = openBlobs()) {
      for (var name : List.of("acme", "Acme", "aCme", "ACME", "A".repeat(128), "a".repeat(128))) {
        blobs.put(new TenantId(name), new ByteArrayInputStream(LETTER), 100);
      }
    }

    try (var homes = Files.list(folder())) {
      assertThat(homes.map(home -> home.getFileName().toString().toLowerCase(Locale.ROOT)))
          .hasSize(7)
          .doesNotHaveDuplicates()
          .contains("acme", "acme+1", "acme+f");
    }
  }

  @Test
  void a_put_that_is_killed_leaves_nothing_to_see_and_is_swept_by_the_next_to_open()
      throws IOException, InterruptedException {
    try (var put = EndlessPut.begin(folder())) {
      try (var beside = openBlobs()) {
        assertThat(all(beside)).isEmpty();
        assertThat(incoming()).as("what another process is writing is left alone").hasSize(1);
      }

      put.kill();

      assertThat(incoming()).hasSize(1);
      try (var blobs = openBlobs()) {
        assertThat(incoming()).isEmpty();
        assertThat(all(blobs)).isEmpty();
      }
    }
  }

  @Test
  void a_put_that_is_under_way_is_not_swept_by_another_store_of_this_process() throws IOException {
    try (var blobs = openBlobs()) {
      var source =
          new ByteArrayInputStream(LETTER) {
            @Override
            public int read(byte[] bytes) throws IOException {
              openBlobs().close();
              return super.read(bytes);
            }
          };
      var blob = blobs.put(ACME, source, 100);

      assertThat(all(blobs)).containsExactly(blob);
      assertThat(incoming()).isEmpty();
    }
  }

  @Test
  void a_folder_that_cannot_be_used_is_unavailable() throws IOException {
    Files.writeString(folder(), "a file where the folder should be");

    assertThatThrownBy(this::openBlobs)
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining(folder().toString());
  }

  @Test
  void a_disk_that_fails_is_unavailable_and_leaves_nothing_behind() throws IOException {
    try (var blobs = openBlobs()) {
      // Where the tenant's folder would be made.
      Files.writeString(folder().resolve("acme"), "");

      assertThatThrownBy(() -> blobs.put(ACME, new ByteArrayInputStream(LETTER), 100))
          .isInstanceOf(Unavailable.class);
      assertThat(incoming()).isEmpty();
    }
  }

  @Test
  void files_that_are_not_ours_are_not_taken_for_blobs() throws IOException {
    try (var blobs = openBlobs()) {
      var blob = blobs.put(ACME, new ByteArrayInputStream(LETTER), 100);
      Files.writeString(fileOf("acme", blob.id()).resolveSibling("notes.txt"), "");
      Files.writeString(folder().resolve("acme/notes.txt"), "");

      assertThat(all(blobs)).containsExactly(blob);
    }
  }

  private List<Path> incoming() throws IOException {
    try (var files = Files.list(folder().resolve(".incoming"))) {
      return files.toList();
    }
  }

  private static List<Blob> all(BlobStore blobs) {
    var all = new ArrayList<Blob>();
    blobs.each(ACME, all::add);
    return all;
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
