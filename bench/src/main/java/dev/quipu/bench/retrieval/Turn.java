package dev.quipu.bench.retrieval;

import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import java.util.LinkedHashMap;

/// Something to be written: a line of `turns.jsonl`.
///
/// @param number in the file; its event goes by it, since ids of data sets are of any form
record Turn(int number, String id, JsonObject line) {

  private static final String PREFIX = "turn_";

  /// The turn whose event this is.
  static int numberOf(String eventId) {
    return Integer.parseInt(eventId.substring(PREFIX.length()));
  }

  /// The event, as a client of ours would send it.
  JsonObject event() {
    var payload = new LinkedHashMap<String, Json>();
    payload.put("text", Json.of(text("text")));
    if (!text("speaker").isEmpty()) {
      payload.put("speaker", Json.of(text("speaker")));
    }
    if (!text("caption").isEmpty()) {
      payload.put("caption", Json.of(text("caption")));
    }
    var event = new LinkedHashMap<String, Json>();
    event.put("event_id", Json.of(PREFIX + number));
    event.put("event_type", Json.of(type()));
    event.put("session_id", Json.of(text("conversation")));
    if (!text("timestamp").isEmpty()) {
      event.put("event_time", Json.of(text("timestamp")));
    }
    event.put("payload", new JsonObject(payload));
    return new JsonObject(event);
  }

  /// A page of a document has no speaker.
  private String type() {
    return switch (text("speaker")) {
      case "" -> "document_page";
      case "assistant" -> "assistant_message";
      default -> "user_message";
    };
  }

  private String text(String member) {
    var text = line.text(member);
    return text == null ? "" : text;
  }
}
