package dev.quipu.sql;

import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.id.TenantId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private final Session session;
  private final InstantSource clock;
  private final Map<TenantId, Standing> standings =
      new TreeMap<>(Comparator.comparing(TenantId::value));
  private boolean written;
  private boolean erased;

  Group(Session session, InstantSource clock) {
    this.session = session;
    this.clock = clock;
  }

  /// Whatever it throws, the transaction has come to nothing and the session is not to be used
  /// again.
  List<Fate> commit(List<Unit> units) {
    session.beginWriting();
    var fates = session.isCareful() ? null : runTrustingly(units);
    if (fates == null) {
      fates = runCarefully(units);
    }
    if (written) {
      standings.forEach((tenant, standing) -> standing.write(session, tenant));
      session.commit();
    } else {
      session.rollBack();
      session.memory().forgetAll();
    }
    return List.copyOf(fates);
  }

  /// Without savepoints: under one, SQLite copies every page that a unit is the first to change,
  /// and that was a third of a bulk write. Hardly ever does a unit fail after it has written
  /// something. If one does, everything is taken back, null is returned, and for a while we are
  /// more careful.
  private @Nullable List<Fate> runTrustingly(List<Unit> units) {
    var fates = new ArrayList<Fate>(units.size());
    for (var unit : units) {
      var transaction = begin(unit.tenant());
      try (transaction) {
        unit.run(transaction);
        refuseAfterOutage();
        accept(unit, transaction);
        fates.add(new Fate.Done());
      } catch (RuntimeException e) {
        refuseAfterOutage();
        if (transaction.hasWritten()) {
          session.rollBack();
          session.memory().forgetAll();
          session.beCareful();
          standings.clear();
          written = false;
          erased = false;
          session.beginWriting();
          return null;
        }
        fates.add(new Fate.Failed(e));
      }
    }
    return fates;
  }

  private List<Fate> runCarefully(List<Unit> units) {
    var fates = new ArrayList<Fate>(units.size());
    for (var unit : units) {
      fates.add(run(unit));
    }
    return fates;
  }

  /// Whether something was taken away that should not be found on the disk any more.
  boolean hasErased() {
    return erased;
  }

  private Fate run(Unit unit) {
    session.run(SAVE);
    try {
      var transaction = begin(unit.tenant());
      try (transaction) {
        unit.run(transaction);
      }
      refuseAfterOutage();
      session.run(RELEASE);
      accept(unit, transaction);
      return new Fate.Done();
    } catch (RuntimeException e) {
      refuseAfterOutage();
      session.run(UNDO);
      session.memory().forgetAll();
      session.run(RELEASE);
      return new Fate.Failed(e);
    }
  }

  private void accept(Unit unit, UnitTransaction transaction) {
    standings.put(unit.tenant(), transaction.standing());
    written |= transaction.hasWritten();
    erased |= transaction.hasErased();
  }

  private UnitTransaction begin(TenantId tenant) {
    var standing = standings.computeIfAbsent(tenant, _ -> Standing.of(session, tenant));
    return new UnitTransaction(session, clock, tenant, standing, session.memory());
  }

  /// A unit may have caught what befell the connection; it befalls the whole group all the same.
  private void refuseAfterOutage() {
    var outage = session.outage();
    if (outage != null) {
      throw outage;
    }
  }
}
