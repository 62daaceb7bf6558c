package dev.quipu.sql;

import static dev.quipu.sql.Standing.NOWHERE;

import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Head;
import dev.quipu.model.view.FactKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Units that become durable together, in one transaction; whatever a unit does that fails is
/// undone, and only that.
///
/// What it holds in memory begins with the transaction and ends with it, so there is nothing to put
/// right when a unit or the whole group fails; but for the facts that its session remembers, which
/// are forgotten then.
final class Group {

  private static final String SAVE = "SAVEPOINT unit";
  private static final String UNDO = "ROLLBACK TO SAVEPOINT unit";
  private static final String RELEASE = "RELEASE SAVEPOINT unit";

  private static final Comparator<TenantId> BY_NAME = Comparator.comparing(TenantId::value);

  private final Session session;
  private final InstantSource clock;
  private final Map<TenantId, Standing> before = new HashMap<>();
  private final Map<TenantId, Corrupt> damaged = new HashMap<>();
  private final Map<TenantId, Standing> standings = new TreeMap<>(BY_NAME);
  private final Set<TenantId> changed = new TreeSet<>(BY_NAME);
  private int remembered;
  private boolean erased;

  Group(Session session, InstantSource clock) {
    this.session = session;
    this.clock = clock;
  }

  /// Whatever it throws, the transaction has come to nothing and the session is not to be used
  /// again.
  List<Fate> commit(List<Unit> units) {
    begin(units);
    var fates = session.isCareful() ? null : runTrustingly(units);
    if (fates == null) {
      fates = runCarefully(units);
    }
    if (!changed.isEmpty()) {
      if (remembered > 0) {
        new IdempotencyTable(session, clock).sweep(remembered);
      }
      changed.forEach(tenant -> standings.getOrDefault(tenant, NOWHERE).write(session, tenant));
      commitWith(fates);
      session.memory().end(standings.values());
    } else {
      session.rollBack();
      session.memory().forgetAll();
    }
    return List.copyOf(fates);
  }

  private void begin(List<Unit> units) {
    session.beginWriting();
    var tenants = tenantsOf(units);
    session.dialect().lock(session, tenants);
    tenants.forEach(this::look);
    session.memory().begin(before.values());
    if (session.dialect().isFarAway() && units.size() > 1) {
      lookAhead(units);
    }
  }

  /// Of a tenant whose head cannot be read, only its own units fail.
  private void look(TenantId tenant) {
    try {
      before.put(tenant, Standing.of(session, tenant));
    } catch (Corrupt e) {
      refuseAfterOutage();
      damaged.put(tenant, e);
    }
  }

  /// One journey for what the units of a tenant will ask for, in place of one for each.
  private void lookAhead(List<Unit> units) {
    var asked = new HashMap<TenantId, Set<FactKey<?>>>();
    for (var unit : units) {
      if (before.containsKey(unit.tenant())) {
        asked.computeIfAbsent(unit.tenant(), _ -> new HashSet<>()).addAll(unit.asks());
      }
    }
    asked.forEach((tenant, keys) -> transactionOf(tenant).lookUpAll(keys));
  }

  /// Without savepoints, and with the rows of all units put together, table by table. Under a
  /// savepoint, SQLite copies every page that a unit is the first to change, and that was a third
  /// of a bulk write; PostgreSQL is two journeys further away for each unit, and some more for its
  /// rows.
  ///
  /// Hardly ever does a unit fail after it has written something, or write a row that is refused.
  /// If one does, everything is taken back, null is returned, and for a while we are more careful.
  private @Nullable List<Fate> runTrustingly(List<Unit> units) {
    var fates = new ArrayList<Fate>(units.size());
    for (var unit : units) {
      var fate = runTrustingly(unit);
      if (fate == null) {
        startAgain(units);
        return null;
      }
      fates.add(fate);
    }
    try {
      session.putRows();
      return fates;
    } catch (RowRefused e) {
      startAgain(units);
      return null;
    }
  }

