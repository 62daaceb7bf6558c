/// What a write costs, against a bare loop over the same rows.
///
/// Takes sizes, gives figures. Promises that both sides of a ratio come from one run, in turns, on
/// one disk. May know every module; start reading at [IngestBench].
@NullMarked
package dev.quipu.bench.ingest;

import org.jspecify.annotations.NullMarked;
