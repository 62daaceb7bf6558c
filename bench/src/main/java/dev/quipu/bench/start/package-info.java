/// How long it takes from the command to the first answer, against a server that does nothing.
///
/// Takes a built tree, gives a ratio. Promises that both start in turns, in processes of their own,
/// each with an AOT cache. May know Helidon, for the empty server; start reading at [StartBench].
@NullMarked
package dev.quipu.bench.start;

import org.jspecify.annotations.NullMarked;