  private @Nullable Fate runTrustingly(Unit unit) {
    var damage = damaged.get(unit.tenant());
    if (damage != null) {
      return new Fate.Failed(damage);
    }
    var transaction = transactionOf(unit.tenant());
    try (transaction) {
      unit.run(transaction);
    } catch (RuntimeException e) {
      refuseAfterOutage();
      // A row that was refused may be one of an earlier unit.
      return transaction.hasWritten() || session.hasRefusedRow() ? null : new Fate.Failed(e);
    }
    refuseAfterOutage();
    if (session.hasRefusedRow()) {
      return null;
    }
    accept(unit, transaction);
    return new Fate.Done();
  }

  private void startAgain(List<Unit> units) {
    session.dropRows();
    session.rollBack();
    session.hasRefusedRow();
    session.memory().forgetAll();
    session.beCareful();
    before.clear();
    damaged.clear();
    standings.clear();
    changed.clear();
    erased = false;
    remembered = 0;
    begin(units);
  }

  private List<Fate> runCarefully(List<Unit> units) {
    var fates = new ArrayList<Fate>(units.size());
    for (var unit : units) {
      fates.add(run(unit));
    }
    return fates;
  }

  private void accept(Unit unit, UnitTransaction transaction) {
    standings.put(unit.tenant(), transaction.standing());
    if (transaction.hasWritten()) {
      changed.add(unit.tenant());
    }
    erased |= transaction.hasErased();
    remembered += transaction.remembered();
  }

  private static SortedSet<TenantId> tenantsOf(List<Unit> units) {
    var tenants = new TreeSet<>(BY_NAME);
    units.forEach(unit -> tenants.add(unit.tenant()));
    return tenants;
  }

  private void commitWith(List<Fate> fates) {
    try {
      session.commit();
    } catch (RuntimeException e) {
      throw session.dialect().losesAnswers()
          ? new InDoubt(movedHeads(), List.copyOf(fates), session.judged(e))
          : e;
    }
  }

  private NavigableMap<TenantId, Head> movedHeads() {
    var moved = new TreeMap<TenantId, Head>(BY_NAME);
    standings.forEach(
        (tenant, standing) -> {
          if (!standing.head().equals(before.getOrDefault(tenant, NOWHERE).head())) {
            moved.put(tenant, standing.head());
          }
        });
    return moved;
  }

  /// Whether something was taken away that should not be found on the disk any more.
  boolean hasErased() {
    return erased;
  }

  private Fate run(Unit unit) {
    var damage = damaged.get(unit.tenant());
    if (damage != null) {
      return new Fate.Failed(damage);
    }
    session.run(SAVE);
    try {
      var transaction = transactionOf(unit.tenant());
      try (transaction) {
        unit.run(transaction);
      }
      refuseAfterOutage();
      refuseAfterRefusedRow();
      session.putRows();
      session.run(RELEASE);
      accept(unit, transaction);
      return new Fate.Done();
    } catch (RuntimeException e) {
      refuseAfterOutage();
      session.dropRows();
      session.run(UNDO);
      session.hasRefusedRow();
      session.memory().forgetAll();
      session.run(RELEASE);
      return new Fate.Failed(e);
    }
  }

  private UnitTransaction transactionOf(TenantId tenant) {
    var standing = standings.getOrDefault(tenant, before.getOrDefault(tenant, Standing.NOWHERE));
    return new UnitTransaction(session, clock, tenant, standing, session.memory());
  }

  /// Nor may a unit go on as if nothing had happened after a row was refused.
  private void refuseAfterRefusedRow() {
    if (session.hasRefusedRow()) {
      throw new IllegalStateException("the unit went on after one of its rows was refused");
    }
  }

  /// A unit may have caught what befell the connection; it befalls the whole group all the same.
  private void refuseAfterOutage() {
    var outage = session.outage();
    if (outage != null) {
      throw outage;
    }
  }
}
