/// The capabilities and schemas that every tenant has, as files.
///
/// Takes nothing, gives values of `model.payload` with examples. Promises that what it gives has
/// passed the same reader as what a tenant registers. May depend on `dev.quipu.wire` and
/// `dev.quipu.model`; start reading at [BuiltIns].
@NullMarked
package dev.quipu.wire.payload;

import org.jspecify.annotations.NullMarked;
