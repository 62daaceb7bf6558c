package dev.quipu.engine.ingest;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.compile.Decision;
import dev.quipu.engine.compile.Evolve;
import dev.quipu.engine.compile.Stamp;
import dev.quipu.engine.storage.Transaction;
import dev.quipu.engine.storage.Unit;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.log.Seal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decides a command and works out what would follow, and writes nothing.
final class Trial implements Unit {

  private final WriteUnit.Means means;
  private final Caller caller;
  private final Command command;
  private final Instant received;
  private @Nullable Written written;

  Trial(WriteUnit.Means means, Caller caller, Command command) {
    this.means = means;
    this.caller = caller;
    this.command = command;
    this.received = means.now();
  }

  @Override
  public TenantId tenant() {
    return caller.tenant();
  }

  Written written() {
    return Objects.requireNonNull(written, "asked before it was tried");
  }

  @Override
  public void run(Transaction transaction) {
    if (transaction.isEnded()) {
      throw new Unauthenticated();
    }
    var facts = transaction.facts();
    var head = transaction.head();
    var stamp =
        new Stamp(
            head.position().next(),
            received,
            head.nextVisibleTime(means.now()),
            means.chance().ulid());
    written =
        switch (means.decide().decide(caller, command, stamp, facts)) {
          case Decision.Repeated(var first) ->
              Recall.written(means, caller, first, Receipt.Status.DUPLICATE, transaction);
          case Decision.Accepted(var recorded) -> {
            var salt = new byte[Seal.Content.SALT_LENGTH];
            var effects = Evolve.evolve(recorded, facts).effects();
            var entry = LogEntry.sealed(head.hash(), recorded, effects, salt, salt);
            yield new Written(
                Receipt.of(entry, means.logId(), Receipt.Status.ACCEPTED, List.of()), entry);
          }
        };
  }
}
