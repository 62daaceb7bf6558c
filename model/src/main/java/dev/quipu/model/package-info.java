/// The words of Quipu as values: ids, events, objects, JSON, the access rule, the hash chain and
/// the failures.
///
/// It takes checked parts and gives immutable values; whatever cannot be right cannot be built. It
/// promises to touch no clock, no chance and no I/O, so that a replay meets the same values. It
/// depends on the JDK and JSpecify only.
@NullMarked
package dev.quipu.model;

import org.jspecify.annotations.NullMarked;
