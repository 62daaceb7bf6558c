package dev.quipu.model.platform;

import static dev.quipu.model.json.Shape.instant;
import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.id.AgentId;
import dev.quipu.model.id.ContractId;
import dev.quipu.model.id.Identifier;
import dev.quipu.model.id.IdentifierJson;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.RoleId;
import dev.quipu.model.id.TeamId;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.id.WorkspaceId;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import dev.quipu.model.log.Hash;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A key: a principal of a tenant, with what it may do. The token is shown once and kept as its
/// hash.
public record ApiKey(KeyId id, TenantId tenant, Holder holder, Hash token, Instant createdAt) {

  /// What the one who makes a key decides about it.
  ///
  /// @param workspaces null = all
  /// @param allowedAgents null = all
  /// @param expiresAt null = never
  public record Holder(
      String name,
      Principal principal,
      @Nullable AgentId actingAgent,
      Set<TeamId> teams,
      Set<RoleId> roles,
      @Nullable Set<WorkspaceId> workspaces,
      @Nullable Set<AgentId> allowedAgents,
      Set<Grant> grants,
      @Nullable Instant expiresAt) {

    public Holder {
      teams = Set.copyOf(teams);
      roles = Set.copyOf(roles);
      workspaces = workspaces == null ? null : Set.copyOf(workspaces);
      allowedAgents = allowedAgents == null ? null : Set.copyOf(allowedAgents);
      grants = Set.copyOf(grants);
    }

    /// Reads the fields that `POST /v1/keys` takes. The caller of this refuses the others.
    ///
    /// @param max names in each list
    public static Holder read(Fields fields, int max) {
      var name = fields.required("name", text(1, Tenant.MAX_NAME_LENGTH));
      var principal = fields.required("principal", PRINCIPAL);
      var agent = fields.optional("acting_agent_id", Shape.id(AgentId::new));
      var teams = fields.optional("team_ids", listOf(Shape.id(TeamId::new), max), List.of());
      var roles = fields.optional("role_ids", listOf(Shape.id(RoleId::new), max), List.of());
      var workspaces = fields.optional("workspace_ids", listOf(Shape.id(WorkspaceId::new), max));
      var agents = fields.optional("allowed_agent_ids", listOf(Shape.id(AgentId::new), max));
      var grants = fields.required("grants", listOf(word(Grant.values(), Grant::wireName), max));
      var expiresAt = fields.optional("expires_at", instant());
      return fields.build(
          () ->
              new Holder(
                  name,
                  principal,
                  agent,
                  Set.copyOf(teams),
                  Set.copyOf(roles),
                  workspaces == null ? null : Set.copyOf(workspaces),
                  agents == null ? null : Set.copyOf(agents),
                  Set.copyOf(grants),
                  expiresAt));
    }
  }

  private static final Shape<Principal> PRINCIPAL =
      object(
          fields -> {
            var kind =
                fields.required("kind", word(Principal.Kind.values(), Principal.Kind::wireName));
            var id = fields.required("id", Shape.id(value -> new Principal(kind, value)));
            fields.refuseOthers();
            return id;
          });

  /// Whether it has run out by then.
  public boolean isExpired(Instant clock) {
    var expiry = holder.expiresAt();
    return expiry != null && !expiry.isAfter(clock);
  }

  public Caller caller(Set<ContractId> contracts, @Nullable Visibility defaultVisibility) {
    return new Caller(
        tenant,
        id,
        holder.principal(),
        holder.actingAgent(),
        holder.teams(),
        holder.roles(),
        holder.workspaces(),
        holder.allowedAgents(),
        contracts,
        holder.grants(),
        defaultVisibility);
  }

  public JsonObject toJson() {
    var members = new LinkedHashMap<String, Json>();
    members.put("key_id", Json.of(id.value()));
    members.put("tenant_id", Json.of(tenant.value()));
    members.put("name", Json.of(holder.name()));
    members.put(
        "principal",
        JsonObject.of(
            "kind", Json.of(holder.principal().kind().wireName()),
            "id", Json.of(holder.principal().id())));
    members.put("acting_agent_id", IdentifierJson.of(holder.actingAgent()));
    members.put("team_ids", IdentifierJson.sorted(holder.teams()));
    members.put("role_ids", IdentifierJson.sorted(holder.roles()));
    members.put("workspace_ids", sortedOrNull(holder.workspaces()));
    members.put("allowed_agent_ids", sortedOrNull(holder.allowedAgents()));
    members.put(
        "grants",
        JsonArray.ofTexts(holder.grants().stream().sorted().map(Grant::wireName).toList()));
    members.put("expires_at", Json.ofNullable(holder.expiresAt()));
    members.put("token_hash", Json.of(token.hex()));
    members.put("created_at", Json.of(createdAt));
    return new JsonObject(members);
  }

  /// The counterpart of [#toJson].
  public static ApiKey read(JsonObject body) {
    var violations = new Violations();
    var fields = Fields.of(body, Pointer.ROOT, violations);
    var id = fields.required("key_id", Shape.id(KeyId::new));
    var tenant = fields.required("tenant_id", Shape.id(TenantId::new));
    var holder = Holder.read(fields, Integer.MAX_VALUE);
    var token = fields.required("token_hash", Shape.id(Hash::ofHex));
    var createdAt = fields.required("created_at", instant());
    violations.throwIfAny();
    return new ApiKey(id, tenant, holder, token, createdAt);
  }

  /// What a key is found by.
  public static Map<String, String> listKeys(JsonObject body) {
    var key = read(body);
    return Map.of("tenant_id", key.tenant.value(), "token_hash", key.token.hex());
  }

  private static Json sortedOrNull(@Nullable Collection<? extends Identifier> identifiers) {
    return identifiers == null ? Json.NULL : IdentifierJson.sorted(identifiers);
  }
}
