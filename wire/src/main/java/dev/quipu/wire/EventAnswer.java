package dev.quipu.wire;

import dev.quipu.model.access.EnvelopeJson;
import dev.quipu.model.id.Principal;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.EntryHeader;
import dev.quipu.model.log.Event;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.Receipt;
import java.util.LinkedHashMap;

/// Events and receipts as answers show them.
public final class EventAnswer {

  private EventAnswer() {}

  /// The seventeen fields of seed 001, the payload in its place.
  public static JsonObject fields(Event event) {
    var members = new LinkedHashMap<String, Json>();
    EntryHeader.eventFields(event)
        .forEach(
            (name, value) -> {
              members.put(name, value);
              if (name.equals("causal_refs")) {
                members.put("payload", event.payload());
              }
            });
    return new JsonObject(members);
  }

  /// The seed's fields, then where the entry stands, who wrote it and who may see it.
  public static JsonObject of(LogEntry entry) {
    var recorded = entry.recorded();
    var members = new LinkedHashMap<>(fields(entry.event()).members());
    members.put("position", Json.of(entry.position().value()));
    members.put("rules", Json.of(recorded.rules()));
    members.put("recorded_by", principal(recorded.recordedBy()));
    members.put("access", EnvelopeJson.write(recorded.envelope()));
    return new JsonObject(members);
  }

  /// A repetition under an Idempotency-Key looks like the first answer; a header tells it apart.
  public static JsonObject of(Receipt receipt) {
    var status = receipt.status() == Receipt.Status.DUPLICATE ? "duplicate" : "accepted";
    return JsonObject.of(
        "event_id", Json.of(receipt.eventId().value()),
        "position", Json.of(receipt.position().value()),
        "log_id", Json.of(receipt.logId()),
        "status", Json.of(status),
        "visible_time", Json.of(receipt.visibleTime()),
        "objects",
            new JsonArray(receipt.objects().stream().<Json>map(EntryHeader::effect).toList()));
  }

  public static JsonObject principal(Principal principal) {
    return JsonObject.of(
        "kind", Json.of(principal.kind().wireName()), "id", Json.of(principal.id()));
  }
}
