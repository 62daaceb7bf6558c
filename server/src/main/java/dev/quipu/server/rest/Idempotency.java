package dev.quipu.server.rest;

import dev.quipu.model.log.Receipt;
import dev.quipu.server.http.Reply;
import java.util.Collection;
import java.util.List;

/// How an answer shows that it repeats an earlier one.
final class Idempotency {

  static final String REPLAYED = "Idempotent-Replayed";

  private Idempotency() {}

  static Reply marked(Reply reply, Receipt receipt) {
    return marked(reply, List.of(receipt));
  }

  /// An answer of several parts repeats an earlier one if all that is kept of it was kept before.
  static Reply marked(Reply reply, Collection<Receipt> receipts) {
    boolean isReplayed =
        !receipts.isEmpty()
            && receipts.stream().allMatch(each -> each.status() == Receipt.Status.REPLAYED);
    return isReplayed ? reply.with(REPLAYED, "true") : reply;
  }
}
