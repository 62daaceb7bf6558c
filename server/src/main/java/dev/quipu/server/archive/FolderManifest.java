package dev.quipu.server.archive;

import dev.quipu.engine.archive.Manifest;
import dev.quipu.engine.archive.Manifest.LogEnd;
import dev.quipu.model.failure.Unavailable;
import dev.quipu.model.id.TenantId;
import dev.quipu.model.json.Json;
import dev.quipu.model.json.JsonArray;
import dev.quipu.model.json.JsonObject;
import dev.quipu.model.log.Head;
import dev.quipu.model.log.LogPosition;
import dev.quipu.model.view.Digest;
import java.time.Duration;
import java.util.List;

/// `manifest.json`: what the archive says of itself, and every file that it consists of.
record FolderManifest(Manifest manifest, List<Part> parts) {

  FolderManifest {
    parts = List.copyOf(parts);
  }

  JsonObject toJson() {
    return JsonObject.of(
        "format", Json.of(Layout.FORMAT),
        "log_id", Json.of(manifest.logId()),
        "taken_at", Json.of(manifest.takenAt().toString()),
        "logs", new JsonArray(manifest.logs().stream().map(FolderManifest::json).toList()),
        "files", new JsonArray(parts.stream().map(FolderManifest::json).toList()));
  }

  private static Json json(LogEnd log) {
    return JsonObject.of(
        "tenant_id", Json.of(log.tenant().value()),
        "position", Json.of(log.head().position().value()),
        "hash", Json.of(log.head().hash().hex()),
        "visible_time", Json.of(log.head().visibleTime().toString()),
        "digest", Json.of(log.digest().hex()));
  }

  private static Json json(Part part) {
    return JsonObject.of(
        "path", Json.of(part.path()),
        "bytes", Json.of(part.bytes()),
        "sha256", Json.of(part.sha256().hex()));
  }

  static FolderManifest read(JsonObject json) {
    long format = Fields.number(json, "format");
    if (format > Layout.FORMAT) {
      throw new Unavailable(
          "backup.format",
          "The backup was made by a newer Quipu: it has format "
              + format
              + ", and this program reads formats up to "
              + Layout.FORMAT
              + ".",
          Duration.ZERO);
    }
    var logs = Fields.items(json, "logs").stream().map(FolderManifest::log).toList();
    var parts = Fields.items(json, "files").stream().map(FolderManifest::part).toList();
    var manifest = new Manifest(Fields.text(json, "log_id"), Fields.time(json, "taken_at"), logs);
    return new FolderManifest(manifest, parts);
  }

  private static LogEnd log(Json item) {
    var json = Fields.object(item);
    var head =
        new Head(
            new LogPosition(Fields.number(json, "position")),
            Fields.hash(json, "hash"),
            Fields.time(json, "visible_time"));
    return new LogEnd(
        new TenantId(Fields.text(json, "tenant_id")),
        head,
        Digest.copyOf(Fields.hash(json, "digest").bytes()));
  }

  private static Part part(Json item) {
    var json = Fields.object(item);
    return new Part(
        Fields.text(json, "path"), Fields.number(json, "bytes"), Fields.hash(json, "sha256"));
  }
}
