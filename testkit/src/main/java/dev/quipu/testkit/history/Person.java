package dev.quipu.testkit.history;

import dev.quipu.model.access.Grant;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.platform.ApiKey;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Somebody who takes part in a history, with a key.
///
/// @param workspaces null = all
/// @param tenantToken whether it holds the tenant's own token rather than a key
public record Person(
    TenantId tenant,
    Principal principal,
    @Nullable AgentId actingAgent,
    Set<TeamId> teams,
    Set<RoleId> roles,
    @Nullable Set<WorkspaceId> workspaces,
    Set<Grant> grants,
    boolean tenantToken) {

  static final TenantId ONE = new TenantId("t_one");
  static final TenantId TWO = new TenantId("t_two");
  static final TenantId THREE = new TenantId("t_three");
  static final List<TenantId> TENANTS = List.of(ONE, TWO, THREE);

  static final TeamId RED = new TeamId("red");
  static final TeamId BLUE = new TeamId("blue");
  static final RoleId EDITOR = new RoleId("editor");
  static final AgentId SCOUT = new AgentId("agt_scout");
  static final WorkspaceId ATTIC = new WorkspaceId("ws_attic");
  static final WorkspaceId CELLAR = new WorkspaceId("ws_cellar");

  /// The cast: owner, team mates, a named agent, admins, somebody bound to a workspace, somebody
  /// who only reads, a team, and namesakes in other tenants.
  static final List<Person> CAST =
      List.of(
          admin(ONE),
          user(ONE, "alice").in(RED),
          user(ONE, "bob").in(BLUE).as(EDITOR),
          of(ONE, new Principal(Principal.Kind.AGENT, SCOUT.value())),
          user(ONE, "carol").in(RED).through("agt_1"),
          user(ONE, "dora").boundTo(ATTIC),
          user(ONE, "eve").in(BLUE).granted(EnumSet.of(Grant.READ)),
          of(ONE, new Principal(Principal.Kind.TEAM, RED.value())),
          admin(TWO),
          user(TWO, "alice").in(RED),
          of(TWO, new Principal(Principal.Kind.AGENT, SCOUT.value())),
          admin(THREE),
          user(THREE, "bob").in(BLUE).as(EDITOR));

  static Person admin(TenantId tenant) {
    var principal = new Principal(Principal.Kind.USER, "user_admin");
    return new Person(
        tenant, principal, null, Set.of(), Set.of(), null, EnumSet.allOf(Grant.class), true);
  }

  static Person user(TenantId tenant, String id) {
    return of(tenant, new Principal(Principal.Kind.USER, id));
  }

  static Person of(TenantId tenant, Principal principal) {
    return new Person(
        tenant,
        principal,
        null,
        Set.of(),
        Set.of(),
        null,
        EnumSet.of(Grant.READ, Grant.WRITE),
        false);
  }

  Person in(TeamId team) {
    return new Person(
        tenant, principal, actingAgent, Set.of(team), roles, workspaces, grants, tenantToken);
  }

  Person as(RoleId role) {
    return new Person(
        tenant, principal, actingAgent, teams, Set.of(role), workspaces, grants, tenantToken);
  }

  Person through(String agent) {
    return new Person(
        tenant, principal, new AgentId(agent), teams, roles, workspaces, grants, tenantToken);
  }

  Person boundTo(WorkspaceId workspace) {
    return new Person(
        tenant, principal, actingAgent, teams, roles, Set.of(workspace), grants, tenantToken);
  }

  Person granted(Set<Grant> grants) {
    return new Person(
        tenant, principal, actingAgent, teams, roles, workspaces, grants, tenantToken);
  }

  @Nullable AgentId agent() {
    return principal.kind() == Principal.Kind.AGENT ? new AgentId(principal.id()) : actingAgent;
  }

  boolean isAdmin() {
    return grants.contains(Grant.ADMIN);
  }

  ApiKey.Holder holder() {
    return new ApiKey.Holder(
        "key of " + principal,
        principal,
        actingAgent,
        teams,
        roles,
        workspaces,
        null,
        grants,
        null);
  }

  @Override
  public String toString() {
    return principal + "@" + tenant;
  }
}
