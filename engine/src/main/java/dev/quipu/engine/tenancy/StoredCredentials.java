package dev.quipu.engine.tenancy;

import dev.quipu.engine.access.Credentials;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.access.Caller;
import dev.quipu.model.access.Grant;
import dev.quipu.model.failure.Unauthenticated;
import dev.quipu.model.id.KeyId;
import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.platform.ApiKey;
import dev.quipu.model.platform.Tenant;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Finds the caller behind a token in the platform's views.
///
/// What was found is kept while the platform log has not moved: a revoked key is refused by the
/// very next request.
public final class StoredCredentials implements Credentials {

  private static final int MAX_KEPT = 10_000;
  private static final Principal TENANT_ADMIN = new Principal(Principal.Kind.USER, "user_admin");
  private static final Principal OPERATOR = new Principal(Principal.Kind.USER, "admin");

  private final Storage storage;
  private final InstantSource clock;
  private final Hash operatorToken;
  private final LastUse lastUse;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Hash, Holding> kept = new LinkedHashMap<>();
  private LogPosition keptAt = LogPosition.START;

  /// @param expiresAt null = never
  private record Holding(Caller caller, @Nullable Instant expiresAt) {}

  public StoredCredentials(
      Storage storage, InstantSource clock, Hash operatorToken, LastUse lastUse) {
    this.storage = storage;
    this.clock = clock;
    this.operatorToken = operatorToken;
    this.lastUse = lastUse;
  }

  @Override
  public Caller callerOf(String token) {
    var hash = Tokens.hash(token);
    var now = clock.instant();
    var holding = find(hash);
    if (holding == null || isOver(holding.expiresAt(), now)) {
      throw new Unauthenticated();
    }
    lastUse.note(holding.caller().tenant(), now);
    return holding.caller();
  }

  @Override
  public Caller operatorOf(String token) {
    if (!operatorToken.equals(Tokens.hash(token))) {
      throw new Unauthenticated();
    }
    return operator();
  }

  static Caller operator() {
    return caller(TenantId.PLATFORM, new KeyId("key_operator"), OPERATOR, null);
  }

  private @Nullable Holding find(Hash token) {
    try (var view = PlatformView.latest(storage)) {
      lock.lock();
      try {
        if (!view.position().equals(keptAt)) {
          kept.clear();
          keptAt = view.position();
        }
        var known = kept.get(token);
        if (known != null) {
          return known;
        }
      } finally {
        lock.unlock();
      }
      var found = lookUp(token, view);
      if (found != null) {
        keep(token, found, view.position());
      }
      return found;
    }
  }

  private void keep(Hash token, Holding holding, LogPosition position) {
    lock.lock();
    try {
      if (position.equals(keptAt) && kept.size() < MAX_KEPT) {
        kept.put(token, holding);
      }
    } finally {
      lock.unlock();
    }
  }

  private static @Nullable Holding lookUp(Hash token, PlatformView view) {
    var tenant = view.tenantWith("token_hash", token.hex());
    if (tenant != null) {
      return tenant.disabled() || !tenant.token().equals(token) ? null : tenantAdmin(tenant);
    }
    var key = view.keyWithToken(token.hex());
    if (key == null || !key.token().equals(token)) {
      return null;
    }
    var owner = view.tenant(key.tenant());
    return owner == null || owner.disabled() ? null : holder(key, owner);
  }

  private static Holding tenantAdmin(Tenant tenant) {
    var caller = caller(tenant.id(), new KeyId("key_tenant"), TENANT_ADMIN, tenant);
    return new Holding(caller, null);
  }

  private static Holding holder(ApiKey key, Tenant tenant) {
    var visibility = tenant.defaultVisibility();
    var caller = key.caller(Set.of(), visibility == null ? null : visibility.visibility());
    return new Holding(caller, key.holder().expiresAt());
  }

  private static Caller caller(
      TenantId tenant, KeyId key, Principal principal, @Nullable Tenant settings) {
    var visibility = settings == null ? null : settings.defaultVisibility();
    return new Caller(
        tenant,
        key,
        principal,
        null,
        Set.of(),
        Set.of(),
        null,
        null,
        Set.of(),
        EnumSet.allOf(Grant.class),
        visibility == null ? null : visibility.visibility());
  }

  private static boolean isOver(@Nullable Instant expiresAt, Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }
}
