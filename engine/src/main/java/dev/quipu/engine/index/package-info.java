/// The index that finds what was written by its words and by its meaning.
///
/// Takes documents made from the log, gives hits under a scope. Promises: see [SearchIndex]. Knows
/// model, access and what a vector is. Start reading at [SearchIndex].
@NullMarked
package dev.quipu.engine.index;

import org.jspecify.annotations.NullMarked;
