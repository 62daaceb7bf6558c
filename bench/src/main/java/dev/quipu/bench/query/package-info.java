/// What a question costs: against a bare search of the same index, and with many other tenants.
///
/// Takes words that are spread as in a language, gives ratios. May know the engine, the index's
/// files and the shape of the server's answers; start reading at [QueryBench].
@NullMarked
package dev.quipu.bench.query;

import org.jspecify.annotations.NullMarked;
