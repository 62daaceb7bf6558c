/// Everything that an instance is made of, carried from one storage to another.
///
/// Takes a cut of a storage, or what was written down from one, and pours it into an empty storage.
/// Promises that what comes out has the same logs, views and signatures as what went in, or that
/// the pouring fails; and that memory is bounded, however long the logs are. May depend on
/// `access`, `compile`, `storage`, `blob`, `tenancy` and `materialize`; start reading at [Archive].
@NullMarked
package dev.quipu.engine.archive;

import org.jspecify.annotations.NullMarked;
