/// What a caller may read, as a value that every reading port demands.
///
/// Takes a `Caller` (and, through [Credentials], a token), gives a [ReadScope]. Promises that there
/// is no reading without one. May depend on `model`; start reading at [ReadScope].
@NullMarked
package dev.quipu.engine.access;

import org.jspecify.annotations.NullMarked;
