package dev.quipu.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.model.log.Hash;

/// A model that comes with the program, and how it wants to be asked.
public enum LocalModel {
  /// For retrieval; wants questions told from documents.
  BGE_SMALL(
      "bge-small-en-v1.5-q",
      "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
      "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
      Pooling.FIRST,
      "Represent this sentence for searching relevant passages: ",
      512),
  /// Twice as fast, somewhat less good; was trained on shorter texts than it could take.
  MINILM(
      "all-minilm-l6-v2-q",
      "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
      "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
      Pooling.MEAN,
      "",
      256);

  /// What of the output for each token makes the vector of the text.
  enum Pooling {
    /// The output for the token before the text, which was trained to stand for all of it.
    FIRST,
    MEAN
  }

  static final int DIMENSION = 384;

  /// `[CLS]` and `[SEP]`, which are put around every text.
  static final int FRAME = 2;

  private final String title;
  private final String network;
  private final String vocabulary;
  private final Pooling pooling;
  private final String questionPrefix;
  private final int maxTokens;

  LocalModel(
      String title,
      String network,
      String vocabulary,
      Pooling pooling,
      String questionPrefix,
      int maxTokens) {
    this.title = title;
    this.network = network;
    this.vocabulary = vocabulary;
    this.pooling = pooling;
    this.questionPrefix = questionPrefix;
    this.maxTokens = maxTokens;
  }

  /// The name that it goes by.
  public String title() {
    return title;
  }

  EmbeddingModel model() {
    var whole = String.join("\n", network, vocabulary, pooling.name(), questionPrefix);
    return new EmbeddingModel(
        title, Hash.of(whole.getBytes(UTF_8)).hex(), DIMENSION, maxTokens - FRAME);
  }

  ModelFile network() {
    return new ModelFile(title + ".onnx", Hash.ofHex(network));
  }

  ModelFile vocabulary() {
    return new ModelFile(title + "-tokenizer.json", Hash.ofHex(vocabulary));
  }

  Pooling pooling() {
    return pooling;
  }

  String questionPrefix() {
    return questionPrefix;
  }

  /// One file of a model.
  ///
  /// @param name in the jar and in a folder
  /// @param digest of its bytes: a network that somebody has altered is never run
  record ModelFile(String name, Hash digest) {}
}
