package dev.quipu.engine.archive;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.engine.blob.Blob;
import dev.quipu.engine.blob.BlobStore;
import dev.quipu.engine.storage.Cut;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.tenancy.Deletion;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ChainWalk;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.KeyPair;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// An archive that is read from a storage in use. It walks the chain on its way, so that nobody
/// carries away what was altered.
///
/// A deleted tenant goes in as its erasure will leave it, hashes and nothing else, even if that is
/// still under way.
public final class CutArchive implements Archive {

  private static final int MAX_PAGE = 500;
  private static final long PAGE_BYTES = 4 << 20;

  private final Cut cut;
  private final BlobStore blobs;
  private final Set<TenantId> deleted;
  private final Manifest manifest;

  private CutArchive(Cut cut, BlobStore blobs, Set<TenantId> deleted, Manifest manifest) {
    this.cut = cut;
    this.blobs = blobs;
    this.deleted = deleted;
    this.manifest = manifest;
  }

  /// Closes the cut when it is closed, or fails to open.
  ///
  /// @param blobs which are looked at later than the cut: a blob is there before an event names it
  public static CutArchive open(Cut cut, BlobStore blobs, Instant takenAt) {
    try {
      var deleted =
          deletions(cut).stream().map(Deletion::tenant).collect(Collectors.toUnmodifiableSet());
      var logs = cut.logs().stream().map(log -> end(cut, log, deleted.contains(log))).toList();
      var time = takenAt.truncatedTo(ChronoUnit.MICROS);
      return new CutArchive(cut, blobs, deleted, new Manifest(cut.logId(), time, logs));
    } catch (RuntimeException e) {
      cut.close();
      throw e;
    }
  }

  /// The tenants that were deleted by then, oldest first.
  public static List<Deletion> deletions(Cut cut) {
    try (var platform = cut.read(ReadScope.whole(TenantId.PLATFORM))) {
      return Deletion.in(platform);
    }
  }

  private static LogEnd end(Cut cut, TenantId log, boolean deleted) {
    try (var snapshot = cut.read(ReadScope.whole(log))) {
      var space = snapshot.activeSpace();
      var digest = space == null || deleted ? Digest.EMPTY : snapshot.keptDigest(space);
      return new LogEnd(log, snapshot.head(), digest);
    }
  }

  @Override
  public Manifest manifest() {
    return manifest;
  }

  @Override
  public KeyPair checkpointKeys() {
    return cut.checkpointKeys();
  }

  @Override
  public void lines(TenantId log, Consumer<LogLine> each) {
    try (var snapshot = cut.read(ReadScope.whole(log))) {
      var walk = new ChainWalk(log);
      int page = MAX_PAGE;
      for (var lines = snapshot.log(LogPosition.START, page);
          !lines.isEmpty();
          lines = snapshot.log(walk.end().position(), page)) {
        for (var line : lines) {
          var wrong = walk.take(line);
          if (wrong != null) {
            throw altered(log, walk.end().position().next(), wrong);
          }
          each.accept(deleted.contains(log) ? erased(line) : line);
        }
        page = pageAfter(lines);
      }
      if (!walk.end().equals(snapshot.head())) {
        throw altered(log, walk.end().position().next(), "the log does not end where its head is");
      }
    }
  }

  /// As many lines as fit into some megabytes, if they are like those before.
  private static int pageAfter(List<LogLine> lines) {
    long bytes = Math.max(1, lines.stream().mapToLong(CutArchive::bytesOf).sum());
    return Math.clamp(lines.size() * PAGE_BYTES / bytes, 1, MAX_PAGE);
  }

  static long bytesOf(LogLine line) {
    return switch (line) {
      case LogEntry entry ->
          (long) entry.content().header().length + entry.content().payload().length;
      case ErasedEntry _ -> 0;
    };
  }

  private static LogLine erased(LogLine line) {
    return new ErasedEntry(line.position(), null, line.visibleTime(), line.seal());
  }

  private static Corrupt altered(TenantId log, LogPosition position, String wrong) {
    return new Corrupt("log.altered", "tenant " + log + " position " + position, wrong);
  }

  @Override
  public void checkpoints(TenantId log, Consumer<SignedCheckpoint> each) {
    try (var snapshot = cut.read(ReadScope.whole(log))) {
      for (var page = snapshot.checkpoints(LogPosition.START, MAX_PAGE);
          !page.isEmpty();
          page = snapshot.checkpoints(page.getLast().checkpoint().position(), MAX_PAGE)) {
        page.forEach(each);
      }
    }
  }

  @Override
  public void remembered(BiConsumer<IdempotencyKey, Remembered> each) {
    cut.remembered(
        (key, remembered) -> {
          if (!deleted.contains(key.tenant())) {
            each.accept(key, remembered);
          }
        });
  }

  @Override
  public Map<TenantId, Instant> lastUsed() {
    return cut.lastUsed();
  }

  @Override
  public void blobs(TenantId tenant, BlobTaker each) {
    if (!deleted.contains(tenant)) {
      blobs.each(tenant, blob -> hand(tenant, blob, each));
    }
  }

  /// One that was erased since it was listed is passed over.
  private void hand(TenantId tenant, Blob blob, BlobTaker each) {
    try (var content = blobs.open(tenant, blob.id())) {
      if (content != null) {
        each.take(blob, content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    cut.close();
  }
}
