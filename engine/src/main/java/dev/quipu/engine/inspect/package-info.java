/// Reading what is there: objects, their versions and edges, events, at any point of the two
/// clocks.
///
/// Takes a `Caller` and what to read, gives values with the point in time they were read at.
/// Promises that each object returned has passed the access rule twice: compiled in the store, and
/// as written, here. May depend on `access`, `storage` and `coordinate`; start reading at
/// [Inspect], for what is joined by edges at [Graph].
@NullMarked
package dev.quipu.engine.inspect;

import org.jspecify.annotations.NullMarked;
