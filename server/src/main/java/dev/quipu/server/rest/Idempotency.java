package dev.quipu.server.rest;

import dev.quipu.model.log.Receipt;
import dev.quipu.server.http.Reply;

/// How an answer shows that it repeats an earlier one.
final class Idempotency {

  static final String REPLAYED = "Idempotent-Replayed";

  private Idempotency() {}

  static Reply marked(Reply reply, Receipt receipt) {
    return receipt.status() == Receipt.Status.REPLAYED ? reply.with(REPLAYED, "true") : reply;
  }
}
