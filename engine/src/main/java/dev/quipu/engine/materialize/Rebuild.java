package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;

/// Makes a tenant's views again from its log and switches to them.
public final class Rebuild {

  private final Storage storage;
  private final GroupCommit groups;
  private final SpaceWork work;

  public Rebuild(Storage storage, GroupCommit groups, SpaceWork work) {
    this.storage = storage;
    this.groups = groups;
    this.work = work;
  }

  /// What the views were before and are now.
  ///
  /// @param before the digest that was kept with the commits
  /// @param differed whether the rows were not what the log says, or not what that digest said
  public record Rebuilt(
      TenantId tenant, LogPosition position, Digest before, Digest after, boolean differed) {}

  /// The old views serve until the new ones are whole; then one transaction switches.
  public Rebuilt rebuild(TenantId tenant, Progress progress) {
    try (var lease = work.begin(tenant)) {
      return rebuild(tenant, progress, new Replay(storage, groups, tenant, lease));
    }
  }

  private Rebuilt rebuild(TenantId tenant, Progress progress, Replay replay) {
    boolean altered = areRowsAltered(tenant);
    var space = replay.openSpace();
    record Switched(Rebuilt rebuilt, SpaceId old) {}
    var switched =
        replay.fill(
            space,
            "rebuild",
            progress,
            transaction -> {
              var after = transaction.digestOf(space);
              var old = transaction.activate(space);
              var before = transaction.digestOf(old);
              var rebuilt =
                  new Rebuilt(
                      tenant,
                      transaction.head().position(),
                      before,
                      after,
                      altered || !before.equals(after));
              return new Switched(rebuilt, old);
            });
    replay.drop(switched.old());
    return switched.rebuilt();
  }

  /// Whether somebody else than us has changed rows: then they do not add up any more.
  private boolean areRowsAltered(TenantId tenant) {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var space = snapshot.activeSpace();
      var sum = new Digest[] {Digest.EMPTY};
      if (space != null) {
        snapshot.rows(space, row -> sum[0] = sum[0].plus(row.hash()));
      }
      return space != null && !sum[0].equals(snapshot.keptDigest(space));
    } catch (Corrupt e) {
      return true;
    }
  }
}
