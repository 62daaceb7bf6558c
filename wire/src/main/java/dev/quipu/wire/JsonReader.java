package dev.quipu.wire;

import dev.quipu.model.failure.Invalid;
import dev.quipu.model.failure.TooLarge;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Pointer;
import dev.quipu.model.json.Shape;
import dev.quipu.model.json.Violations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/// Turns bytes into JSON values, or says what is wrong with them. Thread-safe.
///
/// Strict, because what is let in here is hashed and kept for ever: RFC 8259 to the letter in valid
/// UTF-8, no name twice, no number that canonical JSON would change, no NUL, no lone surrogate.
/// Faults of the last four kinds are gathered, all of one document in one [Invalid]. Only a leading
/// byte order mark is forgiven.
public final class JsonReader {

  private final JsonFactory factory;
  private final Limits limits;
  private final boolean roundsNumbers;

  /// What one document may cost us.
  ///
  /// @param maxBytes of the whole document
  /// @param maxDepth of arrays and objects within each other
  /// @param maxValues in all, for `[[],[],…` takes twenty times its bytes in memory
  /// @param maxNameLength of a member's name in characters, for faults repeat names
  public record Limits(int maxBytes, int maxDepth, int maxValues, int maxNameLength) {

    public static final Limits DEFAULT = new Limits(16 << 20, 128, 1_000_000, 1024);

    public Limits {
      if (maxBytes < 1
          || maxBytes == Integer.MAX_VALUE
          || maxDepth < 1
          || maxValues < 1
          || maxNameLength < 1) {
        throw new IllegalArgumentException(
            "limits are positive, and no array holds more bytes than 2^31 - 2");
      }
    }
  }

  public JsonReader() {
    this(Limits.DEFAULT);
  }

  public JsonReader(Limits limits) {
    this(limits, false);
  }

  /// For what another program sends us and nobody keeps as it is: a number becomes the nearest
  /// double.
  public static JsonReader rounding(Limits limits) {
    return new JsonReader(limits, true);
  }

  private JsonReader(Limits limits, boolean roundsNumbers) {
    this.limits = limits;
    this.roundsNumbers = roundsNumbers;
    this.factory =
        JsonFactory.builder()
            // Our own limits come with pointers; the document is in memory already.
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            // A table of names that all callers share could be filled with colliding ones by any of
            // them.
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();
  }

  public JsonObject readObject(InputStream in) throws IOException {
    return object(read(in));
  }

  public JsonObject readObject(byte[] bytes) {
    return object(read(bytes));
  }

  /// Reads to the end, or one byte beyond the limit.
  public Json read(InputStream in) throws IOException {
    return read(in.readNBytes(limits.maxBytes + 1));
  }

  public Json read(byte[] bytes) {
    var violations = new Violations();
    var json = read(bytes, violations);
    violations.throwIfAny();
    return json;
  }

  /// Gathers faults of single values instead of throwing them, so that they can be told together
  /// with what else is wrong. Null stands for a value with a fault; nothing may be done with the
  /// document before [Violations#throwIfAny].
  public Json read(byte[] bytes, Violations violations) {
    if (bytes.length > limits.maxBytes) {
      throw new TooLarge(
          "json.too_large", "Send at most " + limits.maxBytes + " bytes in one JSON document.");
    }
    var chars = decode(bytes);
    try (var parser =
        factory.createParser(
            ObjectReadContext.empty(), chars.array(), chars.position(), chars.remaining())) {
      return new Document(parser, limits, roundsNumbers, violations).read();
    } catch (UnexpectedEndOfInputException e) {
      throw new Invalid("json.malformed", "The JSON ends too early: something is not closed.");
    } catch (JacksonException e) {
      // Its own message would name its classes and repeat the input.
      throw malformed(e);
    }
  }

  private static JsonObject object(Json json) {
    var violations = new Violations();
    var object = Shape.object().read(json, Pointer.ROOT, violations);
    violations.throwIfAny();
    return object;
  }

  private static Invalid malformed(JacksonException e) {
    var place = e.getLocation();
    var where =
        place == null || place.getLineNr() < 1
            ? ""
            : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
    return new Invalid(
        "json.malformed",
        "This is not JSON" + where + ": check quotes, commas and brackets there.");
  }

  /// The parser would guess UTF-16 and UTF-32, and let surrogates pass that were encoded one by
  /// one.
  private static CharBuffer decode(byte[] bytes) {
    var in = ByteBuffer.wrap(bytes);
    var out = CharBuffer.allocate(bytes.length); // never more characters than bytes
    var outcome = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    if (outcome.isError()) {
      throw new Invalid(
          "json.encoding", "Send UTF-8: the byte at offset " + in.position() + " is none.");
    }
    out.flip();
    if (out.hasRemaining() && out.get(0) == '\ufeff') {
      out.position(1);
    }
    return out;
  }
}
