package dev.quipu.testkit.memory;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.SignedCheckpoint;
import dev.quipu.engine.storage.SpaceId;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.FactKey;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Works on a copy of the world that nobody else sees yet.
final class MemoryTransaction implements Transaction {

  private final World world;
  private final TenantId tenant;

  MemoryTransaction(World world, TenantId tenant) {
    this.world = world;
    this.tenant = tenant;
  }

  @Override
  public Head head() {
    return state().head();
  }

  @Override
  public Facts facts() {
    return facts(TenantState::activeSpace);
  }

  @Override
  public boolean isEnded() {
    return state().ended();
  }

  @Override
  public void end() {
    activeSpace();
    become(state().atItsEnd());
  }

  @Override
  public void append(LogEntry entry, Changes changes) {
    refuseIfEnded();
    if (!entry.event().tenantId().equals(tenant)) {
      throw new IllegalArgumentException("an entry of another tenant");
    }
    var active = activeSpace();
    var rows = state().space(active).apply(changes);
    become(state().append(entry).with(active, rows));
    if (tenant.equals(TenantId.PLATFORM)) {
      changes.tenantsMade().forEach(made -> new MemoryTransaction(world, made).activeSpace());
    }
  }

  @Override
  public void append(ErasedEntry line) {
    refuseIfEnded();
    activeSpace();
    become(state().append(line));
  }

  private void refuseIfEnded() {
    if (isEnded()) {
      throw new IllegalStateException("the log has ended");
    }
  }

  @Override
  public void keep(Checkpoint checkpoint, byte[] signature) {
    become(state().keep(new SignedCheckpoint(checkpoint, signature.clone())));
  }

  @Override
  public @Nullable Remembered recall(IdempotencyKey key, Instant clock) {
    var remembered = world.remembered().get(key);
    return remembered == null || !remembered.lapsesAt().isAfter(clock) ? null : remembered;
  }

  @Override
  public void remember(IdempotencyKey key, Remembered remembered) {
    world.remembered().put(key, remembered);
  }

  @Override
  public void forgetRemembered() {
    world.remembered().keySet().removeIf(key -> key.tenant().equals(tenant));
  }

  @Override
  public List<LogLine> log(LogPosition after, int limit) {
    return state().log(after, limit);
  }

  @Override
  public SpaceId activeSpace() {
    var active = state().active();
    if (active == null) {
      active = world.newSpace();
      become(state().with(active, Space.EMPTY).activate(active));
    }
    return active;
  }

  @Override
  public SpaceId openSpace() {
    activeSpace();
    var space = world.newSpace();
    become(state().with(space, Space.EMPTY));
    return space;
  }

  @Override
  public Facts factsOf(SpaceId space) {
    return facts(state -> state.space(space));
  }

  @Override
  public void apply(SpaceId space, Changes changes) {
    become(state().with(inactive(space), state().space(space).apply(changes)));
  }

  @Override
  public Digest digestOf(SpaceId space) {
    return state().space(space).digest();
  }

  @Override
  public SpaceId activate(SpaceId space) {
    var before = activeSpace();
    become(state().activate(inactive(space)));
    return before;
  }

  @Override
  public boolean drop(SpaceId space, int rows) {
    var left = state().space(inactive(space)).withoutFirst(rows);
    boolean more = !left.rows().isEmpty();
    become(more ? state().with(space, left) : state().without(space));
    return more;
  }

  @Override
  public void erase(LogPosition after, int count) {
    become(state().erase(after, count));
  }

  @Override
  public void eraseNames(LogPosition after, int count) {
    become(state().eraseNames(after, count));
  }

  /// Asks anew each time, since facts include what was written after they were handed out.
  private Facts facts(Function<TenantState, Space> space) {
    return new Facts() {
      @Override
      public <T> @Nullable T find(FactKey<T> key) {
        return new SpaceFacts(space.apply(state()), state().lines()).find(key);
      }
    };
  }

  private SpaceId inactive(SpaceId space) {
    state().space(space);
    if (space.equals(state().active())) {
      throw new IllegalArgumentException(space + " is the active one");
    }
    return space;
  }

  private TenantState state() {
    return world.state(tenant);
  }

  private void become(TenantState state) {
    world.put(tenant, state);
  }
}
