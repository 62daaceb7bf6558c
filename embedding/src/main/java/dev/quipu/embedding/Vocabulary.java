package dev.quipu.embedding;

import dev.quipu.engine.embedding.EmbeddingFailure;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The vocabulary of a model, out of the `tokenizer.json` that comes with it. What else that file
/// says, such as to cut texts off at 128 tokens, is not followed.
final class Vocabulary {

  private Vocabulary() {}

  static Map<String, Integer> read(Path file) throws EmbeddingFailure {
    try {
      var model = new JsonReader().readObject(Files.readAllBytes(file)).object("model");
      var vocabulary = model == null ? null : model.object("vocab");
      if (vocabulary == null) {
        throw broken(file, null);
      }
      return ids(vocabulary);
    } catch (IOException | MemoryException | ClassCastException | ArithmeticException e) {
      throw broken(file, e);
    }
  }

  private static Map<String, Integer> ids(JsonObject vocabulary) {
    var ids = HashMap.<String, Integer>newHashMap(vocabulary.members().size());
    vocabulary
        .members()
        .forEach((piece, id) -> ids.put(piece, Math.toIntExact(((JsonNumber) id).asLong())));
    return ids;
  }

  private static EmbeddingFailure broken(Path file, @Nullable Exception e) {
    return new EmbeddingFailure.Permanent(
        "The vocabulary of the model cannot be read.",
        "It is " + file + ".",
        "Put the one in its place that the model has.",
        e);
  }
}
