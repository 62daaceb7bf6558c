package dev.quipu.engine.ingest;

import dev.quipu.engine.compile.Mentions;
import dev.quipu.engine.storage.Remembered;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Gone;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.view.FactKey.LineOf;
import org.jspecify.annotations.Nullable;

/// Looks for what was written under an Idempotency-Key, and writes nothing.
final class Recall implements Unit {

  private final WriteUnit.Means means;
  private final Caller caller;
  private final Hash request;
  private final Retry retry;
  private final int item;
  private @Nullable Written found;

  Recall(WriteUnit.Means means, Caller caller, Hash request, Retry retry, int item) {
    this.means = means;
    this.caller = caller;
    this.request = request;
    this.retry = retry;
    this.item = item;
  }

  @Override
  public TenantId tenant() {
    return caller.tenant();
  }

  @Override
  public void run(Transaction transaction) {
    var remembered = transaction.recall(retry.of(caller, item), means.now());
    found = remembered == null ? null : again(means, caller, remembered, request, transaction);
  }

  /// Null if nothing was written under the key.
  @Nullable Receipt found() {
    return found == null ? null : found.receipt();
  }

  /// What the first try wrote, if it was the same request.
  static Written again(
      WriteUnit.Means means,
      Caller caller,
      Remembered remembered,
      Hash request,
      Transaction transaction) {
    if (!remembered.request().equals(request)) {
      throw new Conflict(
          Retry.KEY_REUSED,
          "this Idempotency-Key was used for another request",
          "use a new key for a new write");
    }
    if (transaction.facts().find(new LineOf(remembered.event())) instanceof LogEntry entry) {
      return written(means, caller, entry, Receipt.Status.REPLAYED, transaction);
    }
    throw new Gone("event.erased", "what was written under this Idempotency-Key was erased");
  }

  static Written written(
      WriteUnit.Means means,
      Caller caller,
      LogEntry entry,
      Receipt.Status status,
      Transaction transaction) {
    var told = Mentions.told(caller, entry, means.now(), transaction.facts());
    return new Written(Receipt.of(entry, means.logId(), status, told), entry);
  }
}
