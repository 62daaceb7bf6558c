package dev.quipu.engine.tenancy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Removes the bytes of deleted tenants, in portions, between other people's commits. What a crash
/// cuts short is taken up again at the next start: a deletion without a certificate in the platform
/// log is unfinished.
public final class Erasure implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Erasure.class.getName());
  private static final int PORTION = 500;

  private final Storage storage;
  private final BlobStore blobs;
  private final GroupCommit groups;
  private final Ingest ingest;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("quipu-erasure").factory());
  private volatile boolean closing;

  public Erasure(Storage storage, BlobStore blobs, GroupCommit groups, Ingest ingest) {
    this.storage = storage;
    this.blobs = blobs;
    this.groups = groups;
    this.ingest = ingest;
  }

  /// Takes up what an earlier process left undone. A platform log that cannot be read keeps nobody
  /// from starting: whoever wants to verify it has to start first.
  public void resume() {
    try {
      unfinished().forEach(this::begin);
    } catch (Corrupt e) {
      LOG.log(Level.WARNING, "unfinished erasures cannot be found; see what verify says", e);
    }
  }

  private List<TenantId> unfinished() {
    try (var view = PlatformView.latest(storage)) {
      var certified = new HashSet<String>();
      view.entriesOf("tenant_erased")
          .forEach(
              entry -> certified.add(String.valueOf(entry.event().payload().text("tenant_id"))));
      return view.deletedTenants().stream()
          .filter(tenant -> !certified.contains(tenant.value()))
          .toList();
    }
  }

  void begin(TenantId tenant) {
    ingest.refuseFrom(tenant);
    worker.execute(
        () -> {
          try {
            erase(tenant);
          } catch (MemoryException | IllegalStateException e) {
            LOG.log(
                Level.WARNING,
                "erasing tenant=" + tenant + " was cut short; it goes on at the next start",
                e);
          }
        });
  }

  private void erase(TenantId tenant) {
    var head = new Head[] {Head.EMPTY};
    inUnit(tenant, transaction -> head[0] = transaction.head());
    for (long done = 0; done < head[0].position().value() && !closing; done += PORTION) {
      var after = new LogPosition(done);
      inUnit(
          tenant,
          transaction -> {
            transaction.erase(after, PORTION);
            transaction.eraseNames(after, PORTION);
          });
    }
    var old = new SpaceId[1];
    inUnit(tenant, Transaction::forgetRemembered);
    inUnit(tenant, transaction -> old[0] = transaction.activate(transaction.openSpace()));
    drop(tenant, old[0]);
    for (var stranded : strandedSpaces(tenant)) {
      drop(tenant, stranded);
    }
    if (!closing) {
      blobs.eraseAll(tenant);
      storage.scrub();
      var certificate =
          new Command.CertifyErasure(tenant, head[0].position().value(), head[0].hash());
      ingest.submit(StoredCredentials.operator(), new Submission(certificate, Hash.ZERO), null);
    }
  }

  private Iterable<SpaceId> strandedSpaces(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.strandedSpaces();
    }
  }

  private void drop(TenantId tenant, @Nullable SpaceId space) {
    var more = new boolean[] {space != null};
    while (more[0] && !closing && space != null) {
      inUnit(tenant, transaction -> more[0] = transaction.drop(space, PORTION));
    }
  }

  private void inUnit(TenantId tenant, Consumer<Transaction> work) {
    groups.commit(
        new Unit() {
          @Override
          public TenantId tenant() {
            return tenant;
          }

          @Override
          public void run(Transaction transaction) {
            work.accept(transaction);
          }
        });
  }

  @Override
  public void close() {
    closing = true;
    worker.shutdown();
    try {
      if (!worker.awaitTermination(10, TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "an erasure is still running; it goes on at the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
