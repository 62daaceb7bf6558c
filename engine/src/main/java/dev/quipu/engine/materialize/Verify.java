package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.materialize.Finding.Divergence;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.Snapshot;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ChainWalk;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import java.security.PublicKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Proves a tenant's log unbroken and its views equal to what the log says.
public final class Verify {

  private static final int PORTION = 500;

  private final Storage storage;
  private final GroupCommit groups;
  private final SpaceWork work;

  public Verify(Storage storage, GroupCommit groups, SpaceWork work) {
    this.storage = storage;
    this.groups = groups;
    this.work = work;
  }

  /// Walks the chain and sums the rows: reads only, so anybody may ask for it of their own log.
  public Finding chainAndDigest(TenantId tenant, Progress progress) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head();
      var space = snapshot.activeSpace();
      if (space == null) {
        return lost(tenant, "the head of the log is missing");
      }
      var kept = snapshot.keptDigest(space);
      var divergence = walkChain(tenant, snapshot, progress);
      if (divergence == null) {
        divergence = sumRows(snapshot, space, kept);
      }
      return new Finding(tenant, head.position(), kept, divergence);
    } catch (Corrupt e) {
      return lost(tenant, e.getMessage());
    }
  }

  private static Finding lost(TenantId tenant, String what) {
    return new Finding(
        tenant, LogPosition.START, Digest.EMPTY, new Divergence.InLog(LogPosition.START, what));
  }

  /// As [#chainAndDigest], then replays the log into a scratch space and names the first row that
  /// differs.
  public Finding deep(TenantId tenant, Progress progress) {
    try (var lease = work.begin(tenant)) {
      return deep(tenant, progress, new Replay(storage, groups, tenant, lease));
    }
  }

  private Finding deep(TenantId tenant, Progress progress, Replay replay) {
    var shallow = chainAndDigest(tenant, progress);
    if (shallow.divergence() instanceof Divergence.InLog
        || shallow.position().equals(LogPosition.START)) {
      return shallow;
    }
    var scratch = replay.openSpace();
    try {
      var level =
          replay.fill(scratch, "replay", progress, transaction -> level(transaction, scratch));
      boolean equal = level.kept().equals(level.replayed()) && shallow.isSound();
      var divergence = equal ? null : name(tenant, level, scratch);
      return new Finding(tenant, level.position(), level.kept(), divergence);
    } catch (Corrupt e) {
      var divergence = new Divergence.InViews(e.getMessage());
      return new Finding(tenant, shallow.position(), shallow.digest(), divergence);
    } finally {
      replay.drop(scratch);
    }
  }

  /// Both digests at one position, taken in one transaction.
  private record Level(LogPosition position, Digest kept, Digest replayed) {}

  private static Level level(Transaction transaction, SpaceId scratch) {
    return new Level(
        transaction.head().position(),
        transaction.digestOf(transaction.activeSpace()),
        transaction.digestOf(scratch));
  }

  private Divergence name(TenantId tenant, Level level, SpaceId scratch) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var active = snapshot.activeSpace();
      boolean quiet = snapshot.head().position().equals(level.position());
      var difference =
          active == null || !quiet ? null : FirstDifference.between(snapshot, active, scratch);
      return new Divergence.InViews(
          difference == null
              ? "the views' digest is "
                  + level.kept()
                  + ", replaying the log gives "
                  + level.replayed()
              : difference);
    }
  }

  private @Nullable Divergence walkChain(TenantId tenant, Snapshot snapshot, Progress progress) {
    var head = snapshot.head();
    var checkpoints = checkpoints(snapshot);
    var publicKey = storage.signingKeys().checkpoints().getPublic();
    var walk = new ChainWalk(tenant);
    int portion = PORTION;
    while (!walk.end().position().equals(head.position())) {
      var at = walk.end().position();
      List<LogLine> lines;
      try {
        lines = snapshot.log(at, portion);
      } catch (Corrupt e) {
        if (portion == 1) {
          return new Divergence.InLog(at.next(), e.getMessage());
        }
        // One of these cannot be read: walk up to it, since an earlier one may be wrong as well.
        portion = 1;
        continue;
      }
      if (lines.isEmpty()) {
        return new Divergence.InLog(at.next(), "the entry is missing");
      }
      for (var line : lines) {
        var expected = walk.end().position().next();
        var wrong = walk.take(line);
        var checkpoint = checkpoints.remove(line.position());
        if (wrong == null && checkpoint != null) {
          wrong = check(checkpoint, line, publicKey);
        }
        if (wrong == null && checkpoint == null && Checkpoint.isDueAt(line.position())) {
          wrong = "its signed checkpoint is missing";
        }
        if (wrong != null) {
          return new Divergence.InLog(expected, wrong);
        }
      }
      progress.at(tenant, "chain", walk.end().position().value(), head.position().value());
    }
    var end = walk.end();
    if (!snapshot.log(end.position(), 1).isEmpty()) {
      return new Divergence.InLog(
          end.position().next(), "there are entries beyond the end of the log");
    }
    if (!end.hash().equals(head.hash())) {
      return new Divergence.InLog(head.position(), "the head's hash is not the last entry's");
    }
    if (!checkpoints.isEmpty()) {
      return new Divergence.InLog(
          head.position(),
          "a signed checkpoint is beyond the end of the log: entries were cut off");
    }
    return null;
  }

  private static @Nullable String check(
      SignedCheckpoint signed, LogLine line, PublicKey publicKey) {
    boolean holds =
        signed.isSignedWith(publicKey) && signed.checkpoint().hash().equals(line.seal().hash());
    return holds ? null : "the signed checkpoint says otherwise";
  }

  private static Map<LogPosition, SignedCheckpoint> checkpoints(Snapshot snapshot) {
    var all = new HashMap<LogPosition, SignedCheckpoint>();
    var after = LogPosition.START;
    while (true) {
      var page = snapshot.checkpoints(after, PORTION);
      if (page.isEmpty()) {
        return all;
      }
      page.forEach(signed -> all.put(signed.checkpoint().position(), signed));
      after = page.getLast().checkpoint().position();
    }
  }

  private static @Nullable Divergence sumRows(Snapshot snapshot, SpaceId space, Digest kept) {
    var sum = new Digest[] {Digest.EMPTY};
    try {
      snapshot.rows(space, row -> sum[0] = sum[0].plus(row.hash()));
    } catch (Corrupt e) {
      return new Divergence.InViews(e.getMessage());
    }
    return sum[0].equals(kept)
        ? null
        : new Divergence.InViews("the rows add up to " + sum[0] + ", the digest kept is " + kept);
  }
}
