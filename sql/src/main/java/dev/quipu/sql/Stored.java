package dev.quipu.sql;

import dev.quipu.model.access.Envelope;
import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.failure.Corrupt;
import dev.quipu.model.json.JsonObject;
import dev.quipu.wire.JsonReader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Turns stored bytes back into values, and says where they are kept if they are none of ours.
final class Stored {

  /// Wider than any door: what is stored was let in by one, under whatever limits it had then.
  private static final JsonReader READER =
      new JsonReader(
          new JsonReader.Limits(
              Integer.MAX_VALUE - 1, 1_024, Integer.MAX_VALUE, Integer.MAX_VALUE));

  /// Most objects of an owner have equal envelopes: these are read once.
  private static final Map<ByteBuffer, Envelope> ENVELOPES = new ConcurrentHashMap<>();

  private static final int MOST_ENVELOPES = 1_024;
  private static final int LONGEST_KEPT = 1_024;

  private Stored() {}

  static JsonObject json(byte[] bytes) {
    return READER.readObject(bytes);
  }

  static Envelope envelope(byte[] bytes) {
    var key = ByteBuffer.wrap(bytes);
    var known = ENVELOPES.get(key);
    if (known == null) {
      known = EnvelopeJson.read(json(bytes));
      if (bytes.length <= LONGEST_KEPT) {
        if (ENVELOPES.size() >= MOST_ENVELOPES) {
          ENVELOPES.clear();
        }
        ENVELOPES.put(key, known);
      }
    }
    return known;
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
