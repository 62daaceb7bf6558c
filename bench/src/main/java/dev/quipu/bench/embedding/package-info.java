/// How fast a server makes the vectors of many memories, against the bare model, and what memory it
/// takes.
///
/// Takes a built tree, gives a ratio and megabytes. Promises that the model runs with as many
/// threads in both, one after the other; start reading at [EmbeddingBench].
@NullMarked
package dev.quipu.bench.embedding;

import org.jspecify.annotations.NullMarked;
