package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.integer;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.text;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.query.VectorUse;
import dev.quipu.engine.query.VectorsPin;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogPosition;

/// Reads by which vectors an answer was ranked: `vectors` of a plan.
final class PinReader {

  private static final String NAME = "vectors";

  /// For the API's description: a word, or what they are by.
  static final JsonObject SCHEMA = Schemas.anyOf(Schemas.TEXT, Schemas.ANY_OBJECT);

  private static final int MAX_WORD = 1_000;
  private static final long MAX_INTEGER = 1L << 53;

  private static final Shape<VectorsPin> BY =
      object(
          fields -> {
            var model = fields.required("model_id", text(1, MAX_WORD));
            var revision = fields.required("revision", text(0, MAX_WORD));
            var position = fields.required("position", integer(0, MAX_INTEGER));
            var question = fields.required("question", text(1, MAX_WORD));
            return fields.build(
                () ->
                    new VectorsPin.By(model, revision, new LogPosition(position), hash(question)));
          });

  private PinReader() {}

  /// What was kept by a server that had no vectors does not tell.
  static VectorsPin read(Fields fields) {
    var without = new VectorsPin.Without(VectorUse.NONE);
    return fields.optional(NAME, Shape.json()) instanceof JsonObject
        ? fields.optional(NAME, BY, without)
        : new VectorsPin.Without(
            fields.optional(NAME, word(VectorUse.values(), VectorUse::wireName), VectorUse.NONE));
  }

  /// Something else than a hash is that of no vector.
  private static Hash hash(String hex) {
    try {
      return Hash.ofHex(hex);
    } catch (IllegalArgumentException e) {
      return Hash.ZERO;
    }
  }
}
