package dev.quipu.embedding;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonNumber;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an endpoint says to `/embeddings`, which is believed only as far as it can be checked.
final class EndpointAnswer {

  /// A batch of 256 vectors of 4,096 numbers has about 24 MB.
  static final int MAX_BYTES = 64 << 20;

  private static final JsonReader READER =
      JsonReader.rounding(new JsonReader.Limits(MAX_BYTES, 16, 4_000_000, 1024));

  private EndpointAnswer() {}

  /// The answer is not what was asked for. The message repeats nothing of it.
  @SuppressWarnings("serial")
  static final class Garbled extends Exception {

    Garbled(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// In the order in which the texts were sent, whatever order the answer has.
  static List<Vector> read(byte[] body, int texts) throws Garbled {
    JsonArray rows;
    try {
      rows = READER.readObject(body).array("data");
    } catch (MemoryException e) {
      throw new Garbled("It is not JSON as it should be.", e);
    }
    if (rows == null || rows.size() != texts) {
      throw new Garbled(
          "It has " + (rows == null ? "no" : rows.size()) + " vectors for " + texts + " texts.",
          null);
    }
    var vectors = new @Nullable Vector[texts];
    for (int i = 0; i < texts; i++) {
      if (!(rows.items().get(i) instanceof JsonObject row)) {
        throw new Garbled("A row of it is no object.", null);
      }
      int index = index(row, i);
      if (index < 0 || index >= texts || vectors[index] != null) {
        throw new Garbled("Its rows have no sound numbers.", null);
      }
      vectors[index] = vector(row);
    }
    return Stream.of(vectors).map(Objects::requireNonNull).toList();
  }

  private static int index(JsonObject row, int fallback) throws Garbled {
    return switch (row.get("index")) {
      case JsonNumber number when number.isInteger() ->
          Math.clamp(number.asLong(), -1, Integer.MAX_VALUE);
      case null -> fallback;
      default -> throw new Garbled("Its rows have no sound numbers.", null);
    };
  }

  private static Vector vector(JsonObject row) throws Garbled {
    var items = row.array("embedding");
    if (items == null) {
      throw new Garbled("A row of it has no vector.", null);
    }
    var numbers = new float[items.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!(items.items().get(i) instanceof JsonNumber number)) {
        throw new Garbled("A vector of it has something else than numbers.", null);
      }
      numbers[i] = (float) number.value();
    }
    try {
      return Vector.towards(numbers);
    } catch (IllegalArgumentException e) {
      throw new Garbled("A vector of it points nowhere.", e);
    }
  }
}
