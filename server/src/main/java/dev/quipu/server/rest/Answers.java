package dev.quipu.server.rest;

import dev.quipu.model.json.Json;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.JsonWriter;
import dev.quipu.wire.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/// Replies made of JSON.
final class Answers {

  static final String JSON = "application/json";
  static final String NDJSON = "application/x-ndjson";

  private static final JsonWriter WRITER = new JsonWriter();

  private Answers() {}

  static Reply.Whole ok(Json body) {
    return json(200, body);
  }

  static Reply.Whole json(int status, Json body) {
    return new Reply.Whole(status, Map.of("Content-Type", JSON), bytes(body));
  }

  static Reply.Whole problem(Problem problem, Map<String, String> headers) {
    var all = new LinkedHashMap<>(headers);
    all.put("Content-Type", Problem.MEDIA_TYPE);
    return new Reply.Whole(problem.status(), all, bytes(problem.toJson()));
  }

  static Reply.Whole text(String mediaType, byte[] body) {
    return new Reply.Whole(200, Map.of("Content-Type", mediaType), body);
  }

  static Reply.Whole notModified(String etag) {
    return new Reply.Whole(304, Map.of("ETag", etag), new byte[0]);
  }

  /// One line of an answer that comes in several; it is sent at once.
  static void line(Json line, OutputStream out) throws IOException {
    out.write(bytes(line));
    out.write('\n');
    out.flush();
  }

  static byte[] bytes(Json body) {
    return WRITER.compact(body);
  }
}
