package dev.quipu.engine.ingest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.Decide;
import dev.quipu.engine.compile.Decision;
import dev.quipu.engine.compile.Evolve;
import dev.quipu.engine.compile.Stamp;
import dev.quipu.engine.storage.IdempotencyKey;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.failure.Violation;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Checkpoint;
import dev.quipu.model.log.Effect;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.log.Recorded;
import dev.quipu.model.log.Seal;
import dev.quipu.model.log.SealedPayload;
import dev.quipu.model.view.FactKey;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Commands that are written together: decide, evolve, seal, append, one after the other.
final class WriteUnit implements Unit {

  /// What every unit works with.
  record Means(
      String logId,
      PrivateKey signer,
      Decide decide,
      InstantSource clock,
      Chance chance,
      Duration idempotencyTtl) {

    Instant now() {
      return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
  }

  /// A submission with what chance gives to its event, drawn and sealed by the thread of the
  /// caller: the time of the one thread that writes is everybody's.
  ///
  /// @param payload null if the event's payload is for the rules to make
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Drawn(
      Submission submission,
      String freshId,
      byte[] headerSalt,
      byte[] payloadSalt,
      @Nullable SealedPayload payload) {

    static Drawn of(Submission submission, Chance chance) {
      var payloadSalt = chance.bytes(Seal.Content.SALT_LENGTH);
      return new Drawn(
          submission,
          chance.ulid(),
          chance.bytes(Seal.Content.SALT_LENGTH),
          payloadSalt,
          submission.command() instanceof Command.Append(var draft)
              ? SealedPayload.of(draft.payload(), payloadSalt)
              : null);
    }

    LogEntry seal(Hash previous, Recorded recorded, List<Effect> effects) {
      return payload == null
          ? LogEntry.sealed(previous, recorded, effects, headerSalt, payloadSalt)
          : LogEntry.sealed(previous, recorded, effects, headerSalt, payload);
    }
  }

  private final Means means;
  private final Caller caller;
  private final TenantId log;
  private final List<Drawn> submissions;
  private final @Nullable Retry retry;
  private final int firstItem;
  private final Instant received;
  private List<Written> written = List.of();

  WriteUnit(
      Means means,
      Caller caller,
      TenantId log,
      List<Submission> submissions,
      @Nullable Retry retry,
      int firstItem) {
    this.means = means;
    this.caller = caller;
    this.log = log;
    this.submissions = submissions.stream().map(each -> Drawn.of(each, means.chance())).toList();
    this.retry = retry;
    this.firstItem = firstItem;
    this.received = means.now();
  }

  @Override
  public TenantId tenant() {
    return log;
  }

  @Override
  public List<FactKey<?>> asks() {
    var keys = new ArrayList<FactKey<?>>();
    submissions.forEach(each -> keys.addAll(Decide.asks(caller, each.submission().command())));
    return keys;
  }

  /// What was written, once the storage says that it is done.
  List<Written> written() {
    return written;
  }

  @Override
  public void run(Transaction transaction) {
    if (transaction.isEnded()) {
      // A stream that outlives its tenant would otherwise write behind the eraser's back.
      throw new Unauthenticated();
    }
    var done = new ArrayList<Written>(submissions.size());
    var faults = new Violations();
    for (int i = 0; i < submissions.size(); i++) {
      try {
        done.add(write(submissions.get(i), keyOf(firstItem + i), transaction));
      } catch (Invalid e) {
        if (submissions.size() == 1) {
          throw e;
        }
        addPlaced(e, i, faults);
      } catch (MemoryException e) {
        faults.throwIfAny(); // it may only follow from them
        throw e;
      }
    }
    faults.throwIfAny();
    written = done;
  }

  /// Adds the faults of one of several commands, under pointers that begin with its place.
  private static void addPlaced(Invalid invalid, int place, Violations to) {
    var at = Pointer.ROOT.child(place).text();
    for (var fault : invalid.violations()) {
      to.add(new Violation(at + fault.pointer(), fault.code(), fault.message()));
    }
  }

  private Written write(Drawn drawn, @Nullable IdempotencyKey key, Transaction transaction) {
    var submission = drawn.submission();
    var remembered = key == null ? null : transaction.recall(key, means.now());
    if (remembered != null) {
      return Recall.again(means, caller, remembered, submission.request(), transaction);
    }
    var head = transaction.head();
    var stamp =
        new Stamp(
            head.position().next(), received, head.nextVisibleTime(means.now()), drawn.freshId());
    var decision = means.decide().decide(caller, submission.command(), stamp, transaction.facts());
    var written =
        switch (decision) {
          case Decision.Accepted(var recorded) -> append(recorded, drawn, transaction);
          case Decision.Repeated(var first) ->
              written(first, Receipt.Status.DUPLICATE, transaction);
        };
    if (key != null) {
      var lapsesAt = stamp.visibleTime().plus(means.idempotencyTtl());
      var event = written.entry().eventId();
      transaction.remember(key, new Remembered(submission.request(), event, lapsesAt));
    }
    return written;
  }

  private Written append(Recorded recorded, Drawn drawn, Transaction transaction) {
    var changes = Evolve.evolve(recorded, transaction.facts());
    var entry = drawn.seal(transaction.head().hash(), recorded, changes.effects());
    transaction.append(entry, changes);
    if (Checkpoint.isDueAt(entry.position())) {
      var checkpoint =
          new Checkpoint(
              means.logId(), log, entry.position(), entry.seal().hash(), entry.visibleTime());
      transaction.keep(checkpoint, sign(checkpoint));
    }
    return written(entry, Receipt.Status.ACCEPTED, transaction);
  }

  private Written written(LogEntry entry, Receipt.Status status, Transaction transaction) {
    return Recall.written(means, caller, entry, status, transaction);
  }

  private @Nullable IdempotencyKey keyOf(int item) {
    return retry == null ? null : retry.of(caller, item);
  }

  private byte[] sign(Checkpoint checkpoint) {
    try {
      var signature = Signature.getInstance("Ed25519");
      signature.initSign(means.signer());
      signature.update(checkpoint.signedBytes());
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this platform cannot sign with Ed25519", e);
    }
  }
}
