/// Tenants and keys: what the platform log is about.
///
/// Takes bodies of the platform's objects, gives typed records, and both ways. Promises that no
/// token is ever in them, only its hash. May depend on `model.id`, `model.access`, `model.json`;
/// start reading at [Tenant].
@NullMarked
package dev.quipu.model.platform;

import org.jspecify.annotations.NullMarked;
