package dev.quipu.engine.ingest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.Decide;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.payload.Catalogue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Writes. Blocks the caller until its write is durable or refused. Thread-safe.
public final class Ingest {

  private final WriteUnit.Means means;
  private final GroupCommit groups;
  private final int portion;

  public Ingest(
      Storage storage,
      GroupCommit groups,
      InstantSource clock,
      Chance chance,
      Limits limits,
      Catalogue catalogue) {
    this.means =
        new WriteUnit.Means(
            storage.logId(),
            storage.signingKeys().checkpoints().getPrivate(),
            new Decide(limits, catalogue),
            clock,
            chance,
            limits.idempotencyTtl());
    this.groups = groups;
    this.portion = limits.maxGroup();
  }

  /// What can be held against a new object without knowing the log.
  public List<Violation> foresee(Caller caller, ObjectType type, JsonObject fields) {
    return means.decide().foresee(caller, type, fields, means.clock().instant());
  }

  /// What can be held against a change without knowing the log.
  public List<Violation> foresee(ObjectType type, JsonObject patch, @Nullable Instant effectiveAt) {
    return means.decide().foresee(type, patch, effectiveAt, means.clock().instant());
  }

  /// Writes one command.
  public Receipt submit(Caller caller, Submission submission, @Nullable Retry retry) {
    return submit(caller, submission, retry, 0);
  }

  /// Writes one command of several that a request brings.
  ///
  /// @param item its place among them
  public Receipt submit(Caller caller, Submission submission, @Nullable Retry retry, int item) {
    return write(caller, submission, retry, item).receipt();
  }

  /// The same for those who answer with more than a receipt.
  public Written write(Caller caller, Submission submission, @Nullable Retry retry, int item) {
    var unit = unit(caller, List.of(submission), retry, item);
    groups.commit(unit);
    return unit.written().getFirst();
  }

  /// Finds out what a command would do, and does nothing: the entry has the place that it would
  /// have now, and nobody will ever see it there.
  public Written tryOut(Caller caller, Command command) {
    var trial = new Trial(means, caller, command);
    groups.commit(trial);
    return trial.written();
  }

  /// What an earlier try of the same request wrote to the caller's log, for those who have to look
  /// around before they know what to submit; null if there was none.
  public @Nullable Receipt recall(Caller caller, Hash request, @Nullable Retry retry) {
    return recall(caller, request, retry, 0);
  }

  /// The same for one of several writes of a request.
  ///
  /// @param item its place among them
  public @Nullable Receipt recall(Caller caller, Hash request, @Nullable Retry retry, int item) {
    if (retry == null) {
      return null;
    }
    var recall = new Recall(means, caller, request, retry, item);
    groups.commit(recall);
    return recall.found();
  }

  /// Writes all commands or none. The faults of all invalid ones are told together; their pointers
  /// begin with the place of the command among several.
  public List<Receipt> submitTogether(
      Caller caller, List<Submission> submissions, @Nullable Retry retry) {
    var unit = unit(caller, submissions, retry, 0);
    groups.commit(unit);
    return unit.written().stream().map(Written::receipt).toList();
  }

  /// Writes each command for itself; the outcomes have the order of the submissions.
  ///
  /// Goes in portions of one group, so that a large batch neither fills the queue nor takes more
  /// than its turn; while one is written the next is made ready.
  ///
  /// @param firstItem the place of the first submission in the batch that they are a part of
  public List<Outcome> submitEach(
      Caller caller, List<Submission> submissions, @Nullable Retry retry, int firstItem) {
    var outcomes = new ArrayList<Outcome>(submissions.size());
    var before = new Underway(List.of(), new GroupCommit.Fates(List.of()));
    for (int from = 0; from < submissions.size(); from += portion) {
      var part = submissions.subList(from, Math.min(from + portion, submissions.size()));
      var next = begin(caller, part, retry, firstItem + from);
      outcomes.addAll(before.outcomes());
      before = next;
    }
    outcomes.addAll(before.outcomes());
    return outcomes;
  }

  /// Begins what [#submitEach] does, for a portion of at most one group, and returns as soon as it
  /// is queued. What the same thread begins later is written later.
  public Underway begin(
      Caller caller, List<Submission> submissions, @Nullable Retry retry, int firstItem) {
    var units =
        IntStream.range(0, submissions.size())
            .mapToObj(i -> unit(caller, List.of(submissions.get(i)), retry, firstItem + i))
            .toList();
    return new Underway(units, groups.begin(units));
  }

  /// Commands that are being written.
  public static final class Underway {

    private final List<WriteUnit> units;
    private final GroupCommit.Fates fates;

    private Underway(List<WriteUnit> units, GroupCommit.Fates fates) {
      this.units = units;
      this.fates = fates;
    }

    /// Waits for all of them; the outcomes have the order of the submissions.
    public List<Outcome> outcomes() {
      var known = fates.join();
      return IntStream.range(0, units.size())
          .mapToObj(i -> outcome(units.get(i), known.get(i)))
          .toList();
    }

    /// What those have written that were not refused, by their places; to be asked once the
    /// outcomes are known.
    public Map<Integer, LogEntry> entries() {
      var entries = new TreeMap<Integer, LogEntry>();
      for (int i = 0; i < units.size(); i++) {
        for (var written : units.get(i).written()) {
          entries.put(i, written.entry());
        }
      }
      return entries;
    }

    private static Outcome outcome(WriteUnit unit, Fate fate) {
      return switch (fate) {
        case Fate.Done() -> new Outcome.Written(unit.written().getFirst().receipt());
        case Fate.Failed(MemoryException why) -> new Outcome.Refused(why);
        case Fate.Failed(var fault) -> new Outcome.Broken(fault);
      };
    }
  }

  private WriteUnit unit(
      Caller caller, List<Submission> submissions, @Nullable Retry retry, int firstItem) {
    return new WriteUnit(means, caller, logOf(caller, submissions), submissions, retry, firstItem);
  }

  /// The log that the commands go to. A unit writes to one.
  private static TenantId logOf(Caller caller, List<Submission> submissions) {
    var logs =
        submissions.stream()
            .map(
                submission ->
                    switch (submission.command()) {
                      case Command.OfTenant _ -> caller.tenant();
                      case Command.OfPlatform _ -> TenantId.PLATFORM;
                    })
            .distinct()
            .toList();
    if (logs.size() != 1) {
      throw new IllegalArgumentException("a unit writes to one log, not to " + logs);
    }
    return logs.getFirst();
  }
}
