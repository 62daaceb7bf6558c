package dev.quipu.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quipu.engine.Engine;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.BlobId;
import dev.quipu.model.id.TenantId;
import dev.quipu.testkit.blob.OpensBlobs;
import dev.quipu.testkit.memory.Disk;
import dev.quipu.testkit.memory.InMemoryStorage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// That a deleted tenant's blobs go with it, on any blob store.
public interface BlobErasureContract extends OpensBlobs {

  @Test
  @Timeout(60)
  default void when_a_tenants_erasure_is_certified_its_blobs_are_gone_and_no_others()
      throws IOException, InterruptedException {
    var blobs = openBlobs();
    try (var teller = open(Disk.blank("log_oracle"), blobs)) {
      var id = put(blobs, Person.ONE);
      put(blobs, Person.TWO);

      teller.engine.tenancy().deleteTenant(teller.operator(), teller.number(Person.ONE));
      awaitCertificate(teller.engine);

      assertThat(blobs.has(Person.ONE, id)).isFalse();
      assertThat(blobs.has(Person.TWO, id)).isTrue();
    }
  }

  @Test
  @Timeout(60)
  default void without_the_blob_store_nothing_is_certified_and_the_next_start_makes_good()
      throws IOException, InterruptedException {
    var disk = Disk.blank("log_oracle");
    var tried = new CountDownLatch(1);
    BlobId id;
    try (var teller = open(disk, failing(openBlobs(), tried))) {
      try (var blobs = openBlobs()) {
        id = put(blobs, Person.ONE);
      }
      teller.engine.tenancy().deleteTenant(teller.operator(), teller.number(Person.ONE));
      tried.await();
    }

    var blobs = openBlobs();
    var clock = new HandClock(RandomHistory.BEGINNING);
    var storage = InMemoryStorage.open(disk);
    assertThat(blobs.has(Person.ONE, id)).isTrue();
    try (var engine = Teller.engine(storage, blobs, clock, 2)) {
      awaitCertificate(engine);
      assertThat(blobs.has(Person.ONE, id)).isFalse();
    }
  }

  private static Teller open(Disk disk, BlobStore blobs) {
    var clock = new HandClock(RandomHistory.BEGINNING);
    return Teller.open(InMemoryStorage.open(disk), blobs, clock, 1);
  }

  private static BlobId put(BlobStore blobs, TenantId tenant) throws IOException {
    return blobs.put(tenant, new ByteArrayInputStream(LETTER), LETTER.length).id();
  }

  private static void awaitCertificate(Engine engine) throws InterruptedException {
    try (var follower = engine.signal().follow(TenantId.PLATFORM)) {
      while (engine.tenancy().audit(null, 1).stream()
          .noneMatch(entry -> entry.event().eventType().value().equals("quipu.tenant_erased"))) {
        follower.await(Duration.ofSeconds(10));
      }
    }
  }

  /// A store that does everything but erase a tenant's blobs.
  private static BlobStore failing(BlobStore blobs, CountDownLatch tried) {
    return (BlobStore)
        Proxy.newProxyInstance(
            BlobStore.class.getClassLoader(),
            new Class<?>[] {BlobStore.class},
            (_, method, arguments) -> {
              if (method.getName().equals("eraseAll")) {
                tried.countDown();
                throw new Unavailable("blob.unavailable", "The store is away.", Duration.ZERO);
              }
              try {
                return method.invoke(blobs, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
