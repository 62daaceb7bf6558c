package dev.quipu.engine.access;

import dev.quipu.model.access.AccessRule.Reading;
import dev.quipu.model.access.AccessToken;
import dev.quipu.model.access.AccessTokens;
import dev.quipu.model.access.Caller;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// The part of one tenant that a read may see.
public sealed interface ReadScope {

  TenantId tenant();

  /// The same, but that what expires by another clock is absent.
  default ReadScope expiringBy(Instant clock) {
    return switch (this) {
      case Whole whole -> whole;
      case Limited(var tenant, var tokens, var workspaces, var _, var indexed, var quarantined) ->
          new Limited(tenant, tokens, workspaces, clock, indexed, quarantined);
    };
  }

  static ReadScope of(Caller caller, Reading reading) {
    return new Limited(
        caller.tenant(),
        AccessTokens.heldBy(caller, reading),
        caller.workspaces(),
        reading.clock(),
        reading.search(),
        caller.isAdmin() && reading.includeQuarantined());
  }

  /// The whole tenant, for those who maintain it. An architecture test names the few who may ask
  /// for this.
  static ReadScope whole(TenantId tenant) {
    return new Whole(tenant);
  }

  record Whole(TenantId tenant) implements ReadScope {}

  /// What the access rule leaves, compiled: a row is seen if its audience is opened by one of the
  /// tokens and it passes the walls.
  ///
  /// @param workspaces the only ones, beside none; null = all
  /// @param clock what has expired by then is absent
  record Limited(
      TenantId tenant,
      SortedSet<AccessToken> tokens,
      @Nullable Set<WorkspaceId> workspaces,
      Instant clock,
      boolean indexedOnly,
      boolean quarantinedToo)
      implements ReadScope {}
}
