package dev.quipu.engine.materialize;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.coordinate.CommitSignal;
import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.SearchIndex;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lets the index follow the log, tenant by tenant.
///
/// The index shows what was put only when it is level with the log that was looked at, so it always
/// stands at a position. What a turn leaves undone, or a crash, is made good by the next, from the
/// position that was shown last.
public final class Indexing implements AutoCloseable {

  /// Entries after which it is another tenant's turn.
  private static final int TURN = 5_000;

  private static final int REST = 4;

  private final Storage storage;
  private final SearchIndex index;
  private final Rota rota;

  /// How far was put of a tenant and not shown yet. For the thread that takes the turns.
  private final Map<TenantId, Reached> begun = new HashMap<>();

  /// @param shown where the generation stood: if it stands elsewhere by now, it has lost what was
  ///   put since
  private record Reached(Generation generation, LogPosition shown, LogPosition position) {

    boolean holdsFor(Generation now) {
      return generation.equals(now) && shown.equals(now.position());
    }
  }

  private Indexing(Storage storage, SearchIndex index, Duration pace) {
    this.storage = storage;
    this.index = index;
    this.rota =
        Rota.open(
            System.getLogger(Indexing.class.getName()),
            "index",
            new Rota.Manner(pace, Rota.Manner.RETRY, REST),
            this::turn);
  }

  /// Begins to follow.
  ///
  /// @param pace how long a commit may wait for others to be looked at with it
  public static Indexing open(
      Storage storage, SearchIndex index, CommitSignal signal, Duration pace) {
    var indexing = new Indexing(storage, index, pace);
    signal.hear(indexing::wake);
    return indexing;
  }

  /// Something may have been committed to these.
  public void wake(Collection<TenantId> tenants) {
    rota.wake(tenants);
  }

  /// Removes the index of a tenant that is deleted: from now on its log is followed no more, though
  /// its end is still being written.
  public void drop(TenantId tenant) {
    rota.end(tenant);
    index.drop(tenant);
  }

  /// Waits until the index of a tenant has come to a position. Returns whether it has, in time.
  public boolean await(TenantId tenant, LogPosition position, Duration atMost)
      throws InterruptedException {
    return rota.await(tenant, position, atMost, of -> index.serving(of).position());
  }

  /// Fills a new generation beside the one that answers, then lets it answer.
  public LogPosition rebuild(TenantId tenant, Progress progress) {
    var next = index.begin(tenant);
    var portions = new PortionSize();
    var reached = LogPosition.START;
    while (true) {
      try (var snapshot = storage.read(ReadScope.whole(tenant))) {
        var head = snapshot.head().position();
        var lines = portions.next(snapshot, reached);
        if (lines.isEmpty()) {
          next.publish(head);
          break;
        }
        next.put(IndexPortion.of(snapshot, reached, lines));
        reached = lines.getLast().position();
        progress.at(tenant, "index", reached.value(), head.value());
      }
    }
    index.serve(next);
    wake(List.of(tenant));
    return next.position();
  }

  /// Tenants whose turn is to come.
  public int behind() {
    return rota.behind();
  }

  /// Turns that failed and were tried again.
  public long failures() {
    return rota.failures();
  }

  private @Nullable Duration turn(TenantId tenant) {
    var left = turn(tenant, begun.remove(tenant));
    if (left == null) {
      return null;
    }
    begun.put(tenant, left);
    return Duration.ZERO;
  }

  /// Puts what is new. Returns how far it came if there is more.
  private @Nullable Reached turn(TenantId tenant, @Nullable Reached before) {
    var generation = index.serving(tenant);
    var from =
        before != null && before.holdsFor(generation) ? before.position() : generation.position();
    try (var snapshot = storage.read(ReadScope.whole(tenant))) {
      var head = snapshot.head().position();
      var at = from;
      var portions = new PortionSize();
      while (head.isAfter(at)) {
        if (at.value() - from.value() >= TURN) {
          return new Reached(generation, generation.position(), at);
        }
        var lines = portions.next(snapshot, at);
        generation.put(IndexPortion.of(snapshot, at, lines));
        at = lines.getLast().position();
      }
      if (head.isAfter(generation.position())) {
        generation.publish(head);
      }
      return null;
    }
  }

  @Override
  public void close() {
    rota.close();
  }
}
