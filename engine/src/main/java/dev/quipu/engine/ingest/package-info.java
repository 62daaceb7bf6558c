/// Writing: commands become events, many callers share one commit.
///
/// Takes a `Caller` and commands, gives receipts. Promises that a receipt goes out only after the
/// commit is durable, and that a refused command leaves nothing. May depend on `access`, `compile`,
/// `storage`, `coordinate`; start reading at [Ingest].
@NullMarked
package dev.quipu.engine.ingest;

import org.jspecify.annotations.NullMarked;
