package dev.quipu.server.rest;

import dev.quipu.embedding.LocalModel;
import dev.quipu.server.config.EmbedderConfig;

/// In which ways a server finds things. What is promised of answers holds in each of them.
enum Finding {
  BY_WORDS,
  /// And by their words, with a real model; whoever asks waits for the vectors.
  BY_MEANING;

  EmbedderConfig embedder() {
    return switch (this) {
      case BY_WORDS -> new EmbedderConfig.None();
      case BY_MEANING -> new EmbedderConfig.Local(LocalModel.MINILM, null);
    };
  }

  /// What a question says behind all else.
  String waiting() {
    return switch (this) {
      case BY_WORDS -> "";
      case BY_MEANING -> ",'wait_for':'vectors'";
    };
  }

  /// What the answer to a question in words says of vectors.
  String use() {
    return switch (this) {
      case BY_WORDS -> "none";
      case BY_MEANING -> "used";
    };
  }
}
