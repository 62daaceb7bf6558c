/// Making views out of the log again, and proving them equal.
///
/// Takes a tenant's log, gives a filled space or a report. Promises that rebuilding runs the same
/// rules as writing, that the old views serve until the new ones are whole, and that work cut short
/// leaves no trace. Lets the index follow the logs too, words ([Indexing]) and vectors
/// ([Embedding]). May depend on `access`, `compile`, `storage`, `coordinate`, `ingest`,
/// `embedding`, `index`; start reading at [Replay].
@NullMarked
package dev.quipu.engine.materialize;

import org.jspecify.annotations.NullMarked;
