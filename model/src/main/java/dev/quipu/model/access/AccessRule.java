package dev.quipu.model.access;

import dev.quipu.model.id.TenantId;
import java.time.Instant;

/// The one access rule: design section 6, line by line; the first line that matches decides.
///
/// It is written to be read. What runs in the engines is [AccessTokens], which compiles lines 4 to
/// 8 to two sets that meet or do not; a property test holds both and every engine's filter equal.
public final class AccessRule {

  private AccessRule() {}

  /// What an object shows of itself to the rule.
  public record Guarded(TenantId tenant, Envelope envelope, boolean quarantined) {}

  /// How it is being read.
  ///
  /// @param clock access is judged now, whatever time the content is read at
  /// @param search a search also leaves out what is not indexed, and an admin's extra sight
  /// @param asAdmin a searching admin asks for that sight
  /// @param includeQuarantined an admin asks for what a policy has set aside
  public record Reading(
      Instant clock, boolean search, boolean asAdmin, boolean includeQuarantined) {

    public static Reading plain(Instant clock) {
      return new Reading(clock, false, false, false);
    }
  }

  /// Why something may be seen; `ABSENT` looks to the caller as if it were not there.
  public enum Verdict {
    OWNER,
    PUBLIC,
    NAMED,
    SHARED,
    ADMIN,
    ABSENT;

    public boolean allows() {
      return this != ABSENT;
    }
  }

  public static Verdict judge(Caller caller, Guarded object, Reading reading) {
    var envelope = object.envelope();
    var expiry = envelope.expiresAt();
    if (!object.tenant().equals(caller.tenant())
        || (expiry != null && !expiry.isAfter(reading.clock()))) {
      return Verdict.ABSENT;
    }
    if (!caller.mayEnter(envelope.workspace())) {
      return Verdict.ABSENT;
    }
    if (object.quarantined() && !(caller.isAdmin() && reading.includeQuarantined())) {
      return Verdict.ABSENT;
    }
    if (reading.search() && !envelope.indexed()) {
      return Verdict.ABSENT;
    }
    if (envelope.owner().equals(caller.principal())) {
      return Verdict.OWNER;
    }
    var byVisibility =
        switch (envelope.visibility()) {
          case Visibility.Everybody() -> Verdict.PUBLIC;
          case Visibility.Team(var team) ->
              caller.teams().contains(team) ? Verdict.PUBLIC : Verdict.ABSENT;
          case Visibility.Named(var acl) -> acl.names(caller) ? Verdict.NAMED : Verdict.ABSENT;
          case Visibility.ByContract(var contract) ->
              caller.contracts().contains(contract) ? Verdict.SHARED : Verdict.ABSENT;
          case Visibility.ByTeam(var team) ->
              caller.teams().contains(team) ? Verdict.SHARED : Verdict.ABSENT;
          case Visibility.OwnerOnly() -> Verdict.ABSENT;
        };
    if (byVisibility.allows()) {
      return byVisibility;
    }
    boolean adminSees = caller.isAdmin() && (!reading.search() || reading.asAdmin());
    return adminSees && !(envelope.visibility() instanceof Visibility.OwnerOnly)
        ? Verdict.ADMIN
        : Verdict.ABSENT;
  }

  /// Writing needs ownership or tenant admin, in a workspace that the caller may enter.
  public static boolean mayWrite(Caller caller, Guarded object, Reading reading) {
    return switch (judge(caller, object, reading)) {
      case OWNER, ADMIN -> true;
      case PUBLIC, NAMED, SHARED -> caller.isAdmin();
      case ABSENT -> false;
    };
  }
}
