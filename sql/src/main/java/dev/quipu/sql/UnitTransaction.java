package dev.quipu.sql;

import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
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
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What one unit does to its tenant.
///
/// Where the tenant stands is moved here in memory; the group takes it over if the unit succeeds.
final class UnitTransaction implements Transaction, AutoCloseable {

  private final Session session;
  private final TenantId tenant;
  private final FactMemory memory;
  private final SpaceFacts facts;
  private final IdempotencyTable idempotency;
  private Standing standing;
  private int remembered;
  private boolean wrote;
  private boolean erased;
  private boolean over;

  UnitTransaction(
      Session session, InstantSource clock, TenantId tenant, Standing standing, FactMemory memory) {
    this.session = session;
    this.tenant = tenant;
    this.standing = standing;
    this.memory = memory;
    this.facts = factsOf(() -> this.standing.space());
    this.idempotency = new IdempotencyTable(session, clock);
  }

  Standing standing() {
    return standing;
  }

  /// Whether there is anything to undo or to make durable.
  boolean hasWritten() {
    return wrote;
  }

  boolean hasErased() {
    return erased;
  }

  /// How many writes it has remembered for retries.
  int remembered() {
    return remembered;
  }

  /// Looks up together what units of this tenant will ask for.
  void lookUpAll(Collection<FactKey<?>> keys) {
    if (!standing.isNowhere()) {
      facts.lookUpAll(keys);
    }
  }

  @Override
  public Head head() {
    refuseIfOver();
    return standing.head();
  }

  @Override
  public Facts facts() {
    refuseIfOver();
    return facts;
  }

  @Override
  public boolean isEnded() {
    refuseIfOver();
    return standing.ended();
  }

  @Override
  public void end() {
    begin();
    standing = standing.atItsEnd();
  }

  @Override
  public void append(LogEntry entry, Changes changes) {
    begin();
    if (!entry.event().tenantId().equals(tenant)) {
      throw new IllegalArgumentException(
          "an entry of " + entry.event().tenantId() + " for the log of " + tenant);
    }
    refuseUnlessNext(entry);
    log().insert(entry);
    memory.learn(standing.space(), entry);
    memory.learn(standing.space(), changes);
    new ViewWriter(session, standing.space()).apply(changes);
    if (tenant.equals(TenantId.PLATFORM)) {
      changes.tenantsMade().forEach(this::beginMade);
    }
    standing = standing.at(headAt(entry), changes.applyTo(standing.digest()));
  }

  @Override
  public void append(ErasedEntry line) {
    begin();
    refuseUnlessNext(line);
    log().insert(line);
    memory.learn(standing.space(), line);
    standing = standing.at(headAt(line), standing.digest());
  }

  private static Head headAt(LogLine line) {
    return new Head(line.position(), line.seal().hash(), line.visibleTime());
  }

  private void refuseUnlessNext(LogLine line) {
    if (standing.ended()) {
      throw new IllegalStateException("the log of " + tenant + " has ended");
    }
    var head = standing.head();
    if (!line.position().equals(head.position().next())
        || !line.seal().follows(head.hash())
        || !line.visibleTime().isAfter(head.visibleTime())) {
      throw new IllegalArgumentException(
          "entry " + line.position() + " does not follow " + head.position() + " of " + tenant);
    }
  }

  @Override
  public void keep(Checkpoint checkpoint, byte[] signature) {
    begin();
    new CheckpointTable(session, standing.tenant()).insert(checkpoint, signature);
  }

  @Override
  public @Nullable Remembered recall(IdempotencyKey key, Instant clock) {
    refuseIfOver();
    return idempotency.find(key, clock);
  }

  @Override
  public void remember(IdempotencyKey key, Remembered remembered) {
    write();
    idempotency.put(key, remembered);
    this.remembered++;
  }

  @Override
  public void forgetRemembered() {
    write();
    erased = true;
    idempotency.forget(tenant);
  }

  @Override
  public List<LogLine> log(LogPosition after, int limit) {
    refuseIfOver();
    return log().after(after, limit);
  }

  @Override
  public SpaceId activeSpace() {
    begin();
    return new SpaceId(standing.space());
  }

  @Override
  public SpaceId openSpace() {
    begin();
    return new SpaceId(Standing.openSpace(session, standing.tenant()));
  }

  @Override
  public Facts factsOf(SpaceId space) {
    refuseIfOver();
    spaces().digestOf(space);
    return factsOf(space::value);
  }

  @Override
  public void apply(SpaceId space, Changes changes) {
    write();
    refuseIfActive(space);
    var digest = spaces().digestOf(space);
    memory.learn(space.value(), changes);
    new ViewWriter(session, space.value()).apply(changes);
    Standing.keepDigest(session, standing.tenant(), space.value(), changes.applyTo(digest));
  }

  @Override
  public Digest digestOf(SpaceId space) {
    refuseIfOver();
    return space.value() == standing.space() ? standing.digest() : spaces().digestOf(space);
  }

  @Override
  public SpaceId activate(SpaceId space) {
    write();
    refuseIfActive(space);
    var digest = spaces().digestOf(space);
    Standing.keepDigest(session, standing.tenant(), standing.space(), standing.digest());
    var before = new SpaceId(standing.space());
    standing = standing.in(space.value(), digest);
    return before;
  }

  @Override
  public boolean drop(SpaceId space, int rows) {
    write();
    refuseIfActive(space);
    erased = true;
    memory.forgetAll();
    return spaces().drop(space, rows);
  }

  @Override
  public void erase(LogPosition after, int count) {
    refuseIfOver();
    if (log().erase(after, count) > 0) {
      wrote = true;
      erased = true;
    }
  }

  @Override
  public void eraseNames(LogPosition after, int count) {
    refuseIfOver();
    if (log().eraseNames(after, count) > 0) {
      wrote = true;
      erased = true;
    }
  }

  @Override
  public void close() {
    over = true;
  }

  private void refuseIfActive(SpaceId space) {
    if (space.value() == standing.space()) {
      throw new IllegalArgumentException("space " + space.value() + " is the active one");
    }
  }

  private void beginMade(TenantId made) {
    if (Standing.of(session, made).isNowhere()) {
      Standing.begin(session, made);
    }
  }

  /// A log begins at the latest with the first thing that is written to it.
  private void begin() {
    write();
    if (standing.isNowhere()) {
      // A unit of the platform may have begun it since the group looked.
      standing = Standing.of(session, tenant);
    }
    if (standing.isNowhere()) {
      Standing.refuseIfLost(session, tenant);
      standing = Standing.begin(session, tenant);
    }
  }

  private void write() {
    refuseIfOver();
    wrote = true;
  }

  private LogTable log() {
    return new LogTable(session, standing.tenant());
  }

  private Spaces spaces() {
    return new Spaces(session, standing.tenant());
  }

  private SpaceFacts factsOf(LongSupplier space) {
    return new SpaceFacts(session, () -> standing.tenant(), space, memory);
  }

  private void refuseIfOver() {
    if (over) {
      throw new IllegalStateException("the unit of this transaction has ended");
    }
  }
}
