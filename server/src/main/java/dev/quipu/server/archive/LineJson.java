package dev.quipu.server.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.quipu.model.id.EventId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonNull;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.ErasedEntry;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;

/// A line of a log as a line of JSON.
///
/// Header and payload are canonical JSON and go in as the bytes that were sealed; read again and
/// made canonical they are the same bytes, or their seal does not cover them.
final class LineJson {

  private static final HexFormat HEX = HexFormat.of();

  private LineJson() {}

  static void write(LogLine line, OutputStream out) throws IOException {
    switch (line) {
      case LogEntry entry -> {
        var content = entry.content();
        ascii(out, "{\"header\":");
        out.write(content.header());
        ascii(out, ",\"payload\":");
        out.write(content.payload());
        ascii(out, ",\"header_salt\":\"" + HEX.formatHex(content.headerSalt()));
        ascii(out, "\",\"payload_salt\":\"" + HEX.formatHex(content.payloadSalt()) + "\"");
      }
      case ErasedEntry erased -> {
        var name = erased.eventId();
        var left =
            JsonObject.of(
                "position", Json.of(erased.position().value()),
                "event_id", name == null ? JsonNull.NULL : Json.of(name.value()),
                "visible_time", Json.of(erased.visibleTime().toString()));
        ascii(out, "{\"erased\":");
        out.write(Canonical.bytes(left));
      }
    }
    var seal = line.seal();
    ascii(out, ",\"header_hash\":\"" + seal.headerHash().hex());
    ascii(out, "\",\"payload_hash\":\"" + seal.payloadHash().hex());
    ascii(out, "\",\"hash\":\"" + seal.hash().hex() + "\"}");
  }

  private static void ascii(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(US_ASCII));
  }

  static LogLine read(JsonObject json) {
    var seal =
        new Seal(
            Fields.hash(json, "header_hash"),
            Fields.hash(json, "payload_hash"),
            Fields.hash(json, "hash"));
    if (json.has("erased")) {
      var left = Fields.object(json, "erased");
      return new ErasedEntry(
          new LogPosition(Fields.number(left, "position")),
          left.get("event_id") instanceof JsonNull
              ? null
              : new EventId(Fields.text(left, "event_id")),
          Fields.time(left, "visible_time"),
          seal);
    }
    var header = Fields.object(json, "header");
    var payload = Fields.object(json, "payload");
    var content =
        new Seal.Content(
            Canonical.bytes(header),
            Canonical.bytes(payload),
            HEX.parseHex(Fields.text(json, "header_salt")),
            HEX.parseHex(Fields.text(json, "payload_salt")));
    return LogEntry.of(header, payload, content, seal);
  }
}
