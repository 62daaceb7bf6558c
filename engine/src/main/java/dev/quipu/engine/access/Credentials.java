package dev.quipu.engine.access;

import dev.quipu.model.access.Caller;

/// Proves identities.
///
/// Promises: a token that is missing, unknown, expired, revoked, rotated or of a disabled tenant
/// fails in one and the same way; what a key may do is as of the last committed change to it.
public interface Credentials {

  /// The caller behind a tenant's or key's token.
  Caller callerOf(String token);

  /// The operator behind the admin token.
  Caller operatorOf(String token);
}
