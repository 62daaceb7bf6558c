/// What a measurement says: figures, the bounds they are held against, a table.
///
/// Takes numbers, gives a verdict. Promises that a figure with a bound decides the exit code.
/// Depends on `wire` for JSON alone; start reading at [Report].
@NullMarked
package dev.quipu.bench.report;

import org.jspecify.annotations.NullMarked;
