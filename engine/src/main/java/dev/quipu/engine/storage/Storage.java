package dev.quipu.engine.storage;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.model.id.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/// The log and the views made from it, changed together.
///
/// Every implementation keeps these promises; `StorageContract` checks them:
/// - the positions of one tenant start at 1, have no gaps, and follow the order of commits;
/// - once [#commit] returns, every unit that is [Fate.Done] survives a crash, whole, and nothing of
///   any other unit is there;
/// - a unit that refuses or throws leaves the other units of its group as they are;
/// - a unit sees what the units before it in its group have written, and no unit that was undone;
/// - an event id is in a tenant's log at most once;
/// - the platform's log begins with the storage, a tenant's at the latest with the entry of the
///   platform that makes it: a log that is not there was taken away;
/// - a snapshot shows one moment, and does not change while it is open;
/// - no tenant sees an entry or a row of another; a limited scope sees exactly what the access rule
///   admits;
/// - the digest of a space is the sum of the hashes of its rows;
/// - once a log has been ended nothing is appended to it, whoever tries;
/// - every commit that changes anything of a tenant moves what [#touched] says of it;
/// - a lease has one holder at a time, until it gives it back or lets it lapse;
/// - after a commit that failed as a whole, the storage either works again or says that it is
///   unavailable.
///
/// [#commit] is called by one thread at a time; [#read] by any number.
public interface Storage extends AutoCloseable {

  /// Names this history; receipts, cursors and proofs carry it. A restored copy has another.
  String logId();

  /// Runs the units in order, in one transaction, and returns the fate of each, in the same order.
  ///
  /// Throws `Unavailable` if the transaction as a whole could not be made durable; then nothing of
  /// any unit is there.
  List<Fate> commit(List<Unit> units);

  /// Opens a view of one tenant as it is now, through the eyes of a scope. To be closed soon: it
  /// holds a connection.
  Snapshot read(ReadScope scope);

  /// Everybody whose log has begun, by name.
  SortedSet<TenantId> tenants();

  /// Opens a view of all tenants as they are now. It holds a connection for as long as it is open.
  Cut cut();

  /// The secret of this history that cursors and checkpoints are signed with; made when the storage
  /// was created, never shown.
  SigningKeys signingKeys();

  /// Notes when tenants last used the service. Telemetry: outside every digest, and a crash may
  /// lose the latest.
  void touch(Map<TenantId, Instant> lastUsed);

  Map<TenantId, Instant> lastUsed();

  /// Leaves no trace of what was erased where files are unused, as far as that holds up nobody for
  /// long.
  void scrub();

  /// Whether others may write to what this storage shows, unseen by this process. If not, whoever
  /// wants to know of commits need not look for them.
  boolean hasOtherWriters();

  /// A number for each of these tenants that has ever been written to, which is another one after
  /// every commit that changes anything of it. Cheap, so that it can be asked for often; shows no
  /// more than that something happened.
  Map<TenantId, Long> touched(Collection<TenantId> tenants);

  /// Takes a lease that is free or has lapsed, or prolongs the holder's own. It lapses when the
  /// term is over by the clock of the storage, which all its users share. Returns whether the
  /// holder has it.
  boolean lease(String name, String holder, Duration term);

  /// Gives a lease back, if it is the holder's.
  void release(String name, String holder);

  /// How busy it is at this moment.
  default StorageUse use() {
    return StorageUse.NONE;
  }

  @Override
  void close();
}
