package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.compile.Evolve;
import dev.quipu.engine.coordinate.Leases.Lease;
import dev.quipu.engine.ingest.GroupCommit;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Storage;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fills a space beside the active one by replaying a tenant's log, in portions that take their
/// turn among other commits, so that nobody waits for it.
final class Replay {

  private static final int PORTION = 200;

  private final Storage storage;
  private final GroupCommit groups;
  private final TenantId tenant;
  private final Lease lease;

  /// @param lease under which the work is done
  Replay(Storage storage, GroupCommit groups, TenantId tenant, Lease lease) {
    this.storage = storage;
    this.groups = groups;
    this.tenant = tenant;
    this.lease = lease;
  }

  /// Opens an empty space, after removing those that earlier work left behind.
  SpaceId openSpace() {
    for (var stranded : strandedSpaces()) {
      drop(stranded);
    }
    return inUnit(Transaction::openSpace);
  }

  /// Replays until the space has caught up with the head, then does `whenLevel` in the same
  /// transaction, so that nothing can come between.
  <T> T fill(SpaceId space, String step, Progress progress, Function<Transaction, T> whenLevel) {
    var at = LogPosition.START;
    while (true) {
      lease.check();
      var from = at;
      var portion = inUnit(transaction -> replay(transaction, space, from, whenLevel));
      progress.at(tenant, step, portion.reached().value(), portion.head().value());
      if (portion.result() != null) {
        return portion.result().value();
      }
      at = portion.reached();
    }
  }

  /// @param result set once the space is level with the log
  private record Portion<T>(LogPosition reached, LogPosition head, @Nullable Result<T> result) {}

  private record Result<T>(T value) {}

  private <T> Portion<T> replay(
      Transaction transaction,
      SpaceId space,
      LogPosition after,
      Function<Transaction, T> whenLevel) {
    var at = after;
    var facts = transaction.factsOf(space);
    for (var line : transaction.log(after, PORTION)) {
      switch (line) {
        case LogEntry entry -> transaction.apply(space, Evolve.again(entry, facts));
        case ErasedEntry _ -> {}
      }
      at = line.position();
    }
    var head = transaction.head().position();
    var result = at.equals(head) ? new Result<>(whenLevel.apply(transaction)) : null;
    return new Portion<>(at, head, result);
  }

  void drop(SpaceId space) {
    boolean more = true;
    while (more) {
      more = inUnit(transaction -> transaction.drop(space, PORTION * 10));
    }
  }

  private List<SpaceId> strandedSpaces() {
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      return snapshot.strandedSpaces();
    }
  }

  private <T> T inUnit(Function<Transaction, T> work) {
    var unit = new Work<>(tenant, work);
    groups.commit(unit);
    return unit.result();
  }

  private static final class Work<T> implements Unit {

    private final TenantId tenant;
    private final Function<Transaction, T> work;
    private @Nullable T result;

    Work(TenantId tenant, Function<Transaction, T> work) {
      this.tenant = tenant;
      this.work = work;
    }

    @Override
    public TenantId tenant() {
      return tenant;
    }

    @Override
    public void run(Transaction transaction) {
      result = work.apply(transaction);
    }

    T result() {
      if (result == null) {
        throw new IllegalStateException("the unit has not run");
      }
      return result;
    }
  }
}
