/// JSON as values: what a body, a payload or an event holds once it has passed the door.
///
/// Takes parsed JSON (module `wire` reads the bytes) → gives immutable values, their RFC 8785
/// canonical bytes, and typed fields with every fault at its pointer. Promises: whatever can be
/// built here has a canonical form that every other implementation agrees on: numbers are finite
/// doubles, text is free of NUL and of lone surrogates. May depend on the JDK and
/// [dev.quipu.model.failure]; start reading at [dev.quipu.model.json.Json].
@NullMarked
package dev.quipu.model.json;

import org.jspecify.annotations.NullMarked;
