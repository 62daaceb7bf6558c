/// How well questions are answered.
///
/// Takes a folder with turns and questions, gives scores by category, a run file, and how long
/// answers took. [RetrievalBench] knows the public API only: everything goes over HTTP; start
/// reading there. [AblationBench] asks the engine itself, to leave parts of the ranking out.
@NullMarked
package dev.quipu.bench.retrieval;

import org.jspecify.annotations.NullMarked;
