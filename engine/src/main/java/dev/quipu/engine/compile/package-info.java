/// The rules: what is accepted, and what follows from it. Pure.
///
/// Takes a command or a recorded event, with facts; gives a decision, or changes to the views.
/// Promises that nothing here knows a clock, chance or a store, so that replay arrives at the same
/// rows. May depend on `model`; start reading at [Decide], then [Evolve].
@NullMarked
package dev.quipu.engine.compile;

import org.jspecify.annotations.NullMarked;
