/// What every embedder and every store of vectors is measured by.
///
/// Takes a way to open one, gives the tests of the port's promises. Promises that the embedder by
/// words, which stands in for a model, and the store in memory pass them too. May depend on the
/// engine and the test libraries; start reading at [EmbedderContract] or [VectorStoreContract].
@NullMarked
package dev.quipu.testkit.embedding;

import org.jspecify.annotations.NullMarked;
