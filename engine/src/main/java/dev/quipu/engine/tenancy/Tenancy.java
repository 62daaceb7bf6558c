package dev.quipu.engine.tenancy;

import dev.quipu.engine.compile.Command;
import dev.quipu.engine.ingest.Chance;
import dev.quipu.engine.ingest.Ingest;
import dev.quipu.engine.ingest.Retry;
import dev.quipu.engine.ingest.Submission;
import dev.quipu.engine.inspect.AuditTrail;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.failure.NotFound;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.ObjectRef;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Receipt;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.DefaultVisibility;
import dev.quipu.model.platform.Tenant;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tenants and keys. Operators' methods take the operator as caller, the others a tenant's admin.
/// Thread-safe.
public final class Tenancy implements AuditTrail {

  private final Storage storage;
  private final Ingest ingest;
  private final Chance chance;
  private final LastUse lastUse;
  private final Erasure erasure;

  public Tenancy(Storage storage, Ingest ingest, Chance chance, LastUse lastUse, Erasure erasure) {
    this.storage = storage;
    this.ingest = ingest;
    this.chance = chance;
    this.lastUse = lastUse;
    this.erasure = erasure;
  }

  /// Something new with the token that opens it. Null when the making was a repetition: the token
  /// was shown the first time and is not kept.
  public record WithToken<T>(T value, @Nullable String token) {}

  /// A tenant with its telemetry.
  ///
  /// @param lastUsedAt null if never
  public record TenantUse(Tenant tenant, @Nullable Instant lastUsedAt) {}

  public WithToken<TenantUse> createTenant(
      Caller operator,
      String name,
      @Nullable TenantId id,
      @Nullable DefaultVisibility defaultVisibility,
      Hash request,
      @Nullable Retry retry) {
    var token = Tokens.fresh(Tokens.TENANT_PREFIX, chance);
    var command = new Command.CreateTenant(name, id, defaultVisibility, Tokens.hash(token));
    var receipt = ingest.submit(operator, new Submission(command, request), retry);
    return new WithToken<>(tenantOf(receipt), shownOnce(token, receipt));
  }

  public List<TenantUse> tenants() {
    var used = lastUse.all();
    try (var view = PlatformView.latest(storage)) {
      return view.tenants().stream()
          .map(tenant -> new TenantUse(tenant, used.get(tenant.id())))
          .toList();
    }
  }

  /// Everything that has a log or should have one: the platform, the tenants, and those that were
  /// deleted, whose chains still hold.
  ///
  /// Asked of the platform and of the storage, since what is wrong with either must not hide a log
  /// from those who look for it.
  public List<TenantId> logs() {
    var logs = new LinkedHashSet<>(List.of(TenantId.PLATFORM));
    try (var view = PlatformView.latest(storage)) {
      view.tenants().forEach(tenant -> logs.add(tenant.id()));
      view.deletedTenants().forEach(logs::add);
    } catch (Corrupt e) {
      // Verifying the platform's log, which is among these, says what and where.
    }
    logs.addAll(storage.tenants());
    return List.copyOf(logs);
  }

  public TenantUse tenant(long number) {
    try (var view = PlatformView.latest(storage)) {
      var tenant = view.tenantWith("number", Long.toString(number));
      if (tenant == null) {
        throw new NotFound("tenant.not_found", "tenant not found");
      }
      return new TenantUse(tenant, lastUse.of(tenant.id()));
    }
  }

  public TenantUse changeTenant(Caller operator, Command.ChangeTenant change) {
    return tenantOf(submit(operator, change));
  }

  public WithToken<TenantUse> rotateToken(
      Caller operator, long number, Hash request, @Nullable Retry retry) {
    var token = Tokens.fresh(Tokens.TENANT_PREFIX, chance);
    var command = new Command.RotateTenantToken(number, Tokens.hash(token));
    var receipt = ingest.submit(operator, new Submission(command, request), retry);
    return new WithToken<>(tenantOf(receipt), shownOnce(token, receipt));
  }

  /// Ends a tenant. Its tokens are dead and it is absent when this returns; its bytes are erased
  /// soon after.
  public void deleteTenant(Caller operator, long number) {
    var receipt = submit(operator, new Command.DeleteTenant(number));
    erasure.begin(new TenantId(receipt.objects().getFirst().object().id()));
  }

  /// Tenants that were ended, oldest first.
  public List<Deletion> deletions() {
    try (var view = PlatformView.latest(storage)) {
      return Deletion.in(view);
    }
  }

  public WithToken<ApiKey> createKey(
      Caller admin, ApiKey.Holder holder, Hash request, @Nullable Retry retry) {
    var token = Tokens.fresh(Tokens.KEY_PREFIX, chance);
    var command = new Command.CreateKey(holder, Tokens.hash(token));
    var receipt = ingest.submit(admin, new Submission(command, request), retry);
    try (var view = PlatformView.after(storage, receipt)) {
      var key = view.key(new KeyId(madeBy(receipt).id()));
      if (key == null) {
        throw keyNotFound();
      }
      return new WithToken<>(key, shownOnce(token, receipt));
    }
  }

  /// A tenant's keys, oldest first.
  public List<ApiKey> keys(Caller admin) {
    admin.require(Grant.ADMIN);
    try (var view = PlatformView.latest(storage)) {
      return view.keysOf(admin.tenant());
    }
  }

  public ApiKey key(Caller admin, KeyId id) {
    admin.require(Grant.ADMIN);
    try (var view = PlatformView.latest(storage)) {
      var key = view.key(id);
      if (key == null || !key.tenant().equals(admin.tenant())) {
        throw keyNotFound();
      }
      return key;
    }
  }

  public void revokeKey(Caller admin, KeyId id) {
    submit(admin, new Command.RevokeKey(id));
  }

  /// Admin acts, newest first: entries of the platform log.
  ///
  /// @param before only those at lower positions; null = from the newest
  public List<LogEntry> audit(@Nullable LogPosition before, int limit) {
    try (var view = PlatformView.latest(storage)) {
      return view.entries(Map.of(), before == null ? LogPosition.FOREVER : before, limit);
    }
  }

  @Override
  public void adminRead(Caller admin, String what) {
    submit(admin, new Command.NoteAdminRead(what));
  }

  private Receipt submit(Caller caller, Command command) {
    return ingest.submit(caller, new Submission(command, Hash.ZERO), null);
  }

  private TenantUse tenantOf(Receipt receipt) {
    try (var view = PlatformView.after(storage, receipt)) {
      var tenant = view.tenant(new TenantId(madeBy(receipt).id()));
      if (tenant == null) {
        throw new NotFound("tenant.not_found", "tenant not found");
      }
      return new TenantUse(tenant, lastUse.of(tenant.id()));
    }
  }

  private static ObjectRef madeBy(Receipt receipt) {
    return receipt.objects().getFirst().object();
  }

  private static @Nullable String shownOnce(String token, Receipt receipt) {
    return receipt.status() == Receipt.Status.ACCEPTED ? token : null;
  }

  private static NotFound keyNotFound() {
    return new NotFound("key.not_found", "there is no key with this id");
  }
}
