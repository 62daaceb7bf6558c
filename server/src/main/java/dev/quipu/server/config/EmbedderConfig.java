package dev.quipu.server.config;

import dev.quipu.embedding.DistilledModel;
import dev.quipu.embedding.Endpoint;
import dev.quipu.embedding.LocalModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What makes vectors.
public sealed interface EmbedderConfig {

  /// Nothing: all is found by words.
  record None() implements EmbedderConfig {}

  /// A model in our own process.
  ///
  /// @param files a folder that has its files; null = they come with the program
  record Local(LocalModel model, @Nullable Path files) implements EmbedderConfig {}

  /// A table that is made from such a model at the first start.
  ///
  /// @param files a folder that has the files of that model; null = they come with the program
  record Distilled(DistilledModel model, @Nullable Path files) implements EmbedderConfig {}

  /// A model behind an endpoint.
  record Remote(Endpoint endpoint) implements EmbedderConfig {}

  /// Reads `bge-small`, `minilm`, `bge-small-static`, `none` or `https://host/v1?model=NAME`.
  ///
  /// @param key of an endpoint; null = none
  /// @param files of a local model; null = those that come with the program
  /// @throws IllegalArgumentException that says what is wrong
  static EmbedderConfig parse(String text, @Nullable String key, @Nullable String files) {
    var folder = files == null ? null : Path.of(files);
    return switch (text) {
      case "none" -> new None();
      case "bge-small" -> new Local(LocalModel.BGE_SMALL, folder);
      case "minilm" -> new Local(LocalModel.MINILM, folder);
      case "bge-small-static" -> new Distilled(DistilledModel.BGE_SMALL, folder);
      default -> {
        if (!text.startsWith("http")) {
          throw new IllegalArgumentException(
              "it is none of `bge-small`, `minilm`, `bge-small-static`, `none`, nor an address such"
                  + " as http://127.0.0.1:11434/v1?model=NAME");
        }
        yield new Remote(Endpoint.parse(text, key == null ? null : new Endpoint.Key(key)));
      }
    };
  }
}
