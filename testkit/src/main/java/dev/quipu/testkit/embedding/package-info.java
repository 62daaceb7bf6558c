/// What every embedder is measured by.
///
/// Takes a way to open an embedder, gives the tests of the port's promises. Promises that the
/// embedder by words, which stands in for a model, passes them too. May depend on the engine and
/// the test libraries; start reading at [EmbedderContract].
@NullMarked
package dev.quipu.testkit.embedding;

import org.jspecify.annotations.NullMarked;
