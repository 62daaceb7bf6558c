package dev.quipu.lucene;

import dev.quipu.engine.index.Generation;
import dev.quipu.engine.index.IndexDocument;
import dev.quipu.model.id.TenantId;

/// One filling of a tenant's index of words.
final class LuceneGeneration extends LuceneFilling<IndexDocument> implements Generation {

  LuceneGeneration(Workshop workshop, TenantId tenant, Home.Place place) {
    super(workshop, tenant, new WordLayout(), place);
  }
}
