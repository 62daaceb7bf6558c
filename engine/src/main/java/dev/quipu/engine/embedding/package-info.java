/// What turns texts into vectors, and how long texts are cut for it.
///
/// Takes texts, gives vectors of unit length, of one model and dimension. Promises what [Embedder]
/// lists. Knows nothing but the JDK and the model. Start reading at [Embedder], then [Passages].
@NullMarked
package dev.quipu.engine.embedding;

import org.jspecify.annotations.NullMarked;
