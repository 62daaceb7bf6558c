package dev.quipu.engine.storage;

import dev.quipu.model.id.Principal;
import dev.quipu.model.id.TenantId;

/// Under what a write is remembered so that a retry does not repeat it.
///
/// @param tenant the caller's, which is not always the tenant whose log is written
/// @param item the place in a batch; 0 for a single write
public record IdempotencyKey(
    TenantId tenant, Principal principal, String route, String key, int item) {}
