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
        public double knows(EmbeddingModel model, String text) {
          return 0;
        }

        @Override
        public boolean await(TenantId tenant, LogPosition position, Duration atMost) {
          return false;
        }
      };

  /// The model whose vectors answer for a tenant at this moment; null if words alone do.
  @Nullable EmbeddingModel serving(TenantId tenant);

  /// The model that a tenant's vectors are of, though it may not be ready to answer; null if there
  /// are none, or the server has no model.
  default @Nullable EmbeddingModel made(TenantId tenant) {
    return null;
  }

  /// Waits until it is decided which model answers for a tenant, if any does: after a start, models
  /// are first made ready, and who asks meanwhile is to get no other answer than who asks later.
  /// Returns whether it is, in time; at once if there is nothing to wait for.
  default boolean settle(TenantId tenant, Duration atMost) throws InterruptedException {
    return true;
  }

  /// Why [#serving] has no model for a tenant.
  default Absence absence(TenantId tenant) {
    return Absence.NONE;
  }

  /// Why no model answers.
  enum Absence {
    /// There is none.
    NONE,
    /// It is not ready, or has made nothing of the tenant's.
    NOT_YET,
    /// It cannot be had, and is tried again.
    FAILED
  }

  /// Whether a model of this name is not ready, but is to answer for a tenant once it is: what it
  /// has ranked before cannot be ranked again now, but is not gone.
  default boolean isExpected(TenantId tenant, String model) {
    return false;
  }

  /// What a question looks like to a model; null if that cannot be had at this moment, or the
  /// question has nothing in it that the model knows: then it is answered by words alone.
  @Nullable Vector question(EmbeddingModel model, String text);

  /// What share of a question a model has learnt to understand, from 0 to 1.
  double knows(EmbeddingModel model, String text);

  /// How many numbers the vectors of a model have; 0 if that is not known, or there is no such
  /// model.
  default int dimension(String name) {
    return 0;
  }

  /// Waits until the vectors that answer for a tenant have come to a position. Returns whether they
  /// have, in time; false at once if there is no model.
  boolean await(TenantId tenant, LogPosition position, Duration atMost) throws InterruptedException;
}
