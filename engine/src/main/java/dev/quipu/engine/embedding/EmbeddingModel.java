package dev.quipu.engine.embedding;

import static java.util.Comparator.comparing;

import java.util.Comparator;

/// What vectors are comparable with: only those of an equal model are.
///
/// @param name for people, such as `bge-small-en-v1.5-q`
/// @param revision tells models of one name apart: whatever changes a vector changes it, such as
///   the digest of the model's file, of its vocabulary and of how its output is pooled
/// @param dimension how many numbers a vector has
/// @param passageTokens how many tokens a document may have; those that the model adds by itself
///   are not counted
public record EmbeddingModel(String name, String revision, int dimension, int passageTokens) {

  public static final Comparator<EmbeddingModel> BY_NAME =
      comparing(EmbeddingModel::name)
          .thenComparing(EmbeddingModel::revision)
          .thenComparingInt(EmbeddingModel::dimension)
          .thenComparingInt(EmbeddingModel::passageTokens);

  public EmbeddingModel {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a model has a name");
    }
    if (dimension < 1 || passageTokens < 1) {
      throw new IllegalArgumentException(
          "a model has dimensions and takes tokens: " + dimension + ", " + passageTokens);
    }
  }
}
