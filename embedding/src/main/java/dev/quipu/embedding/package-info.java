/// Texts to vectors: by a model in this process, by a table made from one, or by an endpoint.
///
/// Takes texts, gives vectors. Promises what [dev.quipu.engine.embedding.Embedder] lists. May
/// depend on the engine, on `wire` for JSON, and alone knows the ONNX runtime. Start reading at
/// [OnnxEmbedder], [TableEmbedder] or [HttpEmbedder].
@NullMarked
package dev.quipu.embedding;

import org.jspecify.annotations.NullMarked;
