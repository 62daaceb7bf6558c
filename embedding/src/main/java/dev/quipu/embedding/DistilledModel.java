package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.model.log.Hash;

/// A model that is a table: a vector for each token, made once from a model that comes with the
/// program. A text costs next to nothing, and no order of words counts.
public enum DistilledModel {
  BGE_SMALL("bge-small-en-v1.5-static", LocalModel.BGE_SMALL);

  private final String title;
  private final LocalModel teacher;

  DistilledModel(String title, LocalModel teacher) {
    this.title = title;
    this.teacher = teacher;
  }

  /// The name that it goes by.
  public String title() {
    return title;
  }

  LocalModel teacher() {
    return teacher;
  }

  EmbeddingModel model() {
    var learnt = teacher.model();
    return new EmbeddingModel(title, revision().hex(), learnt.dimension(), learnt.passageTokens());
  }

  /// Of what it is made from, and how.
  Hash revision() {
    var whole = String.join("\n", teacher.model().revision(), Distillation.RECIPE);
    return Hash.of(whole.getBytes(UTF_8));
  }

  /// What is made in another way has another name, so nobody reads one for the other.
  String fileName() {
    return title + "-" + revision().hex().substring(0, 16) + ".table";
  }
}
