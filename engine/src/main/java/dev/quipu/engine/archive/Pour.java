package dev.quipu.engine.archive;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.compile.Evolve;
import dev.quipu.engine.materialize.Progress;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.engine.tenancy.Deletion;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ChainWalk;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.PublicKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Pours an archive into the storage of a vessel: replays every line by the rules that it names, in
/// portions, and holds the outcome to the archive's manifest.
///
/// Whoever calls it releases the vessel afterwards.
public final class Pour {

  private static final int PORTION = 500;
  private static final long PORTION_BYTES = 4 << 20;

  private final Archive archive;
  private final Storage target;
  private final BlobStore blobs;
  private final Progress progress;
  private long blobCount;

  public Pour(Archive archive, Storage target, BlobStore blobs, Progress progress) {
    this.archive = archive;
    this.target = target;
    this.blobs = blobs;
    this.progress = progress;
  }

  /// Returns how many blobs there were.
  public long run() {
    // A tenant begins with the entry of the platform's log that makes it.
    var logs = new ArrayDeque<LogEnd>();
    for (var log : archive.manifest().logs()) {
      if (log.tenant().equals(TenantId.PLATFORM)) {
        logs.addFirst(log);
      } else {
        logs.addLast(log);
      }
    }
    logs.forEach(this::log);
    deleted().forEach(tenant -> inUnit(tenant, Transaction::end));
    remembered();
    target.touch(archive.lastUsed());
    return blobCount;
  }

  private List<TenantId> deleted() {
    try (var platform = target.read(ReadScope.whole(TenantId.PLATFORM))) {
      return Deletion.in(platform).stream().map(Deletion::tenant).toList();
    }
  }

  private void log(LogEnd log) {
    // First, as always: no event names a blob that is not there.
    archive.blobs(log.tenant(), (blob, content) -> put(log.tenant(), blob, content));
    if (log.head().position().isAfter(LogPosition.START)) {
      lines(log);
      checkpoints(log.tenant());
    }
  }

  private void put(TenantId tenant, Blob blob, InputStream content) {
    try {
      var arrived = blobs.put(tenant, content, blob.length());
      if (!arrived.equals(blob)) {
        throw new Corrupt(
            "blob.corrupt", "tenant " + tenant + " blob " + blob.id(), "It is not what was put.");
      }
      blobCount++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void lines(LogEnd log) {
    var walk = new ChainWalk(log.tenant());
    var lines = new Portions<LogLine>(PORTION, portion -> append(log, portion));
    archive.lines(
        log.tenant(),
        line -> {
          var wrong = walk.take(line);
          if (wrong != null) {
            throw new Corrupt("log.altered", place(log.tenant(), walk.end().position()), wrong);
          }
          lines.add(line, CutArchive.bytesOf(line));
        });
    lines.flush();
    inUnit(log.tenant(), transaction -> hold(transaction, log));
  }

  private void append(LogEnd log, List<LogLine> lines) {
    inUnit(
        log.tenant(),
        transaction -> {
          refuseOthers(transaction.head(), lines.getFirst());
          for (var line : lines) {
            switch (line) {
              case LogEntry entry ->
                  transaction.append(entry, Evolve.again(entry, transaction.facts()));
              case ErasedEntry erased -> transaction.append(erased);
            }
          }
        });
    progress.at(
        log.tenant(), "pour", lines.getLast().position().value(), log.head().position().value());
  }

  private static void refuseOthers(Head head, LogLine next) {
    if (!next.position().equals(head.position().next())) {
      throw new Conflict("storage.not_empty", "Somebody else has written to the target meanwhile.");
    }
  }

  private static void hold(Transaction transaction, LogEnd log) {
    var head = transaction.head();
    var digest = transaction.digestOf(transaction.activeSpace());
    if (!head.equals(log.head()) || !digest.equals(log.digest())) {
      throw new Corrupt(
          "archive.digest",
          "tenant " + log.tenant(),
          "The archive comes to position %s, hash %s and digest %s, and its manifest says %s, %s and %s."
              .formatted(
                  head.position(),
                  head.hash(),
                  digest.hex(),
                  log.head().position(),
                  log.head().hash(),
                  log.digest().hex()));
    }
  }

  private void checkpoints(TenantId log) {
    var key = archive.checkpointKeys().getPublic();
    var portions =
        new Portions<SignedCheckpoint>(
            PORTION,
            portion ->
                inUnit(log, transaction -> portion.forEach(each -> keep(transaction, each, key))));
    archive.checkpoints(log, checkpoint -> portions.add(checkpoint, 0));
    portions.flush();
  }

  private static void keep(Transaction transaction, SignedCheckpoint signed, PublicKey key) {
    var checkpoint = signed.checkpoint();
    var before = new LogPosition(checkpoint.position().value() - 1);
    boolean holds =
        transaction.log(before, 1).stream()
                .anyMatch(line -> line.seal().hash().equals(checkpoint.hash()))
            && signed.isSignedWith(key);
    if (!holds) {
      throw new Corrupt(
          "log.altered",
          place(checkpoint.tenant(), before),
          "the signed checkpoint says otherwise");
    }
    transaction.keep(checkpoint, signed.signature());
  }

  private void remembered() {
    record Kept(IdempotencyKey key, Remembered remembered) {}
    var portions =
        new Portions<Kept>(
            PORTION,
            portion ->
                inUnit(
                    TenantId.PLATFORM,
                    transaction ->
                        portion.forEach(
                            kept -> transaction.remember(kept.key(), kept.remembered()))));
    archive.remembered((key, remembered) -> portions.add(new Kept(key, remembered), 0));
    portions.flush();
  }

  private static String place(TenantId log, LogPosition before) {
    return "tenant " + log + " position " + before.next();
  }

  private void inUnit(TenantId tenant, Consumer<Transaction> work) {
    var unit =
        new Unit() {
          @Override
          public TenantId tenant() {
            return tenant;
          }

          @Override
          public void run(Transaction transaction) {
            work.accept(transaction);
          }
        };
    switch (target.commit(List.of(unit)).getFirst()) {
      case Fate.Done() -> {}
      case Fate.Failed(var cause) -> throw cause;
    }
  }

  /// Gathers what comes one by one, and hands it on when there is enough of it.
  private static final class Portions<T> {

    private final int limit;
    private final Consumer<List<T>> next;
    private List<T> gathered = new ArrayList<>();
    private long bytes;

    Portions(int limit, Consumer<List<T>> next) {
      this.limit = limit;
      this.next = next;
    }

    void add(T item, long size) {
      gathered.add(item);
      bytes += size;
      if (gathered.size() == limit || bytes >= PORTION_BYTES) {
        flush();
      }
    }

    void flush() {
      if (!gathered.isEmpty()) {
        var portion = gathered;
        gathered = new ArrayList<>();
        bytes = 0;
        next.accept(portion);
      }
    }
  }
}
