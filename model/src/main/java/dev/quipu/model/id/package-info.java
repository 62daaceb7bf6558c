/// Names of things: typed identifiers, object types and references.
///
/// Takes text from outside, gives values that cannot be mixed up or malformed. Promises that every
/// identifier that exists has passed [Identifier#checked]. May depend on `model.json` and
/// `model.failure`; start reading at [Identifier].
@NullMarked
package dev.quipu.model.id;

import org.jspecify.annotations.NullMarked;
