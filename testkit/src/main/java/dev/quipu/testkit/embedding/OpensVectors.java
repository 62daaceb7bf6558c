package dev.quipu.testkit.embedding;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.TextHash;
import dev.quipu.engine.embedding.VectorStore;
import dev.quipu.model.id.TenantId;

/// How the tests of a contract come by what they test.
public interface OpensVectors {

  /// Opens the store under test, which is empty at first. Opening it again finds what was put
  /// before, unless it is told of another log.
  VectorStore openVectors(String logId);

  /// Spoils what is kept of a text, behind the store's back.
  void damage(TenantId tenant, EmbeddingModel model, TextHash text);
}
