/// What turns texts into vectors, how long texts are cut for it, and where vectors are kept.
///
/// Takes texts, gives vectors of unit length, of one model and dimension. Promises what [Embedder]
/// and [VectorStore] list. Knows nothing but the JDK and the model. Start reading at
/// [EmbeddedTexts], which puts all of it together.
@NullMarked
package dev.quipu.engine.embedding;

import org.jspecify.annotations.NullMarked;
