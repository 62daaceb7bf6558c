package dev.quipu.server.rest;

import static dev.quipu.model.json.Shape.listOf;
import static dev.quipu.model.json.Shape.object;
import static dev.quipu.model.json.Shape.word;

import dev.quipu.engine.embedding.Vector;
import dev.quipu.engine.query.Ways;
import dev.quipu.model.json.Fields;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.json.Shape;
import dev.quipu.model.log.GivenVector;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads in which ways a question is looked for: `wait_for`, `search` and `query_vector`.
final class WaysReader {

  private static final Shape<Ways.Way> WAY = word(Ways.Way.values(), Ways.Way::wireName);

  private static final Shape<Set<Ways.Way>> SEARCH =
      object(
          fields -> {
            var all = Ways.Way.values();
            var by = fields.optional("by", listOf(WAY, all.length), List.of(all));
            fields.refuseOthers();
            return fields.build(() -> some(fields, by));
          });

  private WaysReader() {}

  static Ways read(Fields fields) {
    boolean awaitsVectors =
        fields.optional("wait_for", word(Map.of("words", false, "vectors", true)), false);
    var by = fields.optional("search", SEARCH, Ways.DEFAULT.by());
    var given = given(fields);
    return fields.build(() -> of(fields, by, given, awaitsVectors));
  }

  /// As a plan says it.
  static Ways planned(Fields fields) {
    var by = fields.optional("by", listOf(WAY, Ways.Way.values().length), List.of());
    var given = given(fields);
    // one of a server before this says nothing
    return fields.build(
        () -> of(fields, by.isEmpty() ? Ways.WORDS.by() : EnumSet.copyOf(by), given, false));
  }

  private static Ways of(
      Fields fields, Set<Ways.Way> by, Ways.@Nullable Given given, boolean awaitsVectors) {
    if (given != null && !by.contains(Ways.Way.VECTORS)) {
      fields.refuse(
          "query_vector", "vector.unasked", "Leave it out, or name vectors in search.by.");
    }
    return new Ways(by, given, awaitsVectors);
  }

  private static Set<Ways.Way> some(Fields fields, List<Ways.Way> by) {
    if (by.isEmpty()) {
      fields.refuse("by", "list.length", "Name at least one, or leave it out.");
      return EnumSet.allOf(Ways.Way.class);
    }
    return EnumSet.copyOf(by);
  }

  private static Ways.@Nullable Given given(Fields fields) {
    var given = fields.optional("query_vector", GivenVector.SHAPE);
    return given == null
        ? null
        : fields.build(() -> new Ways.Given(given.modelId(), Vector.towards(given.numbers())));
  }

  /// For the API's description.
  static Map<String, JsonObject> members() {
    var names = Stream.of(Ways.Way.values()).map(Ways.Way::wireName).toList();
    var members = new LinkedHashMap<String, JsonObject>();
    members.put("wait_for?", Schemas.word(names));
    members.put(
        "search?", Schemas.closed(Map.of("by?", atLeastOne(Schemas.list(Schemas.word(names))))));
    members.put("query_vector?", givenSchema());
    return members;
  }

  /// The same as a plan has them.
  static Map<String, JsonObject> planMembers() {
    var names = Stream.of(Ways.Way.values()).map(Ways.Way::wireName).toList();
    return Map.of(
        "by", atLeastOne(Schemas.list(Schemas.word(names))), "query_vector?", givenSchema());
  }

  private static JsonObject givenSchema() {
    var given = new LinkedHashMap<String, JsonObject>();
    given.put("model_id", Schemas.TEXT);
    given.put(
        "vector",
        atLeastOne(Schemas.list(Schemas.NUMBER))
            .with("maxItems", Json.of(GivenVector.MAX_DIMENSION)));
    return Schemas.closed(given);
  }

  private static JsonObject atLeastOne(JsonObject list) {
    return list.with("minItems", Json.of(1));
  }
}
