package dev.quipu.testkit.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quipu.engine.access.ReadScope;
import dev.quipu.engine.storage.Storage;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Canonical;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Hash;
import dev.quipu.model.log.LogEntry;
import dev.quipu.model.log.LogLine;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.log.Seal;
import dev.quipu.model.view.Digest;
import dev.quipu.wire.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A history that was written down once and is replayed for ever: docs/golden-logs.md.
///
/// @param lines one entry each, as canonical JSON
/// @param ends what each tenant's log and views came to
record GoldenLog(List<String> lines, JsonObject ends) {

  /// Every one there is. A name stays when rules change; a new one joins it.
  static final List<String> NAMES =
      List.of(
          "rules-v1",
          "rules-v1b",
          "rules-v2",
          "rules-v3",
          "rules-v4",
          "rules-v5",
          "rules-v6",
          "rules-v7",
          "rules-v8");

  private static final JsonReader READER = new JsonReader();
  private static final HexFormat HEX = HexFormat.of();
  private static final int ALL = 1_000_000;

  static GoldenLog read(String name) {
    var lines = resource(name + ".ndjson").lines().toList();
    return new GoldenLog(lines, READER.readObject(resource(name + ".ends.json").getBytes(UTF_8)));
  }

  static String resource(String name) {
    try (var in = GoldenLog.class.getResourceAsStream("/golden/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no golden/" + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes down what a storage holds of these tenants.
  static GoldenLog of(Storage storage, Collection<TenantId> tenants) {
    var lines = new ArrayList<String>();
    var ends = new LinkedHashMap<String, Json>();
    for (var tenant : tenants) {
      try (var snapshot = storage.read(ReadScope.whole(tenant))) {
        snapshot.log(LogPosition.START, ALL).forEach(line -> lines.add(line(tenant, line)));
        var space = snapshot.activeSpace();
        var digest = space == null ? Digest.EMPTY : snapshot.keptDigest(space);
        ends.put(
            tenant.value(),
            JsonObject.of(
                "position", Json.of(snapshot.head().position().value()),
                "hash", Json.of(snapshot.head().hash().hex()),
                "digest", Json.of(digest.hex())));
      }
    }
    return new GoldenLog(lines, new JsonObject(ends));
  }

  private static String line(TenantId tenant, LogLine line) {
    if (!(line instanceof LogEntry entry)) {
      throw new IllegalArgumentException("an erased entry has nothing to replay");
    }
    var content = entry.content();
    var members = new LinkedHashMap<String, Json>();
    members.put("tenant", Json.of(tenant.value()));
    members.put("header", READER.readObject(content.header()));
    members.put("payload", READER.readObject(content.payload()));
    members.put("header_salt", Json.of(HEX.formatHex(content.headerSalt())));
    members.put("payload_salt", Json.of(HEX.formatHex(content.payloadSalt())));
    members.put("header_hash", Json.of(entry.seal().headerHash().hex()));
    members.put("payload_hash", Json.of(entry.seal().payloadHash().hex()));
    members.put("hash", Json.of(entry.seal().hash().hex()));
    return Canonical.text(new JsonObject(members));
  }

  /// The entries of each tenant, in order.
  Map<TenantId, List<LogEntry>> entries() {
    var entries = new LinkedHashMap<TenantId, List<LogEntry>>();
    for (var line : lines) {
      var json = READER.readObject(line.getBytes(UTF_8));
      entries
          .computeIfAbsent(new TenantId(text(json, "tenant")), _ -> new ArrayList<>())
          .add(entry(json));
    }
    return entries;
  }

  private static LogEntry entry(JsonObject json) {
    var header = part(json, "header");
    var payload = part(json, "payload");
    var content =
        new Seal.Content(
            Canonical.bytes(header),
            Canonical.bytes(payload),
            HEX.parseHex(text(json, "header_salt")),
            HEX.parseHex(text(json, "payload_salt")));
    var seal = new Seal(hash(json, "header_hash"), hash(json, "payload_hash"), hash(json, "hash"));
    return LogEntry.of(header, payload, content, seal);
  }

  /// The hash of a tenant's last entry.
  Hash headOf(TenantId tenant) {
    return hash(part(ends, tenant.value()), "hash");
  }

  String digestOf(TenantId tenant) {
    return text(part(ends, tenant.value()), "digest");
  }

  private static JsonObject part(JsonObject json, String name) {
    var part = json.object(name);
    if (part == null) {
      throw new IllegalArgumentException("a golden line lacks " + name);
    }
    return part;
  }

  private static String text(JsonObject json, String name) {
    return String.valueOf(json.text(name));
  }

  private static Hash hash(JsonObject json, String name) {
    return Hash.ofHex(text(json, name));
  }
}
