/// How well questions are answered.
///
/// Takes a folder with turns and questions, gives scores by category, a run file, and how long
/// answers took. May know the public API only: everything goes over HTTP. Start reading at
/// [RetrievalBench].
@NullMarked
package dev.quipu.bench.retrieval;

import org.jspecify.annotations.NullMarked;
