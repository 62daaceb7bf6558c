package dev.quipu.testkit.history;

import dev.quipu.engine.compile.Command;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.platform.DefaultVisibility;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of a history.
public sealed interface Act {

  /// Time passes; negative = the clock steps back.
  record Wait(Duration time) implements Act {}

  /// Somebody writes.
  ///
  /// @param nonce tells one request from another, as its body would
  /// @param key the Idempotency-Key; null = none
  record Write(Person who, List<Plan> plans, Way way, long nonce, @Nullable String key)
      implements Act {}

  /// An earlier write is sent once more, unchanged.
  ///
  /// @param back which one, counted from the latest
  record Again(int back) implements Act {}

  /// Somebody's key is revoked, or a new one is made if it was.
  record ChangeKey(Person who) implements Act {}

  record ChangeTenant(TenantId tenant, DefaultVisibility visibility) implements Act {}

  /// How the commands of a write belong together.
  enum Way {
    /// All or none.
    TOGETHER,
    /// Each for itself.
    EACH
  }

  /// A write with its times settled: what is sent, and sent again.
  record Sent(Person who, List<Command> commands, Way way, long nonce, @Nullable String key) {

    static final String ROUTE = "POST /v1/events";

    public Sent {
      commands = List.copyOf(commands);
    }
  }
}
