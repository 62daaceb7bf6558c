package dev.quipu.testkit.blob;

import static dev.quipu.testkit.fixture.Names.ACME;
import static dev.quipu.testkit.fixture.Names.GLOBEX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The promises of [BlobStore], as tests. An adapter joins with a class that implements
/// [OpensBlobs].
public interface BlobStoreContract extends OpensBlobs {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, 3_000_001})
  default void what_was_put_is_read_back_under_its_sha_256(int length) throws IOException {
    var content = content(length);
    try (var blobs = openBlobs()) {
      var blob = put(blobs, ACME, content);

      assertThat(blob).isEqualTo(new Blob(nameOf(content), length));
      assertThat(blobs.has(ACME, blob.id())).isTrue();
      assertThat(read(blobs, ACME, blob.id())).isEqualTo(content);
    }
  }

  @Test
  default void what_was_put_is_there_after_a_restart() throws IOException {
    BlobId id;
    try (var blobs = openBlobs()) {
      id = put(blobs, ACME, LETTER).id();
    }
    try (var blobs = openBlobs()) {
      assertThat(read(blobs, ACME, id)).isEqualTo(LETTER);
    }
  }

  @Test
  default void content_that_comes_in_drops_is_kept_whole() throws IOException {
    var content = content(70_000);
    try (var blobs = openBlobs()) {
      var drops =
          new ByteArrayInputStream(content) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
              return super.read(bytes, offset, Math.min(length, 7));
            }
          };
      var blob = blobs.put(ACME, drops, content.length);

      assertThat(read(blobs, ACME, blob.id())).isEqualTo(content);
    }
  }

  @Test
  default void equal_content_is_kept_once() throws IOException {
    try (var blobs = openBlobs()) {
      var first = put(blobs, ACME, LETTER);

      assertThat(put(blobs, ACME, LETTER)).isEqualTo(first);
      assertThat(all(blobs, ACME)).containsExactly(first);
    }
  }

  @Test
  default void puts_of_equal_content_at_once_all_succeed_and_leave_one_blob()
      throws IOException, InterruptedException, ExecutionException {
    var content = content(200_000);
    var expected = new Blob(nameOf(content), content.length);
    try (var blobs = openBlobs();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var puts = new ArrayList<Callable<Blob>>();
      for (int i = 0; i < 16; i++) {
        puts.add(() -> put(blobs, ACME, content));
      }
      for (var put : threads.invokeAll(puts)) {
        assertThat(put.get()).isEqualTo(expected);
      }

      assertThat(all(blobs, ACME)).containsExactly(expected);
      assertThat(read(blobs, ACME, expected.id())).isEqualTo(content);
    }
  }

  @Test
  default void content_beyond_the_limit_is_too_large_and_leaves_nothing() throws IOException {
    var content = content(100_000);
    try (var blobs = openBlobs()) {
      assertThatThrownBy(() -> blobs.put(ACME, new ByteArrayInputStream(content), 99_999))
          .isInstanceOf(TooLarge.class);
      assertThat(all(blobs, ACME)).isEmpty();
      assertThat(blobs.has(ACME, nameOf(content))).isFalse();

      assertThat(blobs.put(ACME, new ByteArrayInputStream(content), 100_000).length())
          .as("the limit itself is within it")
          .isEqualTo(100_000);
    }
  }

  @Test
  default void a_put_that_breaks_off_fails_as_its_source_did_and_leaves_nothing() {
    var content = content(100_000);
    var broken = new IOException("the client has gone");
    var source =
        new ByteArrayInputStream(content) {
          @Override
          public int read(byte[] bytes) throws IOException {
            if (available() < 50_000) {
              throw broken;
            }
            return super.read(bytes);
          }
        };
    try (var blobs = openBlobs()) {
      assertThatThrownBy(() -> blobs.put(ACME, source, Long.MAX_VALUE)).isSameAs(broken);
      assertThat(all(blobs, ACME)).isEmpty();
      assertThat(blobs.has(ACME, nameOf(content))).isFalse();
    }
  }

  @Test
  default void what_was_never_put_is_absent() {
    try (var blobs = openBlobs()) {
      assertThat(blobs.open(ACME, nameOf(LETTER))).isNull();
      assertThat(blobs.has(ACME, nameOf(LETTER))).isFalse();
      assertThat(all(blobs, ACME)).isEmpty();
    }
  }

  @Test
  default void another_tenant_sees_nothing_not_even_if_its_name_is_nearly_the_same()
      throws IOException {
    try (var blobs = openBlobs()) {
      var id = put(blobs, ACME, LETTER).id();

      for (var name : List.of("globex", "acm", "acme2", "acme-2", "acme.2", "acme:", "ACME")) {
        var other = new TenantId(name);
        assertThat(blobs.has(other, id)).as(name).isFalse();
        assertThat(blobs.open(other, id)).as(name).isNull();
        assertThat(all(blobs, other)).as(name).isEmpty();
      }
    }
  }

  @Test
  default void altered_content_is_never_handed_out_as_whole() throws IOException {
    var content = content(150_000);
    try (var blobs = openBlobs()) {
      var id = put(blobs, ACME, content).id();

      for (var altered : alterations(content)) {
        alter(ACME, id, altered);

        assertThatThrownBy(() -> read(blobs, ACME, id)).isInstanceOf(Corrupt.class);
        assertThatThrownBy(() -> readExactly(blobs, id, altered.length))
            .as("who knows the length and reads no further")
            .isInstanceOf(Corrupt.class);
      }
    }
  }

  @Test
  default void putting_altered_content_again_mends_it() throws IOException {
    try (var blobs = openBlobs()) {
      var id = put(blobs, ACME, LETTER).id();
      alter(ACME, id, content(10));

      put(blobs, ACME, LETTER);

      assertThat(read(blobs, ACME, id)).isEqualTo(LETTER);
    }
  }

  @Test
  default void an_erased_blob_is_gone_and_nothing_else_is() throws IOException {
    try (var blobs = openBlobs()) {
      var id = put(blobs, ACME, LETTER).id();
      var other = put(blobs, ACME, content(10));
      put(blobs, GLOBEX, LETTER);

      blobs.erase(ACME, id);
      blobs.erase(ACME, nameOf(content(11)));

      assertThat(blobs.has(ACME, id)).isFalse();
      assertThat(blobs.open(ACME, id)).isNull();
      assertThat(all(blobs, ACME)).containsExactly(other);
      assertThat(read(blobs, GLOBEX, id)).isEqualTo(LETTER);
    }
    try (var blobs = openBlobs()) {
      assertThat(blobs.has(ACME, nameOf(LETTER))).isFalse();
    }
  }

  @Test
  default void erasing_a_tenants_blobs_leaves_those_of_all_others() throws IOException {
    var neighbours = List.of("globex", "acm", "acme2", "acme-2", "acme.2", "ACME");
    try (var blobs = openBlobs()) {
      for (int i = 0; i < 20; i++) {
        put(blobs, ACME, content(i));
      }
      for (var name : neighbours) {
        put(blobs, new TenantId(name), LETTER);
      }

      blobs.eraseAll(ACME);
      blobs.eraseAll(new TenantId("nobody"));

      assertThat(all(blobs, ACME)).isEmpty();
      for (var name : neighbours) {
        assertThat(all(blobs, new TenantId(name))).as(name).hasSize(1);
      }
      put(blobs, ACME, LETTER);
      assertThat(read(blobs, ACME, nameOf(LETTER))).isEqualTo(LETTER);
    }
  }

  @Test
  default void each_shows_every_blob_once_and_lets_it_be_erased() throws IOException {
    try (var blobs = openBlobs()) {
      var put = new ArrayList<Blob>();
      for (int i = 0; i < 20; i++) {
        put.add(put(blobs, ACME, content(i)));
      }
      assertThat(all(blobs, ACME)).containsExactlyInAnyOrderElementsOf(put);

      blobs.each(ACME, blob -> blobs.erase(ACME, blob.id()));

      assertThat(all(blobs, ACME)).isEmpty();
    }
  }

  private static List<byte[]> alterations(byte[] content) {
    var first = content.clone();
    first[0] ^= 1;
    var last = content.clone();
    last[last.length - 1] ^= 1;
    return List.of(
        first,
        last,
        Arrays.copyOf(content, content.length - 1),
        Arrays.copyOf(content, 131_072),
        Arrays.copyOf(content, content.length + 1));
  }

  private static byte[] content(int length) {
    var bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static BlobId nameOf(byte[] content) {
    return new BlobId(Hash.of(content).hex());
  }

  private static Blob put(BlobStore blobs, TenantId tenant, byte[] content) throws IOException {
    return blobs.put(tenant, new ByteArrayInputStream(content), Long.MAX_VALUE);
  }

  private static byte[] read(BlobStore blobs, TenantId tenant, BlobId id) throws IOException {
    try (var stream = opened(blobs, tenant, id)) {
      return stream.readAllBytes();
    }
  }

  private static byte[] readExactly(BlobStore blobs, BlobId id, int length) throws IOException {
    try (var stream = opened(blobs, ACME, id)) {
      return stream.readNBytes(length);
    }
  }

  private static InputStream opened(BlobStore blobs, TenantId tenant, BlobId id) {
    var stream = blobs.open(tenant, id);
    if (stream == null) {
      throw new AssertionError("absent: " + id);
    }
    return stream;
  }

  private static List<Blob> all(BlobStore blobs, TenantId tenant) {
    var all = new ArrayList<Blob>();
    blobs.each(tenant, all::add);
    return all;
  }
}
