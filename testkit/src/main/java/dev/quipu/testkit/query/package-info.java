/// Questions by words and meaning, put to an engine in memory over any index.
///
/// Takes a [dev.quipu.engine.index.SearchIndex], gives findings as failed assertions. Promises that
/// vectors follow the words at once, unless a test lets them rest. May depend on `engine`, `model`
/// and the other packages of the kit; start reading at [MeaningContract].
@NullMarked
package dev.quipu.testkit.query;

import org.jspecify.annotations.NullMarked;
