package dev.quipu.engine.compile;

import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.Grant;
import dev.quipu.model.access.Visibility;
import dev.quipu.model.failure.Conflict;
import dev.quipu.model.failure.Forbidden;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.ObjectType;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EventType;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.Tenant;
import dev.quipu.model.view.FactKey.CounterOf;
import dev.quipu.model.view.FactKey.FirstWith;
import dev.quipu.model.view.FactKey.ObjectOf;
import dev.quipu.model.view.FactKey.TombstoneOn;
import dev.quipu.model.view.FactKey.VersionOf;
import dev.quipu.model.view.Facts;
import org.jspecify.annotations.Nullable;

/// Accepts acts on tenants and keys. Their events carry `before` and `after` for the audit, with
/// hashes of tokens, never tokens.
final class PlatformDecisions {

  Decision decide(Caller caller, Command.OfPlatform command, Stamp stamp, Facts facts) {
    refuseFromDeleted(caller, facts);
    return switch (command) {
      case Command.CreateTenant create -> createTenant(caller, create, stamp, facts);
      case Command.ChangeTenant change -> {
        requireOperator(caller);
        var tenant = tenant(change.number(), facts);
        var changed = tenant.value();
        changed = change.name() == null ? changed : changed.withName(change.name());
        changed = change.disabled() == null ? changed : changed.withDisabled(change.disabled());
        changed =
            change.defaultVisibility() == null
                ? changed
                : changed.withDefaultVisibility(change.defaultVisibility());
        yield changeTenant(caller, "update_tenant", tenant, changed, stamp);
      }
      case Command.RotateTenantToken rotate -> {
        requireOperator(caller);
        var tenant = tenant(rotate.number(), facts);
        yield changeTenant(
            caller, "rotate_tenant_token", tenant, tenant.value().withToken(rotate.token()), stamp);
      }
      case Command.DeleteTenant delete -> {
        requireOperator(caller);
        var tenant = tenant(delete.number(), facts);
        yield accepted(
            caller,
            "delete_tenant",
            new ObjectAct.Delete(tenant.ref()).toPayload().with("before", tenant.value().toJson()),
            stamp);
      }
      case Command.CertifyErasure erased ->
          accepted(
              caller,
              "tenant_erased",
              JsonObject.of(
                  "tenant_id", Json.of(erased.tenant().value()),
                  "entries", Json.of(erased.entries()),
                  "head_hash", Json.of(erased.head().hex())),
              stamp);
      case Command.CreateKey create -> createKey(caller, create, stamp);
      case Command.RevokeKey revoke -> revokeKey(caller, revoke, stamp, facts);
      case Command.NoteAdminRead read ->
          accepted(
              caller,
              "admin_read",
              JsonObject.of(
                  "tenant_id", Json.of(caller.tenant().value()), "what", Json.of(read.what())),
              stamp);
    };
  }

  private static Decision createTenant(
      Caller caller, Command.CreateTenant command, Stamp stamp, Facts facts) {
    requireOperator(caller);
    var id = command.tenant() == null ? new TenantId("t_" + stamp.freshId()) : command.tenant();
    var ref = new ObjectRef(ObjectType.TENANT, id.value());
    if (id.equals(TenantId.PLATFORM) || facts.find(new ObjectOf(ref)) != null) {
      throw new Conflict(
          "tenant.id_taken",
          "the tenant id " + id + " is taken",
          "choose another, or leave it out");
    }
    var counter = facts.find(new CounterOf(ObjectType.TENANT));
    long number = counter == null ? 1 : counter.last() + 1;
    var tenant =
        new Tenant(
            id,
            number,
            command.name(),
            false,
            command.token(),
            stamp.visibleTime(),
            command.defaultVisibility());
    var act = new ObjectAct.Create(ref, tenant.toJson(), stamp.visibleTime());
    return accepted(
        caller, "create_tenant", act.toPayload().with("number", Json.of(number)), stamp);
  }

