package dev.quipu.model.access;

import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import java.util.Set;

/// The readers that an owner names: `acl` of cm_payload_v1.
public record Acl(Set<AgentId> agents, Set<TeamId> teams, Set<RoleId> roles) {

  public static final Acl NOBODY = new Acl(Set.of(), Set.of(), Set.of());

  public Acl {
    agents = Set.copyOf(agents);
    teams = Set.copyOf(teams);
    roles = Set.copyOf(roles);
  }

  boolean names(Caller caller) {
    var agent = caller.agent();
    return (agent != null && agents.contains(agent))
        || caller.teams().stream().anyMatch(teams::contains)
        || caller.roles().stream().anyMatch(roles::contains);
  }
}
