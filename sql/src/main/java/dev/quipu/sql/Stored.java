package dev.quipu.sql;

import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.util.function.Supplier;

/// Turns stored bytes back into values, and says where they are kept if they are none of ours.
final class Stored {

  /// Wider than any door: what is stored was let in by one, under whatever limits it had then.
  private static final JsonReader READER =
      new JsonReader(
          new JsonReader.Limits(
              Integer.MAX_VALUE - 1, 1_024, Integer.MAX_VALUE, Integer.MAX_VALUE));

  private Stored() {}

  static JsonObject json(byte[] bytes) {
    return READER.readObject(bytes);
  }

  /// @param where table and key, precise enough to find the row
  static <T> T read(Supplier<T> reading, Supplier<String> where) {
    try {
      return reading.get();
    } catch (Corrupt e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Corrupt("storage.corrupt", where.get(), "A stored row is not what was written.", e);
    }
  }
}
