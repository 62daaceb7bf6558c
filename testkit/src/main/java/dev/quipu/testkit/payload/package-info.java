/// Random payloads, and what an engine makes of them.
///
/// Takes a seed, gives payloads; takes an engine, gives all that callers see of its entities,
/// without what depends on when something was told. Promises the same for the same seed. May know
/// the engine and the built-in capabilities; start reading at [PayloadTale].
@NullMarked
package dev.quipu.testkit.payload;

import org.jspecify.annotations.NullMarked;
