package dev.quipu.engine.query;

import dev.quipu.engine.embedding.EmbeddingModel;
import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;
import java.util.List;

/// By which vectors an answer was ranked, so that the next page, and whoever checks it, looks at
/// the same.
public sealed interface VectorsPin {

  /// Those of a model, up to a position.
  ///
  /// @param model its name
  /// @param revision that tells it from others of that name
  /// @param position up to which the vectors were looked at
  /// @param question the SHA-256 of the question's vector
  record By(String model, String revision, LogPosition position, Hash question)
      implements VectorsPin {

    static By of(EmbeddingModel model, LogPosition position, Vector question) {
      return new By(model.name(), model.revision(), position, Hash.of(question.bytes()));
    }

    boolean isOf(EmbeddingModel other) {
      return model.equals(other.name()) && revision.equals(other.revision());
    }
  }

  /// Words alone have answered.
  record Without(VectorUse why) implements VectorsPin {}

  /// As it stands in a plan.
  default Json json() {
    return switch (this) {
      case By(var model, var revision, var position, var question) ->
          JsonObject.of(
              "model_id", Json.of(model),
              "revision", Json.of(revision),
              "position", Json.of(position.value()),
              "question", Json.of(question.hex()));
      case Without(var why) -> Json.of(why.wireName());
    };
  }

  /// As it stands in a cursor.
  default List<String> words() {
    return switch (this) {
      case By(var model, var revision, var position, var question) ->
          List.of(model, revision, position.toString(), question.hex());
      case Without(var why) -> List.of(why.name());
    };
  }

  /// Reads what [#words] has written.
  static VectorsPin of(List<String> words) {
    return words.size() == 1
        ? new Without(VectorUse.valueOf(words.getFirst()))
        : new By(
            words.get(0),
            words.get(1),
            new LogPosition(Long.parseLong(words.get(2))),
            Hash.ofHex(words.get(3)));
  }
}