  private static Decision changeTenant(
      Caller caller, String action, Found<Tenant> tenant, Tenant changed, Stamp stamp) {
    var act =
        new ObjectAct.Change(
            tenant.ref(), tenant.version() + 1, changed.toJson(), stamp.visibleTime());
    return accepted(caller, action, act.toPayload().with("before", tenant.value().toJson()), stamp);
  }

  private static Decision createKey(Caller caller, Command.CreateKey command, Stamp stamp) {
    caller.require(Grant.ADMIN);
    var holder = command.holder();
    var mine = caller.workspaces();
    var asked = holder.workspaces();
    if (mine != null && (asked == null || !mine.containsAll(asked))) {
      throw new Forbidden(
          "workspace.closed",
          "this key is bound to workspaces and can make keys for those only",
          "name some of them in workspace_ids");
    }
    var key =
        new ApiKey(
            new KeyId("key_" + stamp.freshId()),
            caller.tenant(),
            holder,
            command.token(),
            stamp.visibleTime());
    var ref = new ObjectRef(ObjectType.KEY, key.id().value());
    return accepted(
        caller,
        "create_key",
        new ObjectAct.Create(ref, key.toJson(), stamp.visibleTime()).toPayload(),
        stamp);
  }

  private static Decision revokeKey(
      Caller caller, Command.RevokeKey command, Stamp stamp, Facts facts) {
    caller.require(Grant.ADMIN);
    var found = find(new ObjectRef(ObjectType.KEY, command.key().value()), facts);
    if (found == null || !ApiKey.read(found.body()).tenant().equals(caller.tenant())) {
      throw new NotFound("key.not_found", "there is no key with this id");
    }
    return accepted(
        caller,
        "revoke_key",
        new ObjectAct.Delete(found.ref()).toPayload().with("before", found.body()),
        stamp);
  }

  /// Whoever came in before its tenant was deleted is a stranger now.
  private static void refuseFromDeleted(Caller caller, Facts facts) {
    var tenant = new ObjectRef(ObjectType.TENANT, caller.tenant().value());
    if (facts.find(new TombstoneOn(tenant)) != null) {
      throw new Unauthenticated();
    }
  }

  /// Only the operator acts on tenants. A tenant's own admin does not know that there are others.
  private static void requireOperator(Caller caller) {
    if (!caller.tenant().equals(TenantId.PLATFORM)) {
      throw new IllegalStateException("a tenant's caller reached an operator's act");
    }
  }

  private static Found<Tenant> tenant(long number, Facts facts) {
    var ref = facts.find(new FirstWith(ObjectType.TENANT, "number", Long.toString(number)));
    var found = ref == null ? null : find(ref, facts);
    if (found == null) {
      throw new NotFound("tenant.not_found", "tenant not found");
    }
    return new Found<>(found.ref(), found.version(), Tenant.read(found.body()));
  }

  private record Found<T>(ObjectRef ref, int version, T value) {}

  private record FoundBody(ObjectRef ref, int version, JsonObject body) {}

  /// The latest version of an object that is not deleted.
  private static @Nullable FoundBody find(ObjectRef ref, Facts facts) {
    var object = facts.find(new ObjectOf(ref));
    if (object == null || facts.find(new TombstoneOn(ref)) != null) {
      return null;
    }
    var version = facts.find(new VersionOf(ref, object.latestVersion()));
    return version == null ? null : new FoundBody(ref, object.latestVersion(), version.body());
  }

  private static Decision accepted(Caller caller, String action, JsonObject payload, Stamp stamp) {
    var type = new EventType(EventType.RESERVED_PREFIX + action);
    var envelope = Envelope.of(caller.principal(), new Visibility.OwnerOnly());
    var event =
        new OwnEvent(
            TenantId.PLATFORM, type, null, null, payload, caller.tenant().value(), envelope);
    return new Decision.Accepted(event.by(caller, stamp));
  }
}
