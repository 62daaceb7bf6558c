package dev.quipu.engine.tenancy;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.compile.Command;
import dev.quipu.engine.coordinate.Leases;
import dev.quipu.engine.coordinate.Leases.Lease;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Removes the bytes of deleted tenants, in portions, between other people's commits.
///
/// A deletion without a certificate in the platform log is unfinished. Every server looks for such,
/// at its start and now and then; a lease lets one of them do the work, and another one when that
/// dies. Doing it twice does no harm.
public final class Erasure implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Erasure.class.getName());
  private static final int PORTION = 500;

  private final Storage storage;
  private final BlobStore blobs;
  private final Consumer<TenantId> index;
  private final GroupCommit groups;
  private final Ingest ingest;
  private final Leases leases;
  private final Duration interval;
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("quipu-erasure").factory());
  private final Set<TenantId> dropped = ConcurrentHashMap.newKeySet();
  private volatile LogPosition settledAt = LogPosition.START;
  private volatile @Nullable Instant oldest;
  private volatile boolean closing;

  /// @param index removes what this server's index holds of a tenant, and follows its log no more
  /// @param interval between two looks for what was left undone
  public Erasure(
      Storage storage,
      BlobStore blobs,
      Consumer<TenantId> index,
      GroupCommit groups,
      Ingest ingest,
      Leases leases,
      Duration interval) {
    this.storage = storage;
    this.blobs = blobs;
    this.index = index;
    this.groups = groups;
    this.ingest = ingest;
    this.leases = leases;
    this.interval = interval;
  }

  /// Takes up what was left undone, now and from now on. A platform log that cannot be read keeps
  /// nobody from starting: whoever wants to verify it has to start first.
  public void resume() {
    try {
      unfinished().forEach(tenant -> worker.execute(() -> eraseAlone(tenant)));
    } catch (Corrupt e) {
      LOG.log(Level.WARNING, "unfinished erasures cannot be found; see what verify says", e);
    }
    var _ =
        worker.scheduleWithFixedDelay(
            this::look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      unfinished().forEach(this::eraseAlone);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "action=look_for_erasures outcome=failed", e);
    }
  }

  /// How long ago the oldest deletion was that is not finished, as of the last look.
  public Duration lagAt(Instant now) {
    var since = oldest;
    return since == null || since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
  }

  /// Tenants that were deleted and not yet erased. While the platform log stands still there is
  /// nothing new to find.
  private Set<TenantId> unfinished() {
    try (var view = PlatformView.latest(storage)) {
      if (view.position().equals(settledAt)) {
        return Set.of();
      }
      var deletions = Deletion.in(view);
      boolean gone = dropIndexes(deletions);
      var unfinished = deletions.stream().filter(deletion -> deletion.erasedAt() == null).toList();
      oldest = unfinished.isEmpty() ? null : unfinished.getFirst().deletedAt();
      if (unfinished.isEmpty() && gone) {
        settledAt = view.position();
      }
      return unfinished.stream()
          .map(Deletion::tenant)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  /// The index is this server's own: whoever erases the tenant, every server drops what it holds.
  /// What cannot be dropped now is dropped at a later look, and keeps nobody from starting. Returns
  /// whether all are gone.
  private boolean dropIndexes(List<Deletion> deletions) {
    boolean all = true;
    for (var deletion : deletions) {
      if (!dropped.contains(deletion.tenant())) {
        try {
          index.accept(deletion.tenant());
          dropped.add(deletion.tenant());
        } catch (Unavailable e) {
          all = false;
          LOG.log(
              Level.WARNING,
              "action=drop_index tenant=" + deletion.tenant() + " outcome=failed; tried again",
              e);
        }
      }
    }
    return all;
  }

  /// Ends the log of a deleted tenant, so that nobody writes to it any more, wherever it came in
  /// and whenever; the bytes go soon after.
  void begin(TenantId tenant) {
    try {
      inUnit(tenant, Transaction::end);
    } catch (MemoryException e) {
      // The deletion is done and cannot be taken back; the erasure begins with this step anyhow.
      LOG.log(Level.WARNING, "action=end_log tenant=" + tenant + " outcome=failed", e);
    }
    worker.execute(() -> eraseAlone(tenant));
  }

  private void eraseAlone(TenantId tenant) {
    try (var lease = leases.tryTake("erase/" + tenant)) {
      // Somebody may have finished it while we waited for our turn.
      if (lease != null && unfinished().contains(tenant)) {
        erase(tenant, lease);
        unfinished();
      }
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "action=erase tenant=" + tenant + " outcome=cut_short; it goes on at the next look",
          e);
    }
  }

  private void erase(TenantId tenant, Lease lease) {
    var head = new Head[] {Head.EMPTY};
    inUnit(
        tenant,
        transaction -> {
          transaction.end();
          head[0] = transaction.head();
        });
    for (long done = 0; done < head[0].position().value() && goesOn(lease); done += PORTION) {
      var after = new LogPosition(done);
      inUnit(
          tenant,
          transaction -> {
            transaction.erase(after, PORTION);
            transaction.eraseNames(after, PORTION);
          });
    }
    inUnit(tenant, Transaction::forgetRemembered);
    eraseViews(tenant, lease);
    if (goesOn(lease)) {
      blobs.eraseAll(tenant);
      index.accept(tenant);
      storage.scrub();
      var certificate =
          new Command.CertifyErasure(tenant, head[0].position().value(), head[0].hash());
      ingest.submit(StoredCredentials.operator(), new Submission(certificate, Hash.ZERO), null);
    }
  }

  /// Until nothing is left: a rebuild that began before may have put the space that it filled in
  /// the place of ours.
  private void eraseViews(TenantId tenant, Lease lease) {
    var bare = new boolean[1];
    while (!bare[0] && goesOn(lease)) {
      var old = new SpaceId[1];
      inUnit(tenant, transaction -> old[0] = transaction.activate(transaction.openSpace()));
      drop(tenant, old[0], lease);
      for (var stranded : strandedSpaces(tenant)) {
        drop(tenant, stranded, lease);
      }
      inUnit(
          tenant,
          transaction ->
              bare[0] = transaction.digestOf(transaction.activeSpace()).equals(Digest.EMPTY));
    }
  }

  private boolean goesOn(Lease lease) {
    return !closing && !lease.isLost();
  }

  private Iterable<SpaceId> strandedSpaces(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.strandedSpaces();
    }
  }

  private void drop(TenantId tenant, @Nullable SpaceId space, Lease lease) {
    var more = new boolean[] {space != null};
    while (more[0] && goesOn(lease) && space != null) {
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
        LOG.log(
            Level.WARNING,
            "an erasure is still running; another server takes it up, or the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
