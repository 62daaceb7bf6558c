package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A caller, from the plainest to the one a test is about.
final class CallerSketch {

  static final TenantId ACME = new TenantId("acme");
  static final Principal ALICE = new Principal(Principal.Kind.USER, "alice");
  static final Principal BOB = new Principal(Principal.Kind.USER, "bob");

  private final Principal principal;
  private TenantId tenant = ACME;
  private Set<Grant> grants = EnumSet.of(Grant.READ, Grant.WRITE);
  private Set<TeamId> teams = Set.of();
  private @Nullable AgentId actingAgent;
  private @Nullable Set<WorkspaceId> workspaces;
  private @Nullable Visibility defaultVisibility;

  private CallerSketch(Principal principal) {
    this.principal = principal;
  }

  static CallerSketch of(Principal principal) {
    return new CallerSketch(principal);
  }

  static Caller alice() {
    return of(ALICE).caller();
  }

  static Caller bob() {
    return of(BOB).caller();
  }

  static Caller admin() {
    return of(new Principal(Principal.Kind.USER, "user_admin")).admits(Grant.values()).caller();
  }

  static Caller operator() {
    return of(new Principal(Principal.Kind.USER, "admin"))
        .of(TenantId.PLATFORM)
        .admits(Grant.values())
        .caller();
  }

  CallerSketch of(TenantId tenant) {
    this.tenant = tenant;
    return this;
  }

  CallerSketch admits(Grant... grants) {
    this.grants = Set.of(grants);
    return this;
  }

  CallerSketch in(String team) {
    this.teams = Set.of(new TeamId(team));
    return this;
  }

  CallerSketch through(String agent) {
    this.actingAgent = new AgentId(agent);
    return this;
  }

  CallerSketch boundTo(String... workspaces) {
    this.workspaces = Arrays.stream(workspaces).map(WorkspaceId::new).collect(Collectors.toSet());
    return this;
  }

  /// The tenant's setting for writes that say nothing.
  CallerSketch whereDefaultIs(Visibility visibility) {
    this.defaultVisibility = visibility;
    return this;
  }

  Caller caller() {
    return new Caller(
        tenant,
        new KeyId("key_" + principal.id()),
        principal,
        actingAgent,
        teams,
        Set.of(),
        workspaces,
        null,
        Set.of(),
        grants,
        defaultVisibility);
  }
}
