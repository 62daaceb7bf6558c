/// The log and the views made from it, changed in one transaction, read under a scope.
///
/// Takes units of work and read scopes, gives fates and snapshots. Promises what [Storage] lists.
/// May depend on `model` and `access`; start reading at [Storage].
@NullMarked
package dev.quipu.engine.storage;

import org.jspecify.annotations.NullMarked;
