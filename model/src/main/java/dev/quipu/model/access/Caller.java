package dev.quipu.model.access;

import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A proven identity: everything that a token says about who is asking. Built in one place, from a
/// token, and handed on explicitly.
///
/// @param actingAgent the agent a user's or team's key acts through
/// @param workspaces the only workspaces this caller reads and writes (and what has none); null =
///   all
/// @param allowedAgents the only agents whose things a search covers (and what has none); null =
///   all
/// @param contracts share contracts that grant this caller reading now
/// @param defaultVisibility the tenant's setting for writes that say nothing; null = private
public record Caller(
    TenantId tenant,
    KeyId key,
    Principal principal,
    @Nullable AgentId actingAgent,
    Set<TeamId> teams,
    Set<RoleId> roles,
    @Nullable Set<WorkspaceId> workspaces,
    @Nullable Set<AgentId> allowedAgents,
    Set<ContractId> contracts,
    Set<Grant> grants,
    @Nullable Visibility defaultVisibility) {

  public Caller {
    teams = Set.copyOf(teams);
    roles = Set.copyOf(roles);
    workspaces = workspaces == null ? null : Set.copyOf(workspaces);
    allowedAgents = allowedAgents == null ? null : Set.copyOf(allowedAgents);
    contracts = Set.copyOf(contracts);
    grants = Set.copyOf(grants);
  }

  /// The agent that access lists are matched against: the principal if it is one, else the one the
  /// key acts through.
  public @Nullable AgentId agent() {
    return principal.kind() == Principal.Kind.AGENT ? new AgentId(principal.id()) : actingAgent;
  }

  public boolean isAdmin() {
    return grants.contains(Grant.ADMIN);
  }

  public boolean mayEnter(@Nullable WorkspaceId workspace) {
    return workspace == null || workspaces == null || workspaces.contains(workspace);
  }

  /// Whether a search covers the things of an agent, null = of none.
  public boolean searches(@Nullable AgentId agent) {
    return agent == null || allowedAgents == null || allowedAgents.contains(agent);
  }

  /// Refuses the act if this caller's key does not carry `grant`.
  public void require(Grant grant) {
    if (!grants.contains(grant)) {
      throw new Forbidden(
          "grant.missing",
          "this key lacks the grant `" + grant.wireName() + "`",
          "use a key that has it");
    }
  }
}
