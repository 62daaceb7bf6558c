package dev.quipu.engine.embedding;

import java.util.List;

/// Turns texts into vectors, so that texts of like meaning lie near each other.
///
/// Every implementation keeps these promises; `EmbedderContract` checks them:
/// - what is embedded has a vector of [#model]'s dimension and of length 1, or a reason why there
///   is none and never will be; in the order of the texts, one for each of the first ones;
/// - a text's vector does not depend on what it is embedded together with, nor on what was embedded
///   before or is being embedded at the same time: vectors are kept by (model, text) and used
///   again;
/// - nothing is cut off: a text of more tokens than a passage may have is [Unembeddable] as a
///   document, so whoever has long texts cuts them first ([Passages]); a question may be of any
///   length;
/// - tokens are counted as [#model]'s limit counts them;
/// - a question that comes while documents are being embedded does not wait for all of them.
///
/// Memory is bounded, however many texts are handed over. Thread-safe.
public interface Embedder extends AutoCloseable {

  EmbeddingModel model();

  /// How many tokens a text has; for a model that we do not have at hand, at least as many as it is
  /// likely to have.
  int tokens(String text);

  /// Vectors of what is to be found: of as many of the texts as are made at once, from the first
  /// one on, and at least of one. The others are to be asked for again, so that what was made can
  /// be kept before a later request fails, and who asks can turn to something else between them.
  ///
  /// @throws EmbeddingFailure if there is nothing to be had for the first of them
  List<Embedded> documents(List<String> texts) throws EmbeddingFailure;

  /// The vector of what is looked for, which many models want told from documents.
  Embedded query(String text) throws EmbeddingFailure;

  @Override
  void close();
}
