/// Figures about the running server, for operators.
///
/// Takes what the commit path and the doors report, gives Prometheus text. Promises to cost the
/// reporting thread next to nothing and to name no tenant. May depend on `engine.ingest`; start
/// reading at [Metrics].
@NullMarked
package dev.quipu.server.metrics;

import org.jspecify.annotations.NullMarked;
