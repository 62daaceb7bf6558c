/// Tenants and keys: making them, ending them, and proving who holds one.
///
/// Takes operators' and admins' wishes and tokens, gives tenants, keys and `Caller`s. Promises that
/// tokens are kept as hashes only, that every act is an entry of the platform log, and that a
/// deleted tenant's bytes are erased even if the process dies in between. May depend on `access`,
/// `compile`, `storage`, `coordinate`, `ingest`, `inspect`; start reading at [Tenancy].
@NullMarked
package dev.quipu.engine.tenancy;

import org.jspecify.annotations.NullMarked;
