package dev.quipu.server.rest;

import dev.quipu.engine.ingest.Ingest;
import dev.quipu.model.Limits;
import dev.quipu.model.access.Caller;
import dev.quipu.model.failure.MemoryException;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.Violations;
import dev.quipu.server.http.Reply;
import dev.quipu.wire.EventReader;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Events line by line (NDJSON), of any number: while a portion is appended the next one is read,
/// and no more than that, so that memory is bounded. The receipts are sent when all is read.
final class EventLines {

  private final Ingest ingest;
  private final Limits limits;
  private final JsonReader json;
  private final EventReader reader;

  EventLines(Ingest ingest, Limits limits, JsonReader json, EventReader reader) {
    this.ingest = ingest;
    this.reader = reader;
    this.limits = limits;
    this.json = json;
  }

  /// The first portion is queued before the answer begins: whoever is refused as a whole learns it
  /// by the status.
  Reply append(Caller caller, Call call) {
    var lines =
        new Lines(call.incoming().bodyStream(limits.maxStreamBytes()), limits.maxLineBytes());
    var portions = new EventPortions(ingest, reader, caller, call);
    read(lines, portions);
    var first = portions.begin();
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

  /// Reads a portion while the one before it is being appended.
  private void write(
      EventPortions.Appending first, Lines lines, EventPortions portions, OutputStream out)
      throws IOException {
    var answer = new Receipts(out);
    answer.begin();
    var before = first;
    while (!before.isEmpty()) {
      read(lines, portions);
      var next = portions.begin();
      answer.write(before.receipts());
      before = next;
    }
    answer.end();
  }

  private void read(Lines lines, EventPortions portions) {
    while (!portions.isFull() && !lines.atEnd()) {
      try {
        var line = lines.next();
        if (line.length > 0) {
          var violations = new Violations();
          portions.add(json.read(line, violations), lines.number(), violations);
        }
      } catch (MemoryException e) {
        portions.reject(null, e, lines.number());
      }
    }
  }

  /// The array of the answer, as it grows.
  private static final class Receipts {

    private final OutputStream out;
    private boolean any;

    Receipts(OutputStream out) {
      this.out = out;
    }

    void begin() throws IOException {
      out.write("{\"receipts\":[".getBytes(StandardCharsets.US_ASCII));
    }

    void write(List<Json> receipts) throws IOException {
      for (var receipt : receipts) {
        if (any) {
          out.write(',');
        }
        out.write(Answers.bytes(receipt));
        any = true;
      }
    }

    void end() throws IOException {
      out.write("]}".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
