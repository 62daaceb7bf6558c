package dev.quipu.testkit.history;

import dev.quipu.model.access.AccessRule.Verdict;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Visibility;
import java.time.Instant;
import java.util.Collections;

/// Design section 6, read once more and written down apart from the engine, for what histories
/// contain: no quarantine, no contract that grants, no search.
final class NaiveAccess {

  private NaiveAccess() {}

  static Verdict judge(Person who, Envelope object, Instant clock) {
    // 1. expired → absent; and a key bound to workspaces knows only those and null
    if (object.expiresAt() != null && !clock.isBefore(object.expiresAt())) {
      return Verdict.ABSENT;
    }
    if (who.workspaces() != null
        && object.workspace() != null
        && !who.workspaces().contains(object.workspace())) {
      return Verdict.ABSENT;
    }
    // 4. the caller is the owner
    if (object.owner().equals(who.principal())) {
      return Verdict.OWNER;
    }
    // 5. public
    if (object.visibility() instanceof Visibility.Everybody) {
      return Verdict.PUBLIC;
    }
    if (object.visibility() instanceof Visibility.Team(var team) && who.teams().contains(team)) {
      return Verdict.PUBLIC;
    }
    // 6. confidential
    if (object.visibility() instanceof Visibility.Named(var acl)) {
      var agent = who.agent();
      if ((agent != null && acl.agents().contains(agent))
          || !Collections.disjoint(who.teams(), acl.teams())
          || !Collections.disjoint(who.roles(), acl.roles())) {
        return Verdict.NAMED;
      }
    }
    // 7. partial, with a team of the caller's
    if (object.visibility() instanceof Visibility.ByTeam(var team) && who.teams().contains(team)) {
      return Verdict.SHARED;
    }
    // 8. tenant admin and not private
    if (who.isAdmin() && !(object.visibility() instanceof Visibility.OwnerOnly)) {
      return Verdict.ADMIN;
    }
    // 9. otherwise absent
    return Verdict.ABSENT;
  }

  static boolean maySee(Person who, Envelope object, Instant clock) {
    return judge(who, object, clock) != Verdict.ABSENT;
  }

  /// Writing needs ownership or tenant admin.
  static boolean mayWrite(Person who, Envelope object, Instant clock) {
    return maySee(who, object, clock) && (object.owner().equals(who.principal()) || who.isAdmin());
  }
}
