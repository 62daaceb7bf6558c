package dev.quipu.engine.embedding;

import dev.quipu.model.id.TenantId;
import dev.quipu.model.log.LogPosition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Says by which vectors questions are answered, and turns questions into vectors. Thread-safe.
public interface Meanings {

  /// Of a server without any model: all is answered by words.
  Meanings NONE =
      new Meanings() {
        @Override
        public @Nullable EmbeddingModel serving(TenantId tenant) {
          return null;
        }

        @Override
        public @Nullable Vector question(EmbeddingModel model, String text) {
          return null;
        }

        @Override
        public boolean await(TenantId tenant, LogPosition position, Duration atMost) {
          return false;
        }
      };

  /// The model whose vectors answer for a tenant at this moment; null if words alone do.
  @Nullable EmbeddingModel serving(TenantId tenant);

  /// What a question looks like to a model; null if that cannot be had at this moment, or the
  /// question has nothing in it that the model knows: then it is answered by words alone.
  @Nullable Vector question(EmbeddingModel model, String text);

  /// What share of a question a model has learnt to understand, from 0 to 1. Models that we have
  /// are of English, which is written in Latin letters; whoever has others says so.
  default double knows(EmbeddingModel model, String text) {
    return LatinShare.of(text);
  }

  /// Waits until the vectors that answer for a tenant have come to a position. Returns whether they
  /// have, in time; false at once if there is no model.
  boolean await(TenantId tenant, LogPosition position, Duration atMost) throws InterruptedException;
}
