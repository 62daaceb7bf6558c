/// The fields of the canonical objects, each listed once.
///
/// Takes what a caller sent for an object, gives a complete body with exactly the seed's fields.
/// Promises that validation, defaults, list filters and the API description all come from these
/// tables. May depend on `model.id` and `model.json`; start reading at [ObjectSchema].
@NullMarked
package dev.quipu.model.object;

import org.jspecify.annotations.NullMarked;
