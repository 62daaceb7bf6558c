package dev.quipu.engine.ingest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.Decide;
import dev.quipu.engine.storage.Fate;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Receipt;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Writes. Blocks the caller until its write is durable or refused. Thread-safe.
public final class Ingest {

  private final WriteUnit.Means means;
  private final GroupCommit groups;
  private final int portion;

  public Ingest(
      Storage storage, GroupCommit groups, InstantSource clock, Chance chance, Limits limits) {
    this.means =
        new WriteUnit.Means(
            storage.logId(),
            storage.signingKeys().checkpoints().getPrivate(),
            new Decide(limits),
            clock,
            chance,
            limits.idempotencyTtl(),
            ConcurrentHashMap.newKeySet());
    this.groups = groups;
    this.portion = limits.maxGroup();
  }

  /// Takes nothing more from callers of this tenant, also from those who came in before: a stream
  /// that outlives its tenant would otherwise write behind the eraser's back. What was queued
  /// before is still written.
  public void refuseFrom(TenantId tenant) {
    means.gone().add(tenant);
  }

  /// Writes one command.
  public Receipt submit(Caller caller, Submission submission, @Nullable Retry retry) {
    return submitTogether(caller, List.of(submission), retry).getFirst();
  }

  /// Writes all commands or none. The pointers of an invalid one begin with its place among
  /// several.
  public List<Receipt> submitTogether(
      Caller caller, List<Submission> submissions, @Nullable Retry retry) {
    var unit = unit(caller, submissions, retry, 0);
    groups.commit(unit);
    return unit.receipts();
  }

  /// Writes each command for itself; the outcomes have the order of the submissions.
  ///
  /// Goes in portions of one group, so that a large batch neither fills the queue nor takes more
  /// than its turn.
  ///
  /// @param firstItem the place of the first submission in the batch that they are a part of
  public List<Outcome> submitEach(
      Caller caller, List<Submission> submissions, @Nullable Retry retry, int firstItem) {
    var outcomes = new ArrayList<Outcome>(submissions.size());
    for (int from = 0; from < submissions.size(); from += portion) {
      var part = submissions.subList(from, Math.min(from + portion, submissions.size()));
      submitPortion(caller, part, retry, firstItem + from, outcomes);
    }
    return outcomes;
  }

  private void submitPortion(
      Caller caller,
      List<Submission> submissions,
      @Nullable Retry retry,
      int firstItem,
      List<Outcome> outcomes) {
    var units =
        IntStream.range(0, submissions.size())
            .mapToObj(i -> unit(caller, List.of(submissions.get(i)), retry, firstItem + i))
            .toList();
    var fates = groups.commitEach(units);
    for (int i = 0; i < units.size(); i++) {
      outcomes.add(
          switch (fates.get(i)) {
            case Fate.Done() -> new Outcome.Written(units.get(i).receipts().getFirst());
            case Fate.Failed(MemoryException why) -> new Outcome.Refused(why);
            case Fate.Failed(var fault) -> new Outcome.Broken(fault);
          });
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
