package dev.quipu.server.rest;

import dev.quipu.model.access.Caller;
import dev.quipu.server.http.Reply;

/// Who may call a route, and what it does for them.
sealed interface Handling {

  /// Anybody.
  record Open(ForAnybody work) implements Handling {}

  /// Anybody on this machine; from elsewhere the operator.
  record Nearby(ForAnybody work) implements Handling {}

  /// Whoever holds a token of a tenant.
  record Keyed(ForCaller work) implements Handling {}

  /// The operator.
  record Operator(ForCaller work) implements Handling {}

  interface ForAnybody {
    Reply handle(Call call);
  }

  interface ForCaller {
    Reply handle(Caller caller, Call call);
  }
}
