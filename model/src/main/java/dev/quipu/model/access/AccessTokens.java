package dev.quipu.model.access;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// Lines 4 to 8 of [AccessRule] as two sets of words: what opens an object, and what a caller
/// holds. Reading is allowed if the sets meet.
public final class AccessTokens {

  private AccessTokens() {}

  /// The tokens that open an object.
  public static SortedSet<AccessToken> opening(Envelope envelope) {
    var tokens = new TreeSet<AccessToken>();
    tokens.add(owner(envelope.owner()));
    switch (envelope.visibility()) {
      case Visibility.Everybody() -> tokens.add(AccessToken.EVERYBODY);
      case Visibility.Team(var team) -> tokens.add(publicIn(team));
      case Visibility.Named(var acl) -> {
        acl.agents().forEach(agent -> tokens.add(agent(agent)));
        acl.teams().forEach(team -> tokens.add(team(team)));
        acl.roles().forEach(role -> tokens.add(role(role)));
      }
      case Visibility.ByContract(var contract) -> tokens.add(contract(contract));
      case Visibility.ByTeam(var team) -> tokens.add(team(team));
      case Visibility.OwnerOnly() -> {
        return Collections.unmodifiableSortedSet(tokens);
      }
    }
    tokens.add(AccessToken.ADMIN);
    return Collections.unmodifiableSortedSet(tokens);
  }

  /// The tokens that a caller holds for this way of reading.
  public static SortedSet<AccessToken> heldBy(Caller caller, AccessRule.Reading reading) {
    var tokens = new TreeSet<AccessToken>();
    tokens.add(owner(caller.principal()));
    tokens.add(AccessToken.EVERYBODY);
    for (var team : caller.teams()) {
      tokens.add(publicIn(team));
      tokens.add(team(team));
    }
    var agent = caller.agent();
    if (agent != null) {
      tokens.add(agent(agent));
    }
    caller.roles().forEach(role -> tokens.add(role(role)));
    caller.contracts().forEach(contract -> tokens.add(contract(contract)));
    if (caller.isAdmin() && (!reading.search() || reading.asAdmin())) {
      tokens.add(AccessToken.ADMIN);
    }
    return Collections.unmodifiableSortedSet(tokens);
  }

  private static AccessToken owner(Principal principal) {
    return new AccessToken("o:" + principal);
  }

  private static AccessToken publicIn(TeamId team) {
    return new AccessToken("p:" + team);
  }

  private static AccessToken agent(AgentId agent) {
    return new AccessToken("a:" + agent);
  }

  private static AccessToken team(TeamId team) {
    return new AccessToken("t:" + team);
  }

  private static AccessToken role(RoleId role) {
    return new AccessToken("r:" + role);
  }

  private static AccessToken contract(ContractId contract) {
    return new AccessToken("c:" + contract);
  }
}
