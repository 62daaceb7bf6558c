package dev.quipu.engine.storage;

import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Changes;
import dev.quipu.model.view.Digest;
import dev.quipu.model.view.Facts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a [Unit] can do to its tenant. Valid while the unit runs.
///
/// Promises that facts and heads include everything this unit and those before it have appended.
public interface Transaction {

  Head head();

  /// The facts of the active space.
  Facts facts();

  /// Whether the log has been ended.
  boolean isEnded();

  /// Appends an entry at the position after the head and applies its changes to the active space.
  /// If those make a tenant, its log begins.
  ///
  /// A row that is put must not be there, one that is replaced must: otherwise the unit fails,
  /// since the digest would lie.
  ///
  /// @throws IllegalArgumentException if the entry does not follow the head: next position, chained
  ///   to its hash, later visible_time, this unit's tenant
  /// @throws IllegalStateException if the log has been ended
  void append(LogEntry entry, Changes changes);

  /// Appends a line whose content was erased where it comes from. No view changes.
  ///
  /// @throws IllegalArgumentException if it does not follow the head
  /// @throws IllegalStateException if the log has been ended
  void append(ErasedEntry line);

  void keep(Checkpoint checkpoint, byte[] signature);

  /// What was remembered under a key and has not lapsed by then, or null.
  @Nullable Remembered recall(IdempotencyKey key, Instant clock);

  void remember(IdempotencyKey key, Remembered remembered);

  /// Forgets all that was remembered for callers of this unit's tenant.
  void forgetRemembered();

  // ── maintenance ──

  /// Lets nothing be appended to the log any more, by anybody. There is no way back.
  void end();

  /// At most `limit` lines after `after`, oldest first.
  List<LogLine> log(LogPosition after, int limit);

  /// The space that is read and written; begun if nothing was ever written.
  SpaceId activeSpace();

  /// Begins an empty space beside the active one.
  SpaceId openSpace();

  /// The facts of a space that is being filled.
  Facts factsOf(SpaceId space);

  /// Applies changes to a space that is being filled.
  void apply(SpaceId space, Changes changes);

  Digest digestOf(SpaceId space);

  /// Makes this the space that is read and written from now on, and returns the one that was.
  SpaceId activate(SpaceId space);

  /// Removes up to `rows` rows of a space that is not active; returns whether there are more.
  /// Removing the last forgets the space.
  boolean drop(SpaceId space, int rows);

  /// Removes header, payload and salts of up to `count` entries after `after`; hashes and event ids
  /// stay.
  void erase(LogPosition after, int count);

  /// Removes the event ids of up to `count` erased entries after `after`. Only for a tenant that is
  /// no more: whose ids could be sent again otherwise.
  void eraseNames(LogPosition after, int count);
}
