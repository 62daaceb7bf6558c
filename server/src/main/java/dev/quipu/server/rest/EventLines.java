package dev.quipu.server.rest;

import dev.quipu.engine.ingest.Ingest;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.Json;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Events line by line (NDJSON), of any number: what was read is appended before more is read, so
/// that memory is bounded. The receipts are sent when all is read.
final class EventLines {

  private final Ingest ingest;
  private final Limits limits;
  private final JsonReader json;

  EventLines(Ingest ingest, Limits limits, JsonReader json) {
    this.ingest = ingest;
    this.limits = limits;
    this.json = json;
  }

  /// The first portion is appended before the answer begins: whoever is refused as a whole learns
  /// it by the status.
  Reply append(Caller caller, Call call) {
    var lines = new Lines(call.incoming().bodyStream(), limits.maxLineBytes());
    var portions = new EventPortions(ingest, limits, caller, call);
    var first = next(lines, portions);
    return new Reply.Stream(
        200,
        Map.of("Content-Type", Answers.JSON),
        out -> {
          try (var spool = new Spool()) {
            write(first, lines, portions, spool);
            spool.copyTo(out);
          }
        });
  }

  private void write(List<Json> first, Lines lines, EventPortions portions, OutputStream out)
      throws IOException {
    out.write("{\"receipts\":[".getBytes(StandardCharsets.US_ASCII));
    boolean comma = false;
    for (var portion = first; !portion.isEmpty(); portion = next(lines, portions)) {
      for (var receipt : portion) {
        if (comma) {
          out.write(',');
        }
        out.write(Answers.bytes(receipt));
        comma = true;
      }
    }
    out.write("]}".getBytes(StandardCharsets.US_ASCII));
  }

  /// The receipts of the next lines; none at the end.
  private List<Json> next(Lines lines, EventPortions portions) {
    while (!portions.isFull() && !lines.atEnd()) {
      try {
        var line = lines.next();
        if (line.length > 0) {
          portions.add(json.read(line), lines.number());
        }
      } catch (MemoryException e) {
        portions.reject(null, e, lines.number());
      }
    }
    return portions.finish();
  }
}
