package dev.quipu.engine.materialize;

import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;

/// Makes a tenant's views again from its log and switches to them.
public final class Rebuild {

  private final Storage storage;
  private final GroupCommit groups;

  public Rebuild(Storage storage, GroupCommit groups) {
    this.storage = storage;
    this.groups = groups;
  }

  /// What the views were before and are now; they differ if something had been altered.
  public record Rebuilt(TenantId tenant, LogPosition position, Digest before, Digest after) {}

  /// The old views serve until the new ones are whole; then one transaction switches.
  public Rebuilt rebuild(TenantId tenant, Progress progress) {
    var replay = new Replay(storage, groups, tenant);
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
              var rebuilt =
                  new Rebuilt(
                      tenant, transaction.head().position(), transaction.digestOf(old), after);
              return new Switched(rebuilt, old);
            });
    replay.drop(switched.old());
    return switched.rebuilt();
  }
}
