/// Who may see what: one rule, and the tokens it compiles to.
///
/// Takes a [Caller] and what an object shows of itself, gives a verdict. Promises that the rule,
/// the tokens and every engine's filter agree (property-tested). May depend on `model.id` and
/// `model.json`; start reading at [AccessRule].
@NullMarked
package dev.quipu.model.access;

import org.jspecify.annotations.NullMarked;
